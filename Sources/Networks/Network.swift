public import Arithmetic
public import Tensors

/// A definition compiled to run: it owns the working memory, computes outputs and trains.
///
/// One owner at a time: a network is not to be used from two threads at once. Its own threads are the worker pool's. Results
/// have the same bits on any number of threads and in batches of any size.
public final class Network {
  /// The other processes of a training that share its mini-batches; nil for a training of this process alone.
  public var exchange: (any RankExchange)?

  private let blueprint: Blueprint
  private let workers: WorkerPool
  private var predictors: [Set<Int>: Predictor] = [:]
  private var stepExecutor: StepExecutor?
  /// The one loss the stepExecutor was asked for last: what is the same need not be looked up at every step.
  private var trained: (settings: LossSettings, loss: Loss)?

  /// Checks a definition and compiles it. Memory for a run is taken when it is first needed.
  ///
  /// Throws what is wrong with the definition: an unknown or duplicate tensor, shapes that do not fit, a layer that cannot
  /// be run, sizes beyond `MemoryLimit`.
  public init(_ definition: NetworkDefinition, workers: WorkerPool = .shared) throws(NetworkError) {
    blueprint = try Blueprint(definition)
    self.workers = workers
  }

  /// Compiles with threads of its own, from 1 to 64; nil for those all networks share.
  ///
  /// Throws as the other one.
  public convenience init(_ definition: NetworkDefinition, threads: Int?) throws(NetworkError) {
    try self.init(definition, workers: threads.map { WorkerPool(threads: $0) } ?? .shared)
  }

  /// The network as a value, with the present parameters in it.
  public var definition: NetworkDefinition { blueprint.currentDefinition }

  /// The shape of a tensor of one sample, [C] or [C, H, W]; nil when there is no such tensor.
  public func shape(of tensor: String) -> [Int]? { blueprint.numbers[tensor].map { blueprint.shapes[$0].lengths } }

  /// How many numbers training could change if every layer allowed it.
  public var parameterCount: Int { blueprint.parameters.filter(\.hasGradient).reduce(0) { $0 + $1.count } }

  /// The parameters training may change, in the order of the layers.
  public var trainableParameters: [ParameterKey] { blueprint.trainable.map(\.key) }

  /// The present numbers of a parameter, or new ones for it. nil when there is no such parameter; setting one that does not
  /// exist, or to a tensor of another size, does nothing.
  public subscript(parameter key: ParameterKey) -> Tensor? {
    get { blueprint.parameters.first { $0.key == key }?.tensor }
    set {
      guard let newValue, let parameter = blueprint.parameters.first(where: { $0.key == key }),
        parameter.count == newValue.count
      else { return }
      parameter.values.fill(from: newValue.values)
      parameter.hasChanged()
      if parameter.isTrainable { return }
      blueprint.forgetStepsOfPredictions()
      predictors = [:]
    }
  }

  /// Computes tensors from tensors.
  ///
  /// `inputs` holds [samples, C, H, W] or [samples, C] for each input the wanted tensors depend on; for an image input these
  /// are numbers already preprocessed. `outputs` names any tensors of the network, its own outputs when nil. Comes back:
  /// [samples, C, H, W] or [samples, C] for each. No samples give no samples.
  ///
  /// `rows` says which entries of the inputs' outermost axis are the samples, in which order; nil for all.
  ///
  /// Throws when an input is missing, unknown or of another shape, when an output is unknown, or when memory does not do.
  ///
  /// Precondition: the inputs have the rows.
  public func forward(
    _ inputs: [String: Tensor], rows: [Int]? = nil, outputs: [String]? = nil
  ) throws(NetworkError) -> [String: Tensor] {
    try predict(FeedSet(inputs, rows: rows, blueprint), outputs)
  }

