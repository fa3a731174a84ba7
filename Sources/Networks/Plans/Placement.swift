/// A tensor's place in the memory of one sample.
struct Placement {
  /// Where its memory begins, in floats per sample; the memory of a whole mini-batch lies there, sample after sample.
  var offset: Int
  /// Its first channel within that memory's pixels.
  var firstChannel: Int
  var shape: MapShape
  var pixelStep: Int
  var sampleStep: Int

  /// One step of a sequence, as a sample of its own.
  var step: Placement {
    var result = self
    result.shape = shape.step
    result.sampleStep = sampleStep / shape.steps
    return result
  }

  func map(at base: UnsafeMutablePointer<Float>, capacity: Int) -> Map {
    Map(
      pointer: base + offset * capacity + firstChannel, shape: shape, pixelStep: pixelStep, sampleStep: sampleStep)
  }

  /// The same where each sample's memory lies together.
  func map(at base: UnsafeMutablePointer<Float>, floatsPerSample: Int) -> Map {
    Map(pointer: base + offset + firstChannel, shape: shape, pixelStep: pixelStep, sampleStep: floatsPerSample)
  }
}

extension Placement {
  /// The memory of a sample, each step rounded up to whole cache lines: of many an odd number, so that the same place in
  /// neighbouring samples does not fall on the same few lines of the cache.
  static func size(_ shape: MapShape) -> Int {
    let lines = (shape.count + 15) / 16
    return (lines > 8 ? lines | 1 : lines) * 16 * shape.steps
  }

  /// A tensor in memory of its own.
  init(own shape: MapShape) { self.init(shape, in: shape, at: 0, firstChannel: 0) }

  /// A tensor in another's memory: as part of its channels, or as all of its numbers under another shape.
  init(_ shape: MapShape, in root: MapShape, at offset: Int, firstChannel: Int) {
    self.init(
      offset: offset, firstChannel: firstChannel, shape: shape,
      pixelStep: shape.pixels == root.pixels ? root.channels : shape.channels, sampleStep: Placement.size(root))
  }
}
