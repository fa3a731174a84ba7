import Tensors

/// Numbers for every channel, or for every place of a map, laid out as the engine's maps.
struct SpreadTable {
  /// As many as there are channels, or as there are numbers in a sample.
  let values: [Float]

  /// Spreads a parameter of shape [1], [C], [1, H, W] or [C, H, W] over a map.
  init(_ parameter: Tensor, named name: String, over shape: MapShape, layer: String) throws(NetworkError) {
    let lengths = parameter.shape
    let isForMap = lengths.count == 3 && (lengths[1] > 1 || lengths[2] > 1)
    if parameter.count == 1 {
      values = [Float](repeating: parameter.values[0], count: shape.channels)
    } else if !isForMap, parameter.count == shape.channels {
      values = parameter.values
    } else if isForMap, lengths[1] == shape.height, lengths[2] == shape.width,
      lengths[0] == 1 || lengths[0] == shape.channels
    {
      values = (0..<shape.count).map { index in
        let (pixel, channel) = (index / shape.channels, index % shape.channels)
        return parameter.values[(lengths[0] == 1 ? 0 : channel * shape.pixels) + pixel]
      }
    } else {
      throw .parameterMismatch(layer: layer, parameter: name, expected: shape.lengths, actual: lengths)
    }
  }

  init(_ values: [Float]) { self.values = values }
}
