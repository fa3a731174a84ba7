extension ResampleDefinition {
  /// Linear upsampling by whole factors.
  init(factor: Extent, input: MapShape) {
    size = .target(Extent(input.height * factor.height, input.width * factor.width))
    grid = .upsample
  }

  /// The shape of what comes out; checks settings.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    let lengths: (Double, Double) =
      switch size {
      case .factor(let height, let width): (Double(height) * Double(input.height), Double(width) * Double(input.width))
      case .target(let target): (Double(target.height), Double(target.width))
      }
    for length in [lengths.0, lengths.1] {
      guard length >= 1, length <= 268_435_456 else {
        let isMeasurable = length.isFinite && abs(length) < 1e18
        throw .invalidSetting(layer: layer, setting: "targetSize", value: isMeasurable ? Int(length) : Int.max)
      }
    }
    return MapShape(channels: input.channels, height: Int(lengths.0), width: Int(lengths.1))
  }
}

extension ResampleDefinition.Grid {
  /// Where place `index` of `count` lies on an axis of `length` numbers, 0 … length − 1.
  func place(_ index: Int, of count: Int, length: Int) -> Double {
    place(index, of: count, span: Double(length) - 1)
  }

  /// Where place `index` of `count` lies between the first number of a region and the one `span` after it.
  func place(_ index: Int, of count: Int, span: Double) -> Double {
    let (i, new, old) = (Double(index), Double(count), span + 1)
    let place: Double =
      switch self {
      case .nearest: (i * old / new).rounded(.down)
      case .upsample: count == 1 ? 0 : i * (old - old / new) / (new - 1)
      case .strictEndpoints: count == 1 ? 0 : i * span / (new - 1)
      case .endpoints: count == 1 ? span / 2 : i * span / (new - 1)
      case .centers: (i + 0.5) * old / new - 0.5
      case .regions: (i + 0.5) * max(1, span) / new
      }
    return min(max(place, 0), max(span, 0.0))
  }
}
