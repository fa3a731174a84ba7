import Tensors

extension ConvolutionDefinition {
  /// Whether the average over the whole map of what comes out can be taken on the way: every output is a sum over one pixel, and
  /// there are enough of them for the shorter backward pass to pay.
  func canFuseAverage(_ pooling: PoolingDefinition, input: MapShape) -> Bool {
    !isDeconvolution && groups == 1 && kernelSize == Extent(1, 1) && stride == Extent(1, 1)
      && padding.isNone && pooling.statistic == .average && pooling.isGlobal && input.pixels >= 12
      && weights.count >= 4096
  }

  /// Whether the 2 × 2 maxima of what comes out can be taken on the way: the windows of both lie on their maps as they are, and
  /// there are not so many weights that a gradient for every few samples would take much memory. Places on either map are counted
  /// in 32 bits in the backward pass: of maps near that the layers run one by one.
  func canFuseMaxima(_ pooling: PoolingDefinition, input: MapShape) -> Bool {
    guard !isDeconvolution, groups == 1, dilation == Extent(1, 1), pooling.statistic == .max, !pooling.isGlobal,
      pooling.kernelSize == Extent(2, 2), pooling.stride == Extent(2, 2), weights.count <= 1 << 17,
      !(kernelSize == Extent(3, 3) && stride == Extent(1, 1) && input.channels % 16 == 0),
      let geometry = try? geometry(of: input, layer: ""), geometry.rows.lies, geometry.columns.lies
    else { return false }
    let made = MapShape(channels: outputChannels, height: geometry.rows.output, width: geometry.columns.output)
    guard let maxima = try? pooling.geometry(of: made, layer: "") else { return false }
    return maxima.rows.lies && maxima.columns.lies && max(input.count, made.count) < 1 << 28
  }

  /// Whether the weights' gradient can be summed block by block, too.
  func sumsGradientBlockwise(input: MapShape) -> Bool {
    guard groups == 1, let geometry = try? geometry(of: input, layer: "") else { return false }
    let made = MapShape(channels: outputChannels, height: geometry.rows.output, width: geometry.columns.output)
    return geometry.suitsRowBlockGradient(large: input, small: made, pixelStep: input.channels)
  }

  /// Whether a maximum that follows is better taken block by block, while what comes out is near: where it is a large map, made
  /// row by row.
  func canFuseMaximaBlockwise(_ pooling: PoolingDefinition, input: MapShape) -> Bool {
    guard !isDeconvolution, pooling.statistic == .max, !pooling.isGlobal,
      let geometry = try? geometry(of: input, layer: "")
    else { return false }
    let made = MapShape(channels: outputChannels, height: geometry.rows.output, width: geometry.columns.output)
    let isMadeRowByRow = !(geometry.rows.isPlainThree && geometry.columns.isPlainThree)
    return isMadeRowByRow && made.count >= 1 << 17 && (try? pooling.geometry(of: made, layer: "")) != nil
  }
}

extension WindowGeometry {
  /// Whether the gradient of weights through these windows is summed block by block: where maps are large and weights few. The
  /// pixels of the large map, on which the windows lie, are `pixelStep` apart.
  func suitsRowBlockGradient(large: MapShape, small: MapShape, pixelStep: Int) -> Bool {
    let weights = small.channels * large.channels * rows.kernel * columns.kernel
    let isDirect = rows.lies && columns.lies
    return columns.dilation == 1 && (!isDirect || pixelStep == large.channels || columns.kernel == 1)
      && small.pixels >= 128 && weights <= 1 << 16
  }
}

extension Padding {
  /// Whether a single pixel's kernel meets nothing but the map.
  fileprivate var isNone: Bool {
    switch self {
    case .valid(let margins): margins == Margins()
    case .same: true
    case .includeLastPixel: false
    }
  }
}
