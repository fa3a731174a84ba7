import CommandLanguage
import Experiments
import Networks
import Training
import Views
import Wording

/// The arguments by which a network's training is set: declared once, read once.
struct TrainingArguments {
  /// Where a training begins.
  enum StartingPoint: String, CaseIterable {
    /// With the weights as they stand.
    case here
    /// With the first weights.
    case start
  }

  static let model = PositionalArgument("model", .model, "The model to train.", effect: .changes)
  static let on = KeyedArgument("on", .split, "Training set; by default that of the last training.")
  static let validate = KeyedArgument("validate", .list(.split), "Validation set, evaluated after every epoch.")
  static let from = KeyedArgument(
    "from", .choice, "Whether to continue, or to start over from the initial weights.", default: StartingPoint.here)
  static let background = KeyedArgument(
    "background", .bool, "For a network: whether to train while the next cells run.", default: false)

  private static let usual = TrainingSettings(seed: 0)

  static let epochs = KeyedArgument(
    "epochs", .integer(1...1_000_000), "Number of passes over the training set.", usually: "\(usual.epochs)")
  static let miniBatchSize = KeyedArgument(
    "miniBatchSize", .integer(1...65_536), "Number of samples per gradient update.",
    usually: "\(usual.miniBatchSize)", aliases: ["batch", "batchSize", "batch_size"])
  static let lastBatch = KeyedArgument<Batches.LastBatch?>(
    "lastBatch", .choice, "Whether the last mini-batch is filled up or stays short.",
    usually: usual.lastBatch.rawValue)
  static let optimizer = KeyedArgument(
    "optimizer", .choice(["sgd", "adam", "adamW"]), "The optimiser.", usually: usual.optimizer.name)
  static let learningRate = KeyedArgument(
    "learningRate", .decimal(0...1000), "Step size of the optimiser.",
    usually: Numbers.short(usual.optimizer.learningRate), aliases: ["lr", "learning_rate"])
  static let momentum = KeyedArgument(
    "momentum", .decimal(0...1), "For sgd: momentum, the share of the last update kept.", usually: "0")
  static let nesterov = KeyedArgument(
    "nesterov", .bool, "For sgd: whether to apply Nesterov momentum.", usually: "false")
  static let beta1 = KeyedArgument(
    "beta1", .decimal(0...0.999999999), "For adam: decay rate of the first moment's estimate.",
    usually: Numbers.short(AdamDefaults.beta1), aliases: ["beta_1"])
  static let beta2 = KeyedArgument(
    "beta2", .decimal(0...0.999999999), "For adam: decay rate of the second moment's estimate.",
    usually: Numbers.short(AdamDefaults.beta2), aliases: ["beta_2"])
  static let eps = KeyedArgument(
    "eps", .decimal(1e-30...1), "For adam: small constant added to the denominator.",
    usually: Numbers.short(AdamDefaults.eps), aliases: ["epsilon"])
  static let weightDecay = KeyedArgument(
    "weightDecay", .decimal(0...1000), "Weight decay; 0.01 for adamW.", usually: "0", aliases: ["weight_decay"])
  static let loss = KeyedArgument(
    "loss", .atLeastOne(.loss), "Loss to minimise; the sum of several in brackets.", usually: usual.lossKind.rawValue)
  static let labelSmoothing = KeyedArgument(
    "labelSmoothing", .decimal(0...0.999), "Share of each target spread evenly over all classes.", usually: "0")
  static let classWeights = KeyedArgument(
    "classWeights", .list(.text), "Weight of each class in the loss; balanced: inverse to its frequency.")
  static let schedule = KeyedArgument("schedule", .schedule, "Learning rate schedule.", usually: "constant")
  static let augment = KeyedArgument(
    "augment", .list(.augmentation), "Random changes of each photo, drawn anew every epoch.")
  static let shuffle = KeyedArgument(
    "shuffle", .bool, "Whether to shuffle the training set before each epoch.", usually: "\(usual.shuffle)")
  static let seed = KeyedArgument("seed", .seed, "Random seed of the sample order; by default the network's seed.")
  static let keep = KeyedArgument<TrainingSettings.Keep?>(
    "keep", .choice, "Weights kept at the end; best: those of the lowest validation loss.", usually: usual.keep.rawValue
  )
  static let earlyStop = KeyedArgument(
    "earlyStop", .integer(1...1_000_000), "Epochs without improvement after which training stops.")

