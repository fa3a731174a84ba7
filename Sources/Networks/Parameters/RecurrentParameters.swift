import Tensors

/// A recurrent layer's parameters inside the engine. Those of the backward direction, in a bidirectional layer, do not learn:
/// the format cannot say that they may.
final class RecurrentParameters {
  /// One direction's.
  struct Direction {
    let input: Parameter
    let recursion: Parameter
    let bias: Parameter?
    let peepholes: Parameter?

    fileprivate init(_ weights: RecurrentWeights, _ layer: LayerDefinition, isTrainable: Bool) {
      func parameter(_ part: ParameterKey.Part, _ tensor: Tensor) -> Parameter {
        Parameter(ParameterKey(layer: layer.name, part: part), tensor, isTrainable: isTrainable)
      }
      input = parameter(.weights, weights.input)
      recursion = parameter(.recursion, weights.recursion)
      bias = weights.bias.map { parameter(.bias, $0) }
      peepholes = weights.peepholes.map { parameter(.peepholes, $0) }
    }

    /// All there are.
    var all: [Parameter] { [input, recursion] + [bias, peepholes].compactMap { $0 } }
  }

  let directions: [Direction]

  init(_ definition: RecurrentDefinition, _ layer: LayerDefinition) {
    let learns = layer.isUpdatable && definition.backward == nil
    directions =
      [Direction(definition.parameters, layer, isTrainable: learns)]
      + (definition.backward.map { [Direction($0, layer, isTrainable: false)] } ?? [])
  }

  /// What has a name of its own: the parameters of the forward direction.
  var named: [Parameter] { directions[0].all }
}
