import Arithmetic

/// Trains a network for one loss, or for the weighted sum of several.
final class StepExecutor {
  /// What the losses read.
  let terms: [LossTerm]

  private let blueprint: Blueprint
  private let program: Program
  private let workers: WorkerPool
  private let trainable: [Parameter]
  /// The tensors the losses read, each once.
  private let lossInputs: [Int]
  private var space: Workspace?
  /// The last mini-batch that was shared among processes, and this one's view of it.
  private var shared: (batch: SharedBatch, own: Workspace)?
  /// Which moments each rank knows in part only.
  let scattered: ScatteredMoments

  init(
    _ blueprint: Blueprint, _ terms: [LossTerm], workers: WorkerPool, scattered: ScatteredMoments
  ) throws(NetworkError) {
    self.scattered = scattered
    self.terms = terms
    self.blueprint = blueprint
    self.workers = workers
    lossInputs = Set(terms.map(\.input)).sorted()
    program = try Program(blueprint, wanted: Set(lossInputs), losses: lossInputs)
    let reached = Set(program.runners.map(\.place.name))
    let storage = program.storage
    trainable = blueprint.trainable.filter { reached.contains($0.key.layer) && $0.hasGradient }
    let learns = blueprint.trainable.contains { reached.contains($0.key.layer) }
    guard learns, lossInputs.contains(where: { storage.gradientPlacements[$0] != nil }) else {
      throw .step(.nothingToTrain)
    }
    // Gradients, and as many moments as the greediest optimizer has.
    try MemoryLimit.checkAvailable(MemoryLimit.bytes(of: [3, trainable.reduce(0) { $0 + $1.count }]))
    // Before threads share them: each would make its own.
    for parameter in trainable { _ = parameter.gradient }
  }

  /// What the losses of these targets read.
  static func terms(
    _ targets: Targets, _ settings: LossSettings, _ blueprint: Blueprint
  ) throws(NetworkError) -> [LossTerm] {
    let (parts, all) = (targets.parts, settings.all)
    guard parts.count == all.count else { throw .step(.lossCount(losses: all.count, targets: parts.count)) }
    var terms: [LossTerm] = []
    for (part, one) in zip(parts, all) {
      guard part.count == targets.count else {
        throw .feed(.batchMismatch(expected: targets.count, actual: part.count))
      }
      terms.append(try LossTerm(part.loss(one), tensor: one.tensor, blueprint))
    }
    return terms
  }

  func step(
    _ feeds: FeedSet, _ targets: Targets, _ settings: LossSettings, _ optimizer: inout OptimizerState,
    _ seed: UInt64?, _ exchange: (any RankExchange)? = nil, goesOn: () -> Bool
  ) throws(NetworkError) -> StepResult {
    try settings.check()
    try feeds.check(program, blueprint)
    guard targets.count == feeds.count else {
      throw .feed(.batchMismatch(expected: feeds.count, actual: targets.count))
    }
    guard feeds.count > 0 else { return StepResult(loss: 0, correct: 0) }
    let space = try workspace(for: feeds.count)
    space.miniBatch.seed = seed ?? UInt64(bitPattern: Int64(optimizer.step))
    feeds.write(0..<feeds.count, inputs: program.inputs, to: space)
    program.prepare(workers, for: .training(samples: feeds.count))
    if let exchange, let batch = sharedBatch(feeds.count, exchange, space) {
      return try step(space, batch, targets, settings, &optimizer)
    }
    scattered.gather(&optimizer, exchange)
    guard program.forward(space, goesOn: goesOn) else { throw .step(.stopped) }
    let result = try measure(space, targets, settings)
    guard result.loss.isFinite else { throw .step(.diverged(loss: result.loss)) }
    space.hasMovedStatistics = false
    let isDone = optimizer.update(trainable, workers: workers) { stepper in
      space.stepper = stepper
      defer { space.stepper = nil }
      // Half a step may be dropped as long as nothing of the network has moved.
      return program.backward(space) { stepper.hasMovedAny || space.hasMovedStatistics || goesOn() }
    }
    guard isDone else { throw .step(.stopped) }
    return result
  }

  /// The samples of each of so many processes that share a mini-batch; nil where there are too few for them, and each computes all.
  func ranges(_ samples: Int, ranks: Int) -> [Range<Int>]? {
    SharedBatch.ranges(samples, ranks: ranks, cutting: program.cuts(samples))
  }

