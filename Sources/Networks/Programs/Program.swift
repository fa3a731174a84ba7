import Arithmetic

/// The layers it takes to compute some tensors, made ready to run, and where their memory lies.
final class Program {
  let runners: [any LayerRunner]
  /// Those a gradient reaches, the last first; and of these those whose backward pass is not fused into another's.
  let backwardLayers: [any LayerRunner], backwardPasses: [any LayerRunner]
  private let packing: [any PackingRunner]
  let memory: MemoryPlan
  /// The network's inputs that are read, by number.
  let inputs: [Int]

  var storage: StoragePlan { memory.storage }

  /// Makes ready what computes the wanted tensors; for training, also the backward pass from the tensors the losses read to the
  /// parameters that may change.
  init(_ blueprint: Blueprint, wanted: Set<Int>, losses: [Int] = []) throws(NetworkError) {
    let isTraining = !losses.isEmpty
    let list = NodeList(blueprint, wanted: wanted, isTraining: isTraining)
    let read = Set(list.nodes.flatMap(\.inputs)).union(wanted)
    inputs = blueprint.definition.inputs.indices.filter(read.contains)
    let needs = isTraining ? Program.needsGradient(list) : [Bool](repeating: false, count: list.shapes.count)
    let (modes, written) = Program.gradientModes(list, needs: needs, losses: losses)
    let storage = StoragePlan(
      list, isTraining: isTraining, needsGradient: needs, writtenGradients: written, inputs: inputs)
    try MemoryLimit.check([storage.floatsPerSample], layer: nil)
    let bytes = isTraining ? ByteMaps() : ByteMaps(list, storage)
    var made: [any LayerRunner] = []
    var fused: Set<Int> = []
    let readers = list.readers()
    for (index, node) in list.nodes.enumerated() where !storage.idle.contains(index) {
      if let kind = node.barrier, modes[index].contains(where: { $0 != .unneeded }) {
        throw .step(.notDifferentiable(layer: node.name, kind: kind))
      }
      let place = LayerPlace(
        name: node.name, index: made.count, inputs: node.inputs, outputs: node.outputs, gradientModes: modes[index])
      let context = RunnerContext(
        place: place, inputs: node.inputs.map { storage.placements[$0] },
        outputs: node.outputs.map { storage.placements[$0] },
        outputGradients: node.outputs.map { storage.gradientPlacements[$0] }, rectifies: node.rectifies,
        factors: node.factors, function: node.function)
      let runner = try node.runner(context, blueprint, bytes, inPlace: storage.inPlace[index])
      if isTraining, let input = node.inputs.first, readers[input] == 1, !list.wanted.contains(input),
        let producer = made.first(where: { $0.place.outputs.contains(input) }),
        (runner as? any BackwardFusingRunner)?.fuseBackward(of: producer) ?? false
      {
        fused.insert(producer.place.index)
      }
      let needs = runner.memory
      try MemoryLimit.check([max(needs.scratch, needs.savedFloats, needs.savedIndices)], layer: node.name)
      made.append(runner)
    }
    memory = MemoryPlan(storage: storage, isTraining: isTraining, layers: made.map(\.memory))
    runners = made
    packing = made.compactMap { $0 as? any PackingRunner }
    let reached = made.reversed().filter { $0.place.outputs.contains { storage.gradientPlacements[$0] != nil } }
    backwardLayers = reached
    backwardPasses = reached.filter { !fused.contains($0.place.index) }
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

  /// In the backward pass, the last reader of a tensor comes first and writes its gradient, the others add to it. A loss has
  /// written before any. What is read as indices or conditions alone is given none, nor is what is computed for it.
  ///
  /// - Returns: What each node does, and for each tensor whether anything writes its gradient.
  private static func gradientModes(
    _ list: NodeList, needs: [Bool], losses: [Int]
  ) -> (modes: [[GradientMode]], isWritten: [Bool]) {
    var modes: [[GradientMode]] = list.nodes.map { $0.inputs.map { _ in .unneeded } }
    var isWritten = [Bool](repeating: false, count: list.shapes.count)
    for loss in losses { isWritten[loss] = true }
    for (index, node) in list.nodes.enumerated().reversed() where node.outputs.contains(where: { isWritten[$0] }) {
      for (slot, input) in node.inputs.enumerated() where needs[input] && node.passesGradient(to: slot) {
        modes[index][slot] = isWritten[input] ? .additional : .first
        isWritten[input] = true
      }
    }
    return (modes, isWritten)
  }

  /// Brings packed weights up to date, the layers shared among the threads.
  func prepare(_ workers: WorkerPool, for pass: Pass) {
    guard packing.contains(where: { $0.isStale(for: pass) }) else { return }
    let stale = packing.filter { $0.isStale(for: pass) }
    workers.run(stale.count) { index, _ in stale[index].prepare(for: pass) }
  }

  /// Computes all tensors.
  func forward(_ space: Workspace) { _ = forwardLayers(space) { true } }

  /// Computes all tensors layer by layer, asking before each whether to go on.
  ///
  /// - Returns: Whether it came to the end.
  func forwardLayers(_ space: Workspace, goesOn: () -> Bool) -> Bool {
    for runner in runners {
      guard goesOn() else { return false }
      time(runner, space.clock, samples: space.batch) { runner.forward(space) }
    }
    return true
  }

  /// Runs a layer, and takes its time where there is a clock.
  func time(_ runner: any LayerRunner, _ clock: LayerClock?, samples: Int, _ body: () -> Void) {
    guard let clock else { return body() }
    clock.measure(.layer(runner.place.index), samples: samples, body)
  }
}