  /// Computes tensors from pictures, through the preprocessing of the network's one image input taken literally (a bias is
  /// added).
  ///
  /// `goesOn` is asked before every layer, and within large ones, whether to go on, from several threads.
  ///
  /// Throws when the network reads no image or other inputs besides, when a picture has another size than it reads, and
  /// `NetworkError.step(.stopped)` where it was not to go on.
  public func forward(
    images: [PixelBuffer], outputs: [String]? = nil, goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(NetworkError) -> [String: Tensor] {
    try predict(FeedSet(images, blueprint), outputs, goesOn)
  }

  private func predict(
    _ feeds: FeedSet, _ outputs: [String]?, _ goesOn: @escaping @Sendable () -> Bool = { true }
  ) throws(NetworkError) -> [String: Tensor] {
    let names = outputs ?? blueprint.definition.outputs
    var wanted: Set<Int> = []
    for name in names {
      guard let number = blueprint.numbers[name] else { throw .unknownTensor(layer: nil, name: name) }
      wanted.insert(number)
    }
    let predictor = try predictor(for: wanted)
    let results = try Denormals.flushed { () throws(NetworkError) in try predictor.run(feeds, goesOn) }
    var named: [String: Tensor] = [:]
    for name in names { named[name] = blueprint.numbers[name].flatMap { results[$0] } }
    return named
  }

  /// How long each layer takes for pictures, or for tensors where those are given, on the way to the network's outputs, from so
  /// many runs: what was fused into a layer counts as its own. Of several samples each is one thread's; one alone is shared among all.
  ///
  /// Throws as `forward`.
  public func layerTimes(
    images: [PixelBuffer] = [], inputs: [String: Tensor] = [:], runs: Int
  ) throws(NetworkError) -> [LayerTime] {
    let wanted = Set(blueprint.definition.outputs.compactMap { blueprint.numbers[$0] })
    let feeds = inputs.isEmpty ? try FeedSet(images, blueprint) : try FeedSet(inputs, rows: nil, blueprint)
    let predictor = try predictor(for: wanted)
    return try Denormals.flushed { () throws(NetworkError) in try predictor.times(feeds, runs: runs) }
  }

  /// How long each layer takes for a picture in a step of training, forward and backward, from so many steps: they are taken, and
  /// all threads share each layer.
  ///
  /// Throws as `trainStep`.
  public func layerTimes(
    images: [PixelBuffer], targets: Targets, loss: LossSettings = LossSettings(), optimizer: inout OptimizerState,
    runs: Int
  ) throws(NetworkError) -> [LayerTime] {
    let (feeds, stepExecutor) = (try FeedSet(images, blueprint), try stepExecutor(for: targets, loss))
    return try Denormals.flushed { () throws(NetworkError) in
      try stepExecutor.times(feeds, targets, loss, &optimizer, runs: runs)
    }
  }

  private func predictor(for wanted: Set<Int>) throws(NetworkError) -> Predictor {
    if let known = predictors[wanted] { return known }
    let made = try Predictor(blueprint, wanted: wanted, workers: workers)
    predictors[wanted] = made
    return made
  }

  /// One step of training: forward, loss, backward to the lowest layer that may change, and the optimiser's step.
  ///
  /// Inputs and rows as for `forward`. Comes back: the mean loss of the mini-batch before the step, and how many samples the network
  /// classified right. Several losses, as of a network with two heads, take `Targets.several` and `LossSettings.others`.
  /// The optimiser's state must be the one of earlier steps on this network; a fresh one starts anew.
  ///
  /// Throws, besides what `forward` throws, when nothing may change, when targets do not fit, when the gradient cannot pass
  /// through a layer, and `diverged` when the loss is infinite or not a number; the parameters then stay as they were.
  ///
  /// What dropout zeroes follows from `seed`, or, where it is nil, from the number of the optimiser's step. Where `goesOn`,
  /// asked between layers, says no, the step is dropped and `stopped` thrown, as long as nothing of the network has moved;
  /// parameters and optimiser are as they were then. Processes that share mini-batches (`exchange`) are not asked.
  public func trainStep(
    inputs: [String: Tensor], rows: [Int]? = nil, targets: Targets, loss: LossSettings = LossSettings(),
    optimizer: inout OptimizerState, seed: UInt64? = nil, goesOn: () -> Bool = { true }
  ) throws(NetworkError) -> StepResult {
    try step(FeedSet(inputs, rows: rows, blueprint), targets, loss, &optimizer, seed, goesOn)
  }

  /// One step of training on pictures.
  public func trainStep(
    images: [PixelBuffer], targets: Targets, loss: LossSettings = LossSettings(),
    optimizer: inout OptimizerState, seed: UInt64? = nil, goesOn: () -> Bool = { true }
  ) throws(NetworkError) -> StepResult {
    try step(FeedSet(images, blueprint), targets, loss, &optimizer, seed, goesOn)
  }

  /// Brings all of an optimizer's moments to every process that shares the mini-batches: between steps each knows those of
  /// the parameters it moves. To be called by all of them, before the state is read.
  public func gatherMoments(of optimizer: inout OptimizerState) {
    stepExecutor?.scattered.gather(&optimizer, exchange)
  }

  /// How many samples each of so many processes computes of a mini-batch they share.
  ///
  /// - Parameters:
  ///   - samples: How many samples the mini-batch has.
  ///   - ranks: How many processes there are.
  ///   - targets: Some targets of the training, of any number of samples.
  ///   - loss: What is minimised.
  /// - Returns: A number for each process; nil where the mini-batch cannot be cut for so many, and each computes all of it.
  /// - Throws: as `trainStep`.
  public func sharing(
    of samples: Int, among ranks: Int, targets: Targets, loss: LossSettings = LossSettings()
  ) throws(NetworkError) -> [Int]? {
    try stepExecutor(for: targets, loss).ranges(samples, ranks: ranks)?.map(\.count)
  }

  private func step(
    _ feeds: FeedSet, _ targets: Targets, _ loss: LossSettings, _ optimizer: inout OptimizerState, _ seed: UInt64?,
    _ goesOn: () -> Bool
  ) throws(NetworkError) -> StepResult {
    let stepExecutor = try stepExecutor(for: targets, loss)
    return try Denormals.flushed { () throws(NetworkError) in
      try stepExecutor.step(feeds, targets, loss, &optimizer, seed, exchange, goesOn: goesOn)
    }
  }

  private func stepExecutor(for targets: Targets, _ settings: LossSettings) throws(NetworkError) -> StepExecutor {
    if let stepExecutor, let trained, !targets.areSeveral, trained.loss == targets.loss, trained.settings == settings {
      return stepExecutor
    }
    let terms = try StepExecutor.terms(targets, settings, blueprint)
    trained = targets.parts.count == 1 ? (settings, targets.loss) : nil
    if let stepExecutor, stepExecutor.terms == terms { return stepExecutor }
    let made = try StepExecutor(
      blueprint, terms, workers: workers, scattered: stepExecutor?.scattered ?? ScatteredMoments())
    stepExecutor = made
    return made
  }
}
