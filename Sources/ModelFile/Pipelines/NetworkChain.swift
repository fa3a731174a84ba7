public import Networks

/// The networks of a pipeline as one network: each model reads what the pipeline takes, or what a model before it gives.
///
/// Layers and tensors keep their names; one that a model before has taken is put under the name of its model, `head/dense`.
public struct NetworkChain: Sendable {
  /// All layers in order of execution; the outputs are the last model's, the scores first.
  public private(set) var definition: NetworkDefinition
  private var members: [Member] = []

  /// A model of the row, and how what it has is called in the whole.
  private struct Member {
    let own: NetworkDefinition
    let layers: [String: String]
  }

  /// Joins the networks of a row of models.
  ///
  /// - Parameters:
  ///   - models: The models, all of them networks, in order.
  ///   - names: Their names.
  ///   - inputs: What the pipeline takes.
  /// - Throws: `wrongKind` for a model that is no network, `input` for one whose input nothing before it gives as an array,
  ///   and what is wrong with a network.
  public init(_ models: [ModelFile], names: [String], inputs: [String]) throws(ModelFileError) {
    definition = NetworkDefinition(inputs: [], layers: [], outputs: [])
    var joining = NetworkJoiner(inputs: inputs)
    for (model, name) in zip(models, names) {
      let network = try model.network()
      let layers = try joining.append(network, of: model, named: name)
      members.append(Member(own: network, layers: layers))
    }
    definition = joining.definition
  }

  /// For each model its own network with what has become of its layers in the whole: their numbers, settings and flags.
  ///
  /// - Parameter whole: The network as it is now; its layers are called as they were.
  /// - Returns: The networks, in the order of the models.
  public func split(_ whole: NetworkDefinition) -> [NetworkDefinition] {
    let known = Dictionary(whole.layers.map { ($0.name, $0) }) { first, _ in first }
    return members.map { member in
      var result = member.own
      for index in result.layers.indices {
        guard let layer = member.layers[result.layers[index].name].flatMap({ known[$0] }) else { continue }
        result.layers[index].kind = layer.kind
        result.layers[index].isUpdatable = layer.isUpdatable
      }
      return result
    }
  }

  /// What the last model's layers are called in the whole.
  public var lastLayers: Set<String> { Set(members.last?.layers.values.map { $0 } ?? []) }
}

/// A network that grows by one model after the other.
private struct NetworkJoiner {
  private(set) var definition = NetworkDefinition(inputs: [], layers: [], outputs: [])
  private let inputs: Set<String>
  /// The tensor behind each name that models may read.
  private var given: [String: String] = [:]
  private var tensors: Set<String> = []
  private var layers: Set<String> = []

  init(inputs: [String]) { self.inputs = Set(inputs) }

  /// Appends a model; gives what its layers are called.
  mutating func append(
    _ network: NetworkDefinition, of model: ModelFile, named name: String
  ) throws(ModelFileError) -> [String: String] {
    var renamed: [String: String] = [:]
    for input in network.inputs { renamed[input.name] = try tensor(for: input) }
    var names: [String: String] = [:]
    for layer in network.layers {
      var copy = layer
      copy.name = free(layer.name, name, taken: layers)
      copy.inputs = layer.inputs.map { renamed[$0] ?? $0 }
      for (place, output) in layer.outputs.enumerated() {
        let tensor = free(output, name, taken: tensors)
        renamed[output] = tensor
        tensors.insert(tensor)
        copy.outputs[place] = tensor
      }
      names[layer.name] = copy.name
      layers.insert(copy.name)
      definition.layers.append(copy)
    }
    definition.outputs = network.outputs.map { renamed[$0] ?? $0 }
    for output in model.description.outputs { given[output.name] = renamed[output.name] }
    return names
  }

  /// The tensor that feeds an input of a model, in the shape it is read in.
  private mutating func tensor(for input: NetworkInput) throws(ModelFileError) -> String {
    guard let source = given[input.name] else {
      guard inputs.contains(input.name), tensors.insert(input.name).inserted else {
        throw .input(name: input.name, .notGiven)
      }
      definition.inputs.append(input)
      given[input.name] = input.name
      return input.name
    }
    if let own = definition.inputs.first(where: { $0.name == source }) {
      guard own == input else { throw .input(name: input.name, .shape(own.shape)) }
      return source
    }
    guard input.image == nil else { throw .input(name: input.name, .type(.image)) }
    let shape = (try? definition.shapes())?[source] ?? []
    guard shape != input.shape else { return source }
    guard shape.product == input.shape.product else { throw .input(name: input.name, .shape(shape)) }
    let name = free("\(source) as \(input.shape)", "", taken: tensors.union(layers))
    let kind: LayerKind =
      input.shape.count == 1 ? .flatten(.channelFirst) : .reshape(targetShape: input.shape, order: .channelFirst)
    definition.layers.append(LayerDefinition(name: name, inputs: [source], outputs: [name], kind: kind))
    tensors.insert(name)
    layers.insert(name)
    return name
  }

  /// A name no model before has taken.
  private func free(_ name: String, _ model: String, taken: Set<String>) -> String {
    var result = name
    while taken.contains(result) { result = "\(model)/\(result)" }
    return result
  }
}