  private func sharedBatch(_ samples: Int, _ exchange: any RankExchange, _ space: Workspace) -> SharedBatch? {
    if let shared, shared.batch.samples == samples, shared.batch.exchange === exchange { return shared.batch }
    guard let ranges = ranges(samples, ranks: exchange.count) else { return nil }
    let batch = SharedBatch(ranges, exchange, scattered)
    shared = (batch, Workspace(space, of: batch))
    return batch
  }

  /// A step whose samples are shared. All processes come to the same loss and the same parameters, so none is stopped alone.
  private func step(
    _ space: Workspace, _ batch: SharedBatch, _ targets: Targets, _ settings: LossSettings,
    _ optimizer: inout OptimizerState
  ) throws(NetworkError) -> StepResult {
    guard let own = shared?.own else { preconditionFailure("no samples were shared out") }
    own.miniBatch.seed = space.miniBatch.seed
    let complete = program.forward(space, own, batch)
    batch.gather(lossInputs.filter { !complete.contains($0) }.map { space.maps[$0] })
    let result = try measure(space, targets, settings)
    guard result.loss.isFinite else { throw .step(.diverged(loss: result.loss)) }
    _ = optimizer.update(trainable, workers: workers) { stepper in
      space.stepper = stepper
      defer { space.stepper = nil }
      program.backward(space, own, batch, complete: complete.union(lossInputs))
      return true
    }
    return result
  }

  /// How long each layer takes a sample in both directions, from so many steps, which are taken.
  func times(
    _ feeds: FeedSet, _ targets: Targets, _ settings: LossSettings, _ optimizer: inout OptimizerState, runs: Int
  ) throws(NetworkError) -> [LayerTime] {
    let space = try workspace(for: feeds.count)
    let (forward, backward) = (LayerClock(layers: program.runners.count), LayerClock(layers: program.runners.count))
    (space.clock, space.backwardClock) = (forward, backward)
    defer { (space.clock, space.backwardClock) = (nil, nil) }
    for _ in 0..<max(runs, 1) { _ = try step(feeds, targets, settings, &optimizer, nil, goesOn: { true }) }
    return program.runners.enumerated().map { index, runner in
      let back = backward.seconds[index]
      return LayerTime(layer: runner.place.name, seconds: forward.seconds[index], backward: back.isFinite ? back : 0)
    }
  }

  /// The losses and, where they are read, their gradients.
  private func measure(
    _ space: Workspace, _ targets: Targets, _ settings: LossSettings
  ) throws(NetworkError) -> StepResult {
    for input in lossInputs { clearGradient(of: input, space) }
    // The usual case without lists of one: a step of a small head takes some microseconds.
    if terms.count == 1, settings.others.isEmpty, !targets.areSeveral {
      return try terms[0].measure(space, targets, settings).weighted(by: settings.weight)
    }
    var (total, losses) = (Float(0), [Float]())
    var (correct, first): (Int?, Int?)
    for ((term, part), one) in zip(zip(terms, targets.parts), settings.all) {
      let result = try term.measure(space, part, one)
      total += one.weight * result.loss
      losses.append(result.loss)
      first = first ?? result.correct
      if correct == nil, part.loss == .crossEntropy { correct = result.correct }
    }
    // One loss of weight 1 is itself, bit for bit.
    return StepResult(loss: total, correct: correct ?? first ?? 0, losses: losses)
  }

  private func clearGradient(of input: Int, _ space: Workspace) {
    let each = space.unrolled(space.maps[input].shape.steps)
    guard let gradient = each.gradients[input] else { return }
    for sample in 0..<each.batch {
      let start = gradient.sample(sample)
      gradient.forEachRun { offset, count in (start + gradient.place(offset)).update(repeating: 0, count: count) }
    }
  }

  private func workspace(for count: Int) throws(NetworkError) -> Workspace {
    if let space, space.capacity >= count {
      space.batch = count
      return space
    }
    try MemoryLimit.check([count, program.storage.floatsPerSample], layer: nil)
    (space, shared) = (nil, nil)
    try MemoryLimit.checkAvailable(program.memory.bytes(samples: count, threads: workers.threads))
    let made = Workspace(program.memory, capacity: count, workers: workers)
    space = made
    return made
  }
}
