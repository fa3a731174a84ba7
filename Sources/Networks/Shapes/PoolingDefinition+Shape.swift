extension PoolingDefinition {
  /// The shape of what comes out; checks settings.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    let geometry = try geometry(of: input, layer: layer)
    for axis in [geometry.rows, geometry.columns] {
      // A window wholly outside the map has no maximum and no mean.
      for window in [0, axis.output - 1] where axis.places(of: window).isEmpty {
        throw .emptyOutput(layer: layer, input: input.lengths)
      }
    }
    return MapShape(channels: input.channels, height: geometry.rows.output, width: geometry.columns.output)
  }

  /// The windows over an input.
  func geometry(of input: MapShape, layer: String) throws(NetworkError) -> WindowGeometry {
    let whole = Extent(input.height, input.width)
    return try isGlobal
      ? WindowGeometry(
        layer: layer, input: input, kernel: whole, stride: Extent(1, 1), padding: .valid(Margins()))
      : WindowGeometry(layer: layer, input: input, kernel: kernelSize, stride: stride, padding: padding)
  }
}
