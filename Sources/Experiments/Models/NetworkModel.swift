import Foundation
public import ModelFile
public import Networks
public import Pictures
import Tensors
public import Training

/// A neural network under a name, with everything the session knows of it.
public struct NetworkModel: Sendable {
  /// What the user calls it.
  public let name: String
  /// Its layers with the parameters as they stand.
  public var definition: NetworkDefinition
  /// The parameters it started with, to which `reset` and `from=start` return.
  public var starter: NetworkDefinition
  /// The classes that have an output, by output; outputs beyond them are still free.
  public var classes: [String]
  /// How many of these classes had one before the first training: none in a network made here, those of a file's labels.
  public var starterClassCount = 0
  /// How many outputs it has.
  public var outputs: Int
  /// What it was made from, for people: `squeezenet`, or a file.
  public let source: String
  /// The file it was loaded from, with all that is in it.
  public let file: ModelFile?
  /// The seed of its first parameters, where they were drawn.
  public var seed: UInt64?
  /// How its first parameters are drawn, where they are drawn anew.
  public var initialization = ParameterInitialization.kaiming
  /// What training came to so far.
  public var history: [EpochRecord] = []
  /// What it last learnt from, and how.
  public var lastTraining: LastTraining?
  /// The samples it learnt from, as they were.
  public var learnt: LearntData?
  /// The network of the workspace that its frozen layers were copied from to make features; nil for all others.
  public var basis: FeatureBasis?
  /// Where the weights come from that it began with.
  public var origin = WeightsOrigin.drawn
  /// How many files of differences were added to the weights it began with, and not trained on since.
  public var differences = 0
  /// Where training stands: what the optimizer remembers, and how far an epoch was gone through.
  public var state: TrainingState?
  /// How it is to be trained on a device, and what may be chosen here and there: from its file, or from `update`; nil where
  /// neither said anything.
  public var update: UpdateParameters?
  /// Who said what may be chosen, where it was not the file it was made from.
  public var limitsSource: String?
  /// Whether it was loaded: names and kind of the file are then its own, and saving it goes on with that file.
  public var isLoaded = false
  /// How photos are brought to the size it reads; nil as their dataset says.
  public var scaling: CropAndScale?
  /// What it says about itself, where it was read from JSON; nil where its file does.
  public var notes: ModelNotes?
  /// Whether its answer is a number, learnt by the squared error, and not a class.
  public var isRegressor = false
  /// Whether the training was stopped and can go on.
  public var isStopped = false
  /// The parameters of a stopped training's best epoch, where it keeps them.
  public var best: ParameterSnapshot?
  /// What the network's file allows for the settings of a training.
  public var limits = TrainingLimits()
  /// The settings the network's file gives.
  public var fileDefaults: TrainingSettings?
  /// Whether the file gives a seed, too.
  public var hasFileSeed = false

  /// A network as it was made: nothing was learnt yet.
  public init(
    name: String, definition: NetworkDefinition, starter: NetworkDefinition, classes: [String],
    starterClassCount: Int = 0, outputs: Int, source: String, file: ModelFile?, seed: UInt64? = nil,
    initialization: ParameterInitialization = .kaiming
  ) {
    self.name = name
    self.definition = definition
    self.starter = starter
    self.classes = classes
    self.starterClassCount = starterClassCount
    self.outputs = outputs
    self.source = source
    self.file = file
    self.seed = seed
    self.initialization = initialization
  }

  /// What a network learnt from, and how.
  public struct LastTraining: Sendable, Codable {
    /// The settings used.
    public let settings: TrainingSettings
    /// The split learnt from, as typed.
    public let on: String
    /// The splits it was checked on, as typed.
    public let validate: [String]
    /// How photos were varied.
    public let augmentation: [Augmentation]
    /// What went on beside it.
    public let options: LoopOptions

    /// Puts it together.
    public init(
      settings: TrainingSettings, on: String, validate: [String], augmentation: [Augmentation], options: LoopOptions
    ) {
      self.settings = settings
      self.on = on
      self.validate = validate
      self.augmentation = augmentation
      self.options = options
    }
  }

  /// What a training that goes on with these weights does where nothing is said: it steps as the last one did that came to
  /// its end, unless its file, `update` or `set` says what holds for every training.
  public func defaultsGoingOn(seed: UInt64) -> TrainingSettings {
    var settings = defaults(seed: seed)
    guard fileDefaults == nil, let lastTraining, state?.isComplete == true else { return settings }
    let last = fitting(lastTraining.settings)
    (settings.optimizer, settings.miniBatchSize) = (last.optimizer, last.miniBatchSize)
    // How much each class counts goes with the samples, not with the network.
    let classWeights = settings.loss.classWeights
    (settings.loss, settings.lossKind) = (last.loss, last.lossKind)
    settings.loss.classWeights = classWeights
    return settings
  }

  /// A training that was stopped and can go on.
  public var paused: (state: TrainingState, training: LastTraining)? {
    guard isStopped, let state, let lastTraining, !state.isComplete else { return nil }
    return (state, lastTraining)
  }

  /// The name of each output: the classes, then `user0`, `user1` … for outputs no class has taken yet.
  public var labels: [String] {
    classes + (0..<max(0, outputs - classes.count)).map { "user\($0)" }
  }

  /// The output of each class of samples: the one that has its name, else the next free one.
  ///
  /// Where outputs are too few, a class without samples needs none: it has been added to the dataset and waits for its first
  /// sample. Its place is never asked for.
  ///
  /// - Throws: `ModelError.tooManyClasses` where there are more classes than outputs, `ModelError.unknownClass` where every output has
  ///   a name already and none has this one.
  public func claiming(_ selection: Selection) throws(ExperimentError) -> (classes: [String], outputs: [Int]) {
    try claiming(selection.labels) { selection.truths }
  }

  /// The same for classes by their names, all of which need an output unless it is known which of them have samples.
  public func claiming(
    _ labels: [String], truths: () -> [String]? = { nil }
  ) throws(ExperimentError) -> (classes: [String], outputs: [Int]) {
    var classes = classes
    var places: [Int] = []
    var index = LabelIndex(classes)
    var present: LabelIndex?
    for label in labels {
      if let place = index.position(of: label) {
        places.append(place)
        continue
      }
      guard classes.count < outputs else {
        present = present ?? truths().map { LabelIndex(Array(Set($0))) }
        guard let present, present.position(of: label) == nil else { throw noOutput(for: label, among: labels) }
        places.append(0)
        continue
      }
      places.append(classes.count)
      classes.append(label)
      index.append(label)
    }
    return (classes, places)
  }

  /// Why a class gets no output.
  private func noOutput(for label: String, among labels: [String]) -> ExperimentError {
    let known = LabelIndex(classes)
    let new = labels.filter { known.position(of: $0) == nil }
    // Outputs that all have the names of other classes are not too few but others.
    let isOther = classes.count >= outputs && !labels.contains { known.position(of: $0) != nil }
    return isOther
      ? ExperimentError.model(.unknownClass(label, model: name, known: classes))
      : ExperimentError.model(.tooManyClasses(classes + new, outputs: outputs, model: name, source: source))
  }

  /// How many numbers training may change, and how many there are.
  public var parameterCounts: (trainable: Int, all: Int) {
    var counts = (trainable: 0, all: 0)
    for layer in definition.layers {
      counts.all += layer.learnableCount
      if layer.isUpdatable { counts.trainable += layer.learnableCount }
    }
    return counts
  }
}