  /// Those of them that are one value, word or schedule, and a matter of learning: what `sweep` can vary.
  static let varied: [any ArgumentKey] = [
    epochs, miniBatchSize, lastBatch, optimizer, learningRate, momentum, nesterov, beta1, beta2, eps, weightDecay, loss,
    labelSmoothing, schedule, shuffle, keep, earlyStop,
  ]

  /// What holds for every training of a network, which `set` can change.
  static let settings: [any ArgumentKey] = [
    epochs, miniBatchSize, lastBatch, optimizer, learningRate, momentum, nesterov, beta1, beta2, eps, weightDecay, loss,
    labelSmoothing, classWeights, schedule, shuffle, seed, keep, earlyStop,
  ]

  /// A statement of a training with these settings and nothing else.
  static let declaration = CommandDeclaration("train", "Trains a network.", arguments: settings + [augment])

  private let arguments: Arguments

  /// Reads them from a statement's arguments.
  init(_ arguments: Arguments) { self.arguments = arguments }

  /// The settings asked for; what is left out comes from `defaults`.
  ///
  /// - Throws: `ExperimentError.keyOfOther` for a setting of the other optimizer.
  func settings(defaults: TrainingSettings) throws -> TrainingSettings {
    var settings = defaults
    settings.epochs = arguments[Self.epochs] ?? settings.epochs
    settings.miniBatchSize = arguments[Self.miniBatchSize] ?? settings.miniBatchSize
    settings.lastBatch = arguments[Self.lastBatch] ?? settings.lastBatch
    settings.schedule = arguments[Self.schedule] ?? settings.schedule
    settings.shuffle = arguments[Self.shuffle] ?? settings.shuffle
    settings.seed = arguments[Self.seed] ?? settings.seed
    settings.optimizer = try optimizer(defaults.optimizer)
    settings.keep = arguments[Self.keep] ?? settings.keep
    settings.earlyStop = arguments[Self.earlyStop].map { .init(patience: $0) } ?? settings.earlyStop
    try readLoss(into: &settings)
    return settings
  }

  private func readLoss(into settings: inout TrainingSettings) throws {
    if let losses = arguments[Self.loss] { settings.take(losses) }
    settings.loss.labelSmoothing = arguments[Self.labelSmoothing].map { Float($0) } ?? settings.loss.labelSmoothing
    guard settings.lossKind != .crossEntropy else { return }
    (settings.loss.labelSmoothing, settings.loss.classWeights) = (0, [])
    try arguments.refuse(
      Self.labelSmoothing, Self.classWeights, belongingTo: "loss=crossEntropy", "Leave it out, or the other loss.")
  }

