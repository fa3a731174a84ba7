/// Where one tensor of a mini-batch lies: sample by sample, row by row, pixel by pixel, the channels together. Its pixels may
/// lie apart, with another tensor's channels between them: so a concat's inputs are written in place.
struct Map {
  let pointer: UnsafeMutablePointer<Float>
  let shape: MapShape
  /// From one pixel to the next, in floats.
  let pixelStep: Int
  /// From one sample to the next.
  let sampleStep: Int

  func sample(_ index: Int) -> UnsafeMutablePointer<Float> { pointer + index * sampleStep }

  /// The steps of a sequence of this length as samples; as it is when it has another length.
  func unrolled(_ steps: Int) -> Map {
    guard shape.steps == steps else { return self }
    return Map(pointer: pointer, shape: shape.step, pixelStep: pixelStep, sampleStep: sampleStep / steps)
  }

  /// The map of one sample by itself.
  func alone(_ index: Int) -> Map {
    Map(pointer: sample(index), shape: shape, pixelStep: pixelStep, sampleStep: sampleStep)
  }

  var rowStep: Int { shape.width * pixelStep }
  /// Whether a sample's numbers lie without gaps.
  var isDense: Bool { pixelStep == shape.channels || shape.pixels == 1 }

  /// Calls `body` for every run of numbers without gaps in one sample, with the run's first number counted from the start of
  /// a map without gaps.
  func forEachRun(_ body: (_ offset: Int, _ count: Int) -> Void) {
    if isDense { return body(0, shape.count) }
    for pixel in 0..<shape.pixels { body(pixel * shape.channels, shape.channels) }
  }

  /// Zeroes one sample.
  func clear(_ index: Int) { clear(index, rows: 0..<shape.height) }

  /// Zeroes some rows of a sample.
  func clear(_ index: Int, rows: Range<Int>) {
    let start = sample(index) + rows.lowerBound * rowStep
    if isDense { return start.update(repeating: 0, count: rows.count * shape.width * shape.channels) }
    for pixel in 0..<rows.count * shape.width {
      (start + pixel * pixelStep).update(repeating: 0, count: shape.channels)
    }
  }

  /// Copies some channels of some rows of a sample of another map of this shape.
  func copy(rows: Range<Int>, channels: Range<Int>, of other: Map, _ index: Int) {
    let to = sample(index) + rows.lowerBound * rowStep + channels.lowerBound
    let from = other.sample(index) + rows.lowerBound * other.rowStep + channels.lowerBound
    let pixels = rows.count * shape.width
    if channels.count == shape.channels, isDense, other.isDense {
      return to.update(from: from, count: pixels * shape.channels)
    }
    for pixel in 0..<pixels {
      (to + pixel * pixelStep).update(from: from + pixel * other.pixelStep, count: channels.count)
    }
  }

  /// Where the number `offset` of the map without gaps lies in a sample; `offset` begins a run, or the map has no gaps.
  func place(_ offset: Int) -> Int { isDense ? offset : offset / shape.channels * pixelStep }
}
