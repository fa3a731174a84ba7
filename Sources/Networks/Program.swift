import Arithmetic

/// The layers it takes to compute some tensors, made ready to run, and where their memory lies.
final class Program {
  let runners: [any LayerRunner]
  /// Those a gradient reaches, the last first.
  let wayBack: [any LayerRunner]
  let storage: StoragePlan
  let isTraining: Bool
  /// The network's inputs that are read, by number.
  let inputs: [Int]

  /// Makes ready what computes the wanted tensors; for training, also what leads back from the tensors the losses read to the
  /// parameters that may change.
  init(_ blueprint: Blueprint, wanted: Set<Int>, losses: [Int] = []) throws(NetworkError) {
    isTraining = !losses.isEmpty
    let list = NodeList(blueprint, wanted: wanted, isTraining: isTraining)
    let read = Set(list.nodes.flatMap(\.inputs)).union(wanted)
    inputs = blueprint.definition.inputs.indices.filter(read.contains)
    let needs = isTraining ? Program.needsGradient(list) : [Bool](repeating: false, count: list.shapes.count)
    let storage = StoragePlan(list, isTraining: isTraining, needsGradient: needs, inputs: inputs)
    try MemoryLimit.check([storage.floatsPerSample], layer: nil)
    let modes = Program.gradientModes(list, needs: needs, losses: losses)
    var made: [any LayerRunner] = []
    let readers = list.readers()
    for (index, node) in list.nodes.enumerated() where !storage.idle.contains(index) {
      if let kind = node.barrier, modes[index].contains(where: { $0 != .unneeded }) {
        throw .notDifferentiable(layer: node.name, kind: kind)
      }
      let place = LayerPlace(
        name: node.name, index: made.count, inputs: node.inputs, outputs: node.outputs, gradientModes: modes[index])
      let context = RunnerContext(
        place: place, inputs: node.inputs.map { storage.placements[$0] },
        outputs: node.outputs.map { storage.placements[$0] },
        outputGradients: node.outputs.map { storage.gradientPlacements[$0] }, rectifies: node.rectifies)
      let runner = try node.runner(context, blueprint, inPlace: storage.inPlace[index])
      if isTraining, let input = node.inputs.first, readers[input] == 1, !list.wanted.contains(input) {
        // They go back one after the other without a map between.
        made.first { $0.place.outputs.contains(input) }.map { (runner as? PooledConvolutionRunner)?.lead($0) }
      }
      try MemoryLimit.check([max(runner.scratchCount, runner.keptPerSample, runner.notesPerSample)], layer: node.name)
      made.append(runner)
    }
    self.storage = storage
    runners = made
    wayBack = made.reversed().filter { $0.place.outputs.contains { storage.gradientPlacements[$0] != nil } }
  }

  /// How many numbers one sample takes in a workspace: tensors, gradients, and what layers keep.
  private var numbersPerSample: Int {
    storage.floatsPerSample + (isTraining ? runners.reduce(0) { $0 + $1.notesPerSample + $1.keptPerSample } : 0)
  }

  /// Bytes that workspaces for so many samples together, shared by so many threads, take; `Int.max` where no integer holds them.
  func bytes(samples: Int, threads: Int) -> Int {
    let scratch = MemoryLimit.bytes(of: [threads, runners.map(\.scratchCount).max() ?? 0])
    let (bytes, overflows) = MemoryLimit.bytes(of: [samples, numbersPerSample]).addingReportingOverflow(scratch)
    return overflows ? Int.max : bytes
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

  /// On the way back, the last reader of a tensor comes first and writes its gradient, the others add to it. A loss has
  /// written before any.
  private static func gradientModes(_ list: NodeList, needs: [Bool], losses: [Int]) -> [[GradientMode]] {
    var modes: [[GradientMode]] = list.nodes.map { $0.inputs.map { _ in .unneeded } }
    var isWritten = [Bool](repeating: false, count: list.shapes.count)
    for loss in losses { isWritten[loss] = true }
    for (index, node) in list.nodes.enumerated().reversed() {
      for (slot, input) in node.inputs.enumerated() where needs[input] {
        modes[index][slot] = isWritten[input] ? .additional : .first
        isWritten[input] = true
      }
    }
    return modes
  }

  /// Brings packed weights up to date, the layers shared among the threads.
  func prepare(_ workers: WorkerPool, for pass: Pass) {
    guard runners.contains(where: { $0.isStale(for: pass) }) else { return }
    let stale = runners.filter { $0.isStale(for: pass) }
    workers.run(stale.count) { index, _ in stale[index].prepare(for: pass) }
  }

  /// Computes all tensors.
  func forward(_ space: Workspace) {
    for runner in runners { space.time(runner, space.clock) { runner.forward(space) } }
  }
}

extension Node {
  /// The kind of a layer through which no gradient passes.
  fileprivate var barrier: String? {
    guard case .layer(let layer) = work, layer.kind.isInferenceOnly else { return nil }
    if case .reduce = layer.kind { return "argmax" }
    return layer.kind.label
  }

  /// Whether training changes its parameters.
  var isTrainable: Bool {
    if case .layer(let layer) = work { layer.isUpdatable && layer.kind.isTrainable } else { false }
  }
}

extension LayerKind {
  /// Whether training here can change the parameters of a layer of this kind: convolution, fully connected, embedding, batch
  /// normalisation, and memories that go one way.
  public var isTrainable: Bool {
    switch self {
    case .convolution, .innerProduct, .embedding, .batchNormalization: true
    case .recurrent(let definition): definition.backward == nil
    default: false
    }
  }

  /// Whether no gradient passes through the layer to what it reads. Its own parameters may learn all the same: an embedding's
  /// table does.
  public var isInferenceOnly: Bool {
    switch self {
    case .embedding, .cropResize: true
    case .reduce(let definition): definition.statistic == .argumentOfMaximum
    default: false
    }
  }
}