  /// How much each output counts, as `classWeights=` says; nil where it says nothing.
  ///
  /// - Parameters:
  ///   - selection: The samples whose classes the numbers are for, in the order of its dataset.
  ///   - places: The output of each of these classes.
  ///   - outputs: How many outputs there are; those without a class count 1.
  /// - Returns: A factor for each output.
  /// - Throws: `LoopDiagnostic.classWeights`, or `ExperimentError.wrongKind` for what is no number above 0.
  func classWeights(of selection: Selection, at places: [Int], outputs: Int) throws -> [Float]? {
    guard let words = arguments[Self.classWeights] else { return nil }
    var weights = [Float](repeating: 1, count: outputs)
    let labels = selection.labels
    if words.count == 1, words[0].word == "balanced" {
      let truths = selection.truths
      let counts = LabelIndex(labels).counts(of: truths)
      let present = counts.count { $0 > 0 }
      for (place, count) in zip(places, counts) where count > 0 {
        weights[place] = Float(truths.count) / Float(present * count)
      }
      return weights
    }
    guard words.count == labels.count else {
      throw Diagnostic(
        .loop(.classWeights(given: words.count, classes: labels)), at: arguments.span(of: Self.classWeights))
    }
    for (place, word) in zip(places, words) {
      guard let weight = Float(word.word), weight > 0, weight.isFinite else {
        throw Diagnostic(
          .usage(.wrongKind(argument: "classWeights", expected: .decimal(0...1e6), given: word.text)), at: word.span)
      }
      weights[place] = weight
    }
    return weights
  }

  private func optimizer(_ defaults: OptimizerSettings) throws -> OptimizerSettings {
    let name = arguments[Self.optimizer] ?? defaults.name
    let isAdam = name != "sgd"
    try arguments.refuseKeysOfOtherOptimizer(isAdam: isAdam)
    let rate = arguments[Self.learningRate] ?? defaults.learningRate
    let usualDecay = name == defaults.name ? defaults.weightDecay : name == "adamW" ? 0.01 : 0
    let decay = arguments[Self.weightDecay] ?? usualDecay
    var settings: OptimizerSettings
    switch (isAdam, defaults.rule) {
    case (true, .adam(let beta1, let beta2, let eps)):
      settings = adam(rate, decay, (beta1, beta2, eps))
    case (true, .sgd): settings = adam(rate, decay, (AdamDefaults.beta1, AdamDefaults.beta2, AdamDefaults.eps))
    case (false, .sgd(let momentum, let isNesterov)): settings = sgd(rate, decay, momentum, isNesterov)
    case (false, .adam): settings = sgd(rate, decay, 0, false)
    }
    settings.isDecayDecoupled = name == "adamW"
    return settings
  }

  private func sgd(_ rate: Double, _ decay: Double, _ momentum: Double, _ isNesterov: Bool) -> OptimizerSettings {
    .sgd(
      learningRate: rate, momentum: arguments[Self.momentum] ?? momentum,
      isNesterov: arguments[Self.nesterov] ?? isNesterov, weightDecay: decay)
  }

  private func adam(_ rate: Double, _ decay: Double, _ own: (Double, Double, Double)) -> OptimizerSettings {
    .adam(
      learningRate: rate, beta1: arguments[Self.beta1] ?? own.0, beta2: arguments[Self.beta2] ?? own.1,
      eps: arguments[Self.eps] ?? own.2, weightDecay: decay)
  }
}

extension Arguments {
  /// Refuses what belongs to another optimiser: to SGD a momentum, to Adam numbers of its own.
  ///
  /// - Throws: `keyOfOther` at the value.
  func refuseKeysOfOtherOptimizer(isAdam: Bool) throws {
    guard isAdam else {
      return try refuse(
        TrainingArguments.beta1, TrainingArguments.beta2, TrainingArguments.eps, belongingTo: "optimizer=adam",
        "Set optimizer=adam, or leave it out.")
    }
    try refuse(
      TrainingArguments.momentum, TrainingArguments.nesterov, belongingTo: "optimizer=sgd",
      "Leave it out, or set optimizer=sgd.")
  }
}

/// Adam's numbers where nothing is said: those of its authors.
private enum AdamDefaults {
  static let (beta1, beta2, eps): (Double, Double, Double) = {
    guard case .adam(let beta1, let beta2, let eps) = OptimizerSettings.adam().rule else { return (0.9, 0.999, 1e-8) }
    return (beta1, beta2, eps)
  }()
}

extension OptimizerSettings {
  /// Whether it is Adam.
  var isAdam: Bool {
    if case .adam = rule { true } else { false }
  }
}
