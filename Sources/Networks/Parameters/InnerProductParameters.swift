/// A fully connected layer's parameters inside the engine.
final class InnerProductParameters {
  let weights: Parameter
  let bias: Parameter?

  init(_ definition: InnerProductDefinition, layer: String, isTrainable: Bool) {
    weights = Parameter(
      ParameterKey(layer: layer, part: .weights), definition.weights, isTrainable: isTrainable)
    bias = definition.bias.map {
      Parameter(ParameterKey(layer: layer, part: .bias), $0, isTrainable: isTrainable)
    }
  }
}
