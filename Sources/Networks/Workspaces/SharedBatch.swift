import Arithmetic

/// A mini-batch whose samples several processes share. Each rank has room for all of it and computes the samples of its own
/// range; the ranks exchange numbers, never sums. So each sum is taken by every rank in the order in which one process takes it,
/// and the bits do not depend on the ranks.
final class SharedBatch {
  /// The samples of each rank.
  let ranges: [Range<Int>]
  let exchange: any RankExchange
  private let scattered: ScatteredMoments
  private var buffer: FloatBuffer?

  init(_ ranges: [Range<Int>], _ exchange: any RankExchange, _ scattered: ScatteredMoments) {
    (self.ranges, self.exchange, self.scattered) = (ranges, exchange, scattered)
  }

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
    guard let buffer = room(for: samples * perSample) else { return }
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

  /// Memory that numbers are gathered in: that of all ranks, where they share some.
  private func room(for count: Int) -> UnsafeMutablePointer<Float>? {
    if let room = exchange.room(for: count) { return room }
    if (buffer?.count ?? 0) < count { buffer = FloatBuffer(count: count) }
    return buffer?.pointer
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

  /// Adds up the sums of all chunks in a binary tree over their numbers, and leaves the total in the first one's place, on every
  /// rank. Each rank adds up what subtrees it has by itself, and sends their sums.
  ///
  /// - Parameters:
  ///   - sums: The sums of all chunks, one after the other; this rank's are there.
  ///   - length: How many numbers a chunk has.
  ///   - chunks: The chunks of the mini-batch, unless they are the usual ones.
  ///   - threads: Who adds.
  func addTree(
    _ sums: UnsafeMutablePointer<Float>, of length: Int, chunks: Chunks? = nil, _ threads: Threads
  ) {
    let chunks = chunks ?? Chunks(samples: samples)
    let tree = RankTree(chunks.count, ranges.map { chunks.within($0).numbers })
    let nodes = tree.nodes
    guard let room = room(for: nodes.reduce(0) { $0 + $1.count } * length) else { return }
    let (block, first) = (1 << 13, nodes[..<exchange.rank].reduce(0) { $0 + $1.count })
    func forEachBlock(_ terms: Int, _ body: (_ start: Int, _ count: Int) -> Void) {
      threads.run((length + block - 1) / block, work: length * terms) { index, _ in
        body(index * block, min(block, length - index * block))
      }
    }
    forEachBlock(chunks.count) { start, count in
      for sum in tree.own(exchange.rank) {
        Elementwise.addScaled(sums + sum.from * length + start, to: sums + sum.to * length + start, count: count)
      }
      for (place, node) in nodes[exchange.rank].enumerated() {
        (room + (first + place) * length + start).update(from: sums + node * length + start, count: count)
      }
    }
    exchange.gather(room, parts: nodes.map { $0.count * length })
    let places = Dictionary(uniqueKeysWithValues: nodes.joined().enumerated().map { ($1, $0) })
    forEachBlock(tree.common.count) { start, count in
      // The room belongs to all: what is added is written to this rank's own place.
      var added: Set<Int> = []
      func values(_ node: Int) -> UnsafePointer<Float> {
        UnsafePointer(
          added.contains(node) ? sums + node * length + start : room + places[node, default: 0] * length + start)
      }
      for sum in tree.common {
        Elementwise.add(values(sum.to), values(sum.from), into: sums + sum.to * length + start, count: count)
        added.insert(sum.to)
      }
      if added.isEmpty { (sums + start).update(from: room + start, count: count) }
    }
  }

  // MARK: Parameters of which each rank computes some rows

  /// The rows of a parameter's gradient that each rank computes of those it would otherwise compute all; nil where bringing them to
  /// the others costs more: between machines, or of few.
  func rows(of parameter: Parameter, _ count: Int) -> [Range<Int>]? {
    guard exchange.sharesMemory, exchange.count > 1, parameter.count >= ParameterStepper.leastCount else { return nil }
    return (0..<exchange.count).map { $0 * count / exchange.count..<($0 + 1) * count / exchange.count }
  }

  /// Brings the rows of a parameter that has moved already, or else of its gradient, to every rank.
  func gather(_ parameter: Parameter, _ rows: [Range<Int>], hasMoved: Bool) {
    let row = parameter.count / max(rows.last?.upperBound ?? 1, 1)
    let parts = rows.map { $0.count * row }
    exchange.gather((hasMoved ? parameter.values : parameter.gradient).pointer, parts: parts)
    if hasMoved { scattered.parts[parameter.key] = parts }
  }

  /// Brings numbers that lie sample after sample to every rank.
  func gather(_ numbers: UnsafeMutablePointer<Float>, perSample count: Int) {
    exchange.gather(numbers, parts: ranges.map { $0.count * count })
  }
}
