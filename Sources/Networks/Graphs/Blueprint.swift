/// A network checked and numbered: what programs are made of.
final class Blueprint {
  /// A layer with its tensors by number.
  struct Step {
    var layer: LayerDefinition
    var inputs: [Int]
    var outputs: [Int]
    /// Its parameters, where they are not those of the network's layer of this name.
    var parameters: ConvolutionParameters?
  }

  let definition: NetworkDefinition
  /// The number of each tensor.
  let numbers: [String: Int]
  /// The shape of each tensor.
  let shapes: [MapShape]
  let steps: [Step]
  /// What predictions do; nil until it is asked for.
  private var joined: [Step]?
  /// The layers' parameters, by the layer's name.
  let layerParameters: [String: LayerParameters]
  /// All parameters, in the order of the layers, weights before bias.
  let parameters: [Parameter]

  init(_ definition: NetworkDefinition) throws(NetworkError) {
    self.definition = definition
    (numbers, shapes, steps) = Blueprint.numbered(definition, try definition.inferShapes())
    let made = definition.layers.map { ($0.name, LayerParameters($0)) }
    layerParameters = Dictionary(uniqueKeysWithValues: made)
    parameters = made.flatMap(\.1.all)
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

  /// The steps of predictions: linear layers over one map that are not trained are one convolution.
  var stepsOfPredictions: [Step] {
    if let joined { return joined }
    let current = zip(steps, currentDefinition.layers).map { step, layer in
      Step(layer: layer, inputs: step.inputs, outputs: step.outputs)
    }
    let made = LinearBranches.joined(in: current, shapes: shapes)
    joined = made
    return made
  }

  /// Has those steps made anew, for parameters that training does not change were changed.
  func forgetStepsOfPredictions() { joined = nil }

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
