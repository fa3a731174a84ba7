/// The layers it takes to compute some tensors, made ready to run, and where their memory lies.
final class Program {
  let runners: [any LayerRunner]
  let storage: StoragePlan
  let isTraining: Bool
  /// The network's inputs that are read, by number.
  let inputs: [Int]

  /// Makes ready what computes the wanted tensors; for training, also what leads back from `loss` to the parameters that may
  /// change.
  init(_ blueprint: Blueprint, wanted: Set<Int>, loss: Int? = nil) throws(NetworkError) {
    let list = NodeList(blueprint, wanted: wanted)
    isTraining = loss != nil
    let read = Set(list.nodes.flatMap(\.inputs)).union(wanted)
    inputs = blueprint.definition.inputs.indices.filter(read.contains)
    let needs = isTraining ? Program.needsGradient(list) : [Bool](repeating: false, count: list.shapes.count)
    let storage = StoragePlan(list, isTraining: isTraining, needsGradient: needs, inputs: inputs)
    try MemoryLimit.check([storage.floatsPerSample], layer: nil)
    let modes = Program.gradientModes(list, needs: needs, idle: storage.idle)
    var made: [any LayerRunner] = []
    for (index, node) in list.nodes.enumerated() where !storage.idle.contains(index) {
      let place = LayerPlace(
        name: node.name, index: made.count, inputs: node.inputs, outputs: node.outputs, gradientModes: modes[index])
      let context = RunnerContext(
        place: place, inputs: node.inputs.map { storage.placements[$0] },
        outputs: node.outputs.map { storage.placements[$0] },
        outputGradients: node.outputs.map { storage.gradientPlacements[$0] }, rectifies: node.rectifies)
      made.append(try Program.runner(node, context, blueprint, inPlace: storage.inPlace[index]))
    }
    self.storage = storage
    runners = made
  }

  /// A tensor's gradient is needed when something that may change lies below it.
  private static func needsGradient(_ list: NodeList) -> [Bool] {
    var needs = [Bool](repeating: false, count: list.shapes.count)
    for node in list.nodes {
      let isBelow = node.inputs.contains { needs[$0] }
      if node.isTrainable || isBelow { for output in node.outputs { needs[output] = true } }
    }
    return needs
  }

  /// On the way back, the last reader of a tensor comes first and writes its gradient, the others add to it.
  private static func gradientModes(_ list: NodeList, needs: [Bool], idle: Set<Int>) -> [[GradientMode]] {
    var modes: [[GradientMode]] = list.nodes.map { $0.inputs.map { _ in .unneeded } }
    var isWritten = [Bool](repeating: false, count: list.shapes.count)
    for (index, node) in list.nodes.enumerated().reversed() {
      for (slot, input) in node.inputs.enumerated() where needs[input] {
        modes[index][slot] = isWritten[input] ? .additional : .first
        isWritten[input] = true
      }
    }
    return modes
  }

  private static func runner(
    _ node: Node, _ context: RunnerContext, _ blueprint: Blueprint, inPlace: [Bool]?
  ) throws(NetworkError) -> any LayerRunner {
    let layer: LayerDefinition
    switch node.work {
    case .unroll(let order): return FlattenRunner(context, order)
    case .layer(let definition): layer = definition
    }
    switch layer.kind {
    case .convolution:
      guard let parameters = blueprint.convolutions[layer.name] else { break }
      return try ConvolutionRunner(context, parameters)
    case .innerProduct:
      guard let parameters = blueprint.innerProducts[layer.name] else { break }
      return InnerProductRunner(context, parameters)
    case .pooling(let pooling): return try PoolingRunner(context, pooling)
    case .activation(let function): return ActivationRunner(context, function)
    case .softmax: return SoftmaxRunner(context)
    case .flatten(let order): return FlattenRunner(context, order)
    case .concat:
      return ConcatRunner(context, isInPlace: inPlace ?? node.inputs.map { _ in false })
    case .add(let constant): return CombinationRunner(context, .add(constant: constant))
    case .multiply(let constant): return CombinationRunner(context, .multiply(constant: constant))
    case .average: return CombinationRunner(context, .average)
    case .maximum: return CombinationRunner(context, .maximum)
    case .minimum: return CombinationRunner(context, .minimum)
    case .dropout(let probability): return DropoutRunner(context, probability: probability)
    default: break
    }
    throw .unsupported(layer: layer.name, kind: layer.kind.label)
  }

  /// Brings packed weights up to date.
  func prepare() { for runner in runners { runner.prepare(isTraining: isTraining) } }

  func forward(_ space: Workspace) { for runner in runners { runner.forward(space) } }

  /// Leads the gradient back, from the tensor whose gradient was written to the lowest parameter that may change.
  func backward(_ space: Workspace) {
    for runner in runners.reversed() where runner.place.outputs.contains(where: { space.gradients[$0] != nil }) {
      runner.backward(space)
    }
  }
}

extension Node {
  /// Whether training changes its parameters.
  var isTrainable: Bool {
    guard case .layer(let layer) = work, layer.isUpdatable else { return false }
    switch layer.kind {
    case .convolution, .innerProduct: return true
    default: return false
    }
  }
}
