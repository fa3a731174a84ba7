/// A network checked and numbered: what programs are made of.
final class Blueprint {
  /// A layer with its tensors by number.
  struct Step {
    var layer: LayerDefinition
    var inputs: [Int]
    var outputs: [Int]
  }

  let definition: NetworkDefinition
  /// The number of each tensor.
  let numbers: [String: Int]
  /// The shape of each tensor.
  let shapes: [MapShape]
  let steps: [Step]
  /// The parameters inside the machine, by layer.
  let convolutions: [String: ConvolutionParameters]
  let innerProducts: [String: InnerProductParameters]
  let recurrent: [String: RecurrentParameters]
  /// Those of embeddings and batch normalisations.
  let tables: [String: [ParameterKey.Part: Parameter]]
  /// All parameters, in the order of the layers, weights before bias.
  let parameters: [Parameter]

  init(_ definition: NetworkDefinition) throws(NetworkError) {
    self.definition = definition
    (numbers, shapes, steps) = Blueprint.numbered(definition, try definition.inferShapes())
    var convolutions: [String: ConvolutionParameters] = [:]
    var innerProducts: [String: InnerProductParameters] = [:]
    var recurrent: [String: RecurrentParameters] = [:]
    var tables: [String: [ParameterKey.Part: Parameter]] = [:]
    var parameters: [Parameter] = []
    for layer in definition.layers {
      switch layer.kind {
      case .convolution(let convolution):
        let made = ConvolutionParameters(convolution, layer: layer.name, isTrainable: layer.isUpdatable)
        convolutions[layer.name] = made
        parameters += [made.weights] + (made.bias.map { [$0] } ?? [])
      case .innerProduct(let product):
        let made = InnerProductParameters(product, layer: layer.name, isTrainable: layer.isUpdatable)
        innerProducts[layer.name] = made
        parameters += [made.weights] + (made.bias.map { [$0] } ?? [])
      case .recurrent(let definition):
        let made = RecurrentParameters(definition, layer)
        recurrent[layer.name] = made
        parameters += made.named
      case .embedding, .batchNormalization:
        let made = Blueprint.parameters(of: layer)
        tables[layer.name] = Dictionary(uniqueKeysWithValues: made.map { ($0.key.part, $0) })
        parameters += made
      default: break
      }
    }
    self.recurrent = recurrent
    self.tables = tables
    self.convolutions = convolutions
    self.innerProducts = innerProducts
    self.parameters = parameters
  }

  /// Numbers in place of the tensors' names: first the inputs, then what the layers make, in their order.
  private static func numbered(
    _ definition: NetworkDefinition, _ byName: [String: MapShape]
  ) -> (numbers: [String: Int], shapes: [MapShape], steps: [Step]) {
    var numbers: [String: Int] = [:]
    var shapes: [MapShape] = []
    func number(_ name: String) -> Int {
      if let known = numbers[name] { return known }
      numbers[name] = shapes.count
      shapes.append(byName[name] ?? .vector(1))
      return shapes.count - 1
    }
    for input in definition.inputs { _ = number(input.name) }
    let steps = definition.layers.map { layer in
      Step(layer: layer, inputs: layer.inputs.map(number), outputs: layer.outputs.map(number))
    }
    return (numbers, shapes, steps)
  }

  private static func parameters(of layer: LayerDefinition) -> [Parameter] {
    ParameterKey.Part.allCases.compactMap { part in
      layer[part].map { Parameter(ParameterKey(layer: layer.name, part: part), $0, isTrainable: layer.isUpdatable) }
    }
  }

  /// The parameters training may change.
  var trainable: [Parameter] { parameters.filter(\.isTrainable) }

  /// The network with its present parameters.
  var currentDefinition: NetworkDefinition {
    var current = definition
    let places = Dictionary(uniqueKeysWithValues: current.layers.indices.map { (current.layers[$0].name, $0) })
    for parameter in parameters where parameter.version > 0 {
      guard let index = places[parameter.key.layer] else { continue }
      current.layers[index][parameter.key.part] = parameter.tensor
    }
    return current
  }
}
