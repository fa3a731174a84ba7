import Arithmetic

/// A mini-batch whose samples several processes share. Each rank has room for all of it and computes the samples of its own
/// range; the ranks exchange numbers, never sums. So each sum is taken by every rank in the order in which one process takes it,
/// and the bits do not depend on the ranks.
final class SharedBatch {
  /// The samples of each rank.
  let ranges: [Range<Int>]
  let exchange: any RankExchange
  private var buffer: FloatBuffer?

  init(_ ranges: [Range<Int>], _ exchange: any RankExchange) { (self.ranges, self.exchange) = (ranges, exchange) }

  /// How many samples the mini-batch has.
  var samples: Int { ranges.last?.upperBound ?? 0 }
  /// The samples of this rank.
  var own: Range<Int> { ranges[exchange.rank] }

  /// The fewest samples of a rank: below, layers go other ways than with more.
  static let fewestSamples = 4

  /// Cuts a mini-batch where all of these chunks are cut, as evenly as that allows.
  ///
  /// - Returns: A range for each rank; nil where there are too few places to cut.
  static func ranges(_ samples: Int, ranks: Int, cutting chunks: [Chunks]) -> [Range<Int>]? {
    var places = Set(1..<max(samples, 1))
    for chunks in chunks { places.formIntersection(chunks.numbers.map { chunks[$0].lowerBound }) }
    let sorted = places.sorted()
    var ranges: [Range<Int>] = []
    var start = 0
    for rank in 1..<max(ranks, 1) {
      let wanted = rank * samples / ranks
      let possible = sorted.filter { $0 >= start + fewestSamples && $0 <= samples - fewestSamples * (ranks - rank) }
      guard let place = possible.min(by: { abs($0 - wanted) < abs($1 - wanted) }) else { return nil }
      ranges.append(start..<place)
      start = place
    }
    guard samples - start >= fewestSamples else { return nil }
    return ranges + [start..<samples]
  }

  /// Brings all samples of some maps to every rank.
  func gather(_ maps: [Map]) {
    guard !maps.isEmpty else { return }
    let perSample = maps.reduce(0) { $0 + $1.shape.steps * $1.unrolled($1.shape.steps).shape.count }
    if (buffer?.count ?? 0) < samples * perSample { buffer = FloatBuffer(count: samples * perSample) }
    guard let buffer = buffer?.pointer else { return }
    copy(maps, own, buffer + own.lowerBound * perSample) { numbers, map, count in
      numbers.update(from: map, count: count)
    }
    exchange.gather(buffer, parts: ranges.map { $0.count * perSample })
    for range in ranges where range != own {
      copy(maps, range, buffer + range.lowerBound * perSample) { numbers, map, count in
        map.update(from: numbers, count: count)
      }
    }
  }

  /// Goes through the runs of some samples' maps and the numbers they are sent as, side by side.
  private func copy(
    _ maps: [Map], _ samples: Range<Int>, _ numbers: UnsafeMutablePointer<Float>,
    _ body: (_ numbers: UnsafeMutablePointer<Float>, _ map: UnsafeMutablePointer<Float>, _ count: Int) -> Void
  ) {
    var next = numbers
    for map in maps {
      let steps = map.shape.steps
      let each = map.unrolled(steps)
      for sample in samples.lowerBound * steps..<samples.upperBound * steps {
        each.forEachRun { offset, count in body(next + offset, each.sample(sample) + each.place(offset), count) }
        next += each.shape.count
      }
    }
  }

  /// Brings the sums of all chunks to every rank: those of a mini-batch, unless others are meant.
  func gather(_ sums: UnsafeMutablePointer<Float>, of length: Int, _ chunks: Chunks? = nil) {
    let chunks = chunks ?? Chunks(samples: samples)
    exchange.gather(sums, parts: ranges.map { chunks.within($0).numbers.count * length })
  }
}
