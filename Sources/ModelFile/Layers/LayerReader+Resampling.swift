import Networks

/// The layers that bring maps to another size, or move numbers between channels and maps.
extension LayerReader {
  /// The format's sampling modes, in the order of their numbers.
  static let samplingGrids: [ResampleDefinition.Grid] = [.strictEndpoints, .endpoints, .upsample, .regions]
  /// The format's ways to give a box, in the order of their numbers.
  static let boxCoordinates: [CropResizeDefinition.Coordinates] = [
    .corners, .cornersWidthFirst, .center, .centerWidthFirst,
  ]
  /// The format's directions of reorganisation, in the order of their numbers.
  static let reorganizations: [ReorganizeDefinition.Mode] = [.spaceToDepth, .depthToSpace, .pixelShuffle]

  /// Whole factors, nearest or linear; fractional ones, and linear ones with aligned corners, are a resampling.
  func upsample() throws(ModelFileError) -> LayerKind {
    try expect()
    let interpolation: Interpolation = try choice(5, "mode", of: [.nearest, .bilinear])
    let linear: ResampleDefinition.Grid = try choice(
      6, "linearUpsampleMode", of: [.upsample, .strictEndpoints, .centers])
    let fractions = content.floats(7)
    guard fractions.isEmpty || fractions.count == 2 && content.counts(1).isEmpty else {
      throw fail(.listLength(field: "fractionalScalingFactor", allowed: [0, 2], actual: fractions.count))
    }
    if fractions.isEmpty, interpolation == .nearest || linear == .upsample {
      return .upsample(factor: try extent(1, "scalingFactor", absent: 1), interpolation: interpolation)
    }
    let whole = try extent(1, "scalingFactor", absent: 1)
    let factors = fractions.isEmpty ? [Float(whole.height), Float(whole.width)] : fractions
    for factor in factors where !(factor > 0 && factor <= 65536) {
      throw fail(.size(field: "fractionalScalingFactor", value: factor.isFinite ? Int(factor) : 0))
    }
    return .resample(
      ResampleDefinition(
        size: .factor(height: factors[0], width: factors[1]), grid: interpolation == .nearest ? .nearest : linear))
  }

  func resizeBilinear() throws(ModelFileError) -> LayerKind {
    try expect()
    return .resample(
      ResampleDefinition(size: .target(try extent(1, "targetSize", absent: 1)), grid: try samplingGrid(2)))
  }

  func cropResize() throws(ModelFileError) -> LayerKind {
    try expect(inputs: 2...2)
    let box = content.message(4)?.choice(1) ?? 0
    guard LayerReader.boxCoordinates.indices.contains(box) else { throw fail(.choice(field: "boxMode", value: box)) }
    return .cropResize(
      CropResizeDefinition(
        targetSize: try extent(1, "targetSize", absent: 1), isNormalized: content.bool(2), grid: try samplingGrid(3),
        coordinates: LayerReader.boxCoordinates[box], spatialScale: content.float(5, absent: 1)))
  }

  private func samplingGrid(_ number: Int) throws(ModelFileError) -> ResampleDefinition.Grid {
    let mode = content.message(number)?.choice(1) ?? 0
    guard LayerReader.samplingGrids.indices.contains(mode) else {
      throw fail(.choice(field: "samplingMethod", value: mode))
    }
    return LayerReader.samplingGrids[mode]
  }

  func reorganize() throws(ModelFileError) -> LayerKind {
    try expect()
    let block = content.count(2)
    try check(block, "blockSize", least: 2)
    return .reorganize(
      ReorganizeDefinition(mode: try choice(1, "mode", of: LayerReader.reorganizations), blockSize: block))
  }
}
