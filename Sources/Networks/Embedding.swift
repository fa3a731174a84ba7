import Tensors

extension EmbeddingDefinition {
  /// The shape of what comes out; checks parameters.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    guard input.count == 1 else { throw .shapeMismatch(layer: layer, expected: [1], actual: input.lengths) }
    for (setting, value) in [("inputDim", inputDimension), ("outputChannels", outputChannels)] where value < 1 {
      throw .invalidSetting(layer: layer, setting: setting, value: value)
    }
    let expected = [outputChannels, inputDimension]
    try MemoryLimit.check(expected, layer: layer)
    guard weights.count == outputChannels * inputDimension else {
      throw .parameterMismatch(layer: layer, parameter: "weights", expected: expected, actual: weights.shape)
    }
    if let bias, bias.count != outputChannels {
      throw .parameterMismatch(layer: layer, parameter: "bias", expected: [outputChannels], actual: bias.shape)
    }
    return .vector(outputChannels)
  }
}

/// Runs an embedding: the table's column for the whole number it reads. A number outside the table gives what is not a number,
/// that it may be noticed.
final class EmbeddingRunner: LayerRunner {
  let place: LayerPlace
  private let definition: EmbeddingDefinition

  init(_ context: RunnerContext, _ definition: EmbeddingDefinition) {
    place = context.place
    self.definition = definition
  }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    let columns = definition.inputDimension
    for sample in 0..<space.batch {
      let number = source.sample(sample)[0].rounded()
      let isThere = number >= 0 && number < Float(columns)
      for c in 0..<definition.outputChannels {
        let weight = isThere ? definition.weights.values[c * columns + Int(number)] : .nan
        target.sample(sample)[c] = weight + (definition.bias?.values[c] ?? 0)
      }
    }
  }

  func backward(_ space: Workspace) {}
}
