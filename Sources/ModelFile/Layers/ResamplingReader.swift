import Networks

/// Reads the layers that bring maps to another size, or move numbers between channels and maps.
struct ResamplingReader {
  /// The layer's settings and numbers.
  let layer: LayerReader

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
    try layer.expect()
    let interpolation: Interpolation = try layer.choice(5, "mode", of: [.nearest, .bilinear])
    let linear: ResampleDefinition.Grid = try layer.choice(
      6, "linearUpsampleMode", of: [.upsample, .strictEndpoints, .centers])
    let fractions = layer.content[repeated: 7].floats
    guard fractions.isEmpty || fractions.count == 2 && layer.content[repeated: 1].counts.isEmpty else {
      throw layer.fail(.listLength(field: "fractionalScalingFactor", allowed: [0, 2], actual: fractions.count))
    }
    if fractions.isEmpty, interpolation == .nearest || linear == .upsample {
      return .upsample(factor: try layer.extent(1, "scalingFactor", absent: 1), interpolation: interpolation)
    }
    let whole = try layer.extent(1, "scalingFactor", absent: 1)
    let factors = fractions.isEmpty ? [Float(whole.height), Float(whole.width)] : fractions
    for factor in factors where !(factor > 0 && factor <= 65536) {
      throw layer.fail(.size(field: "fractionalScalingFactor", value: factor.isFinite ? Int(factor) : 0))
    }
    return .resample(
      ResampleDefinition(
        size: .factor(height: factors[0], width: factors[1]), grid: interpolation == .nearest ? .nearest : linear))
  }

  func resizeBilinear() throws(ModelFileError) -> LayerKind {
    try layer.expect()
    return .resample(
      ResampleDefinition(size: .target(try layer.extent(1, "targetSize", absent: 1)), grid: try samplingGrid(2)))
  }

  func cropResize() throws(ModelFileError) -> LayerKind {
    try layer.expect(inputs: 2...2)
    let box = layer.content.message(4)?.choice(1) ?? 0
    guard ResamplingReader.boxCoordinates.indices.contains(box) else {
      throw layer.fail(.choice(field: "boxMode", value: box))
    }
    return .cropResize(
      CropResizeDefinition(
        targetSize: try layer.extent(1, "targetSize", absent: 1), isNormalized: layer.content.bool(2),
        grid: try samplingGrid(3),
        coordinates: ResamplingReader.boxCoordinates[box], spatialScale: layer.content.float(5, absent: 1)))
  }

  private func samplingGrid(_ number: Int) throws(ModelFileError) -> ResampleDefinition.Grid {
    let mode = layer.content.message(number)?.choice(1) ?? 0
    guard ResamplingReader.samplingGrids.indices.contains(mode) else {
      throw layer.fail(.choice(field: "samplingMethod", value: mode))
    }
    return ResamplingReader.samplingGrids[mode]
  }

  func reorganize() throws(ModelFileError) -> LayerKind {
    try layer.expect()
    let block = layer.content.count(2)
    try layer.check(block, "blockSize", least: 2)
    return .reorganize(
      ReorganizeDefinition(mode: try layer.choice(1, "mode", of: ResamplingReader.reorganizations), blockSize: block))
  }
}
