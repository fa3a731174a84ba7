import Networks
import Training

/// The arguments by which a network's training is set: declared once, read once.
struct TrainingArguments {
  /// What `train` takes besides its data.
  static let declarations =
    [
      ArgumentDeclaration("epochs", .integer(1...1_000_000), "How often every photo is seen.", default: "10"),
      ArgumentDeclaration(
        "miniBatchSize", .integer(1...65_536), "How many photos make one step.", default: "8",
        aliases: ["batch", "batchSize", "batch_size"]),
      ArgumentDeclaration(
        "lastBatch", .choice(Batches.LastBatch.allCases.map(\.rawValue)),
        "Whether the last mini-batch is filled up or stays short.", default: "wrap"),
      ArgumentDeclaration(
        "optimizer", .choice(["sgd", "adam", "adamW"]), "How a gradient becomes a step.", default: "sgd"),
      ArgumentDeclaration(
        "learningRate", .decimal(0...1000), "How long a step is.", default: "0.001", aliases: ["lr", "learning_rate"]),
      ArgumentDeclaration("momentum", .decimal(0...1), "For sgd: how much of the last step is kept.", default: "0"),
      ArgumentDeclaration(
        "nesterov", .bool, "For sgd with momentum: looks ahead by one step (Nesterov).", default: "false"),
      ArgumentDeclaration(
        "beta1", .decimal(0...0.999999999), "For adam: memory of the gradient.", default: "0.9", aliases: ["beta_1"]),
      ArgumentDeclaration(
        "beta2", .decimal(0...0.999999999), "For adam: memory of its square.", default: "0.999", aliases: ["beta_2"]),
      ArgumentDeclaration(
        "eps", .decimal(1e-30...1), "For adam: keeps the division finite.", default: "1e-8", aliases: ["epsilon"]),
      ArgumentDeclaration(
        "weightDecay", .decimal(0...1000), "How strongly weights are pulled towards 0; for adamW 0.01.", default: "0",
        aliases: ["weight_decay"]),
      ArgumentDeclaration(
        "loss", .firstOf(.loss),
        "What is made small; of several losses in brackets the sum, each at the output or at a layer it names.",
        default: "crossEntropy"),
      ArgumentDeclaration(
        "labelSmoothing", .decimal(0...0.999), "The share of every target that is spread over all classes.",
        default: "0"),
      ArgumentDeclaration(
        "classWeights", .list(.text),
        "How much each class counts in the loss: a number for each, or balanced, by how rare it is."),
      ArgumentDeclaration("schedule", .schedule, "How the learning rate changes.", default: "constant"),
      ArgumentDeclaration(
        "augment", .list(.augmentation),
        "How photos are varied each time they are seen: flips every other time, the rest up to the amount given."),
      ArgumentDeclaration("shuffle", .bool, "Whether each epoch has an order of its own.", default: "true"),
      ArgumentDeclaration(
        "seed", .integer(0...Int.max), "What the order is drawn from; the network's own seed when left out."),
      ArgumentDeclaration(
        "keep", .choice(TrainingSettings.Keep.allCases.map(\.rawValue)),
        "Which weights it ends with; the best epoch is that of the least validation loss, or training loss.",
        default: "lastEpoch"),
      ArgumentDeclaration(
        "earlyStop", .integer(1...1_000_000), "Ends after so many epochs that were no better than the best."),
    ] + LoopOptions.declarations

  private let arguments: Arguments

  /// Reads them from a statement's arguments.
  init(_ arguments: Arguments) { self.arguments = arguments }

  /// The settings asked for; what is left out comes from `defaults`.
  ///
  /// - Throws: `Fact.keyOfOther` for a setting of the other optimizer.
  func settings(defaults: TrainingSettings) throws(Fault) -> TrainingSettings {
    var settings = defaults
    settings.epochs = arguments.integer("epochs") ?? settings.epochs
    settings.miniBatchSize = arguments.integer("miniBatchSize") ?? settings.miniBatchSize
    settings.lastBatch = arguments.word("lastBatch").flatMap(Batches.LastBatch.init) ?? settings.lastBatch
    settings.schedule = arguments["schedule"]?.schedule ?? settings.schedule
    settings.shuffle = arguments.bool("shuffle") ?? settings.shuffle
    settings.seed = arguments.seed ?? settings.seed
    settings.optimizer = try optimizer(defaults.optimizer)
    settings.keep = arguments.word("keep").flatMap(TrainingSettings.Keep.init) ?? settings.keep
    settings.earlyStop = arguments.integer("earlyStop").map { .init(patience: $0) } ?? settings.earlyStop
    try readLoss(into: &settings)
    return settings
  }

  private func readLoss(into settings: inout TrainingSettings) throws(Fault) {
    if let losses = arguments["loss"]?.losses { settings.take(losses) }
    settings.loss.labelSmoothing = arguments.decimal("labelSmoothing").map { Float($0) } ?? settings.loss.labelSmoothing
    guard settings.lossKind != .crossEntropy else { return }
    (settings.loss.labelSmoothing, settings.loss.classWeights) = (0, [])
    for key in ["labelSmoothing", "classWeights"] {
      guard let value = arguments[key] else { continue }
      throw Fault(
        .keyOfOther(
          key: key, given: value.text, belongsTo: "loss=crossEntropy", remedy: "Leave it out, or the other loss."),
        at: value.span)
    }
  }

  /// How much each output counts, as `classWeights=` says; nil where it says nothing.
  ///
  /// - Parameters:
  ///   - selection: The samples whose classes the numbers are for, in the order of its dataset.
  ///   - places: The output of each of these classes.
  ///   - outputs: How many outputs there are; those without a class count 1.
  /// - Returns: A factor for each output.
  /// - Throws: `LoopFact.classWeights`, or `Fact.wrongKind` for what is no number above 0.
  func classWeights(of selection: Selection, at places: [Int], outputs: Int) throws(Fault) -> [Float]? {
    guard let value = arguments["classWeights"], let words = arguments.list("classWeights") else { return nil }
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
      throw Fault(.loop(.classWeights(given: words.count, classes: labels)), at: value.span)
    }
    for (place, word) in zip(places, words) {
      guard let weight = Float(word.word), weight > 0, weight.isFinite else {
        throw Fault(
          .wrongKind(argument: "classWeights", expected: .decimal(0...1e6), given: word.text), at: word.span)
      }
      weights[place] = weight
    }
    return weights
  }

  private func optimizer(_ defaults: OptimizerSettings) throws(Fault) -> OptimizerSettings {
    let name = arguments.word("optimizer") ?? defaults.name
    let isAdam = name != "sgd"
    try arguments.refuseKeysOfOtherOptimizer(isAdam: isAdam)
    let rate = arguments.decimal("learningRate") ?? defaults.learningRate
    let usualDecay = name == defaults.name ? defaults.weightDecay : name == "adamW" ? 0.01 : 0
    let decay = arguments.decimal("weightDecay") ?? usualDecay
    var settings: OptimizerSettings
    switch (isAdam, defaults.rule) {
    case (true, .adam(let beta1, let beta2, let eps)):
      settings = adam(rate, decay, (beta1, beta2, eps))
    case (true, .sgd): settings = adam(rate, decay, (0.9, 0.999, 1e-8))
    case (false, .sgd(let momentum, let isNesterov)): settings = sgd(rate, decay, momentum, isNesterov)
    case (false, .adam): settings = sgd(rate, decay, 0, false)
    }
    settings.isDecayDecoupled = name == "adamW"
    return settings
  }

  private func sgd(_ rate: Double, _ decay: Double, _ momentum: Double, _ isNesterov: Bool) -> OptimizerSettings {
    .sgd(
      learningRate: rate, momentum: arguments.decimal("momentum") ?? momentum,
      isNesterov: arguments.bool("nesterov") ?? isNesterov, weightDecay: decay)
  }

  private func adam(_ rate: Double, _ decay: Double, _ own: (Double, Double, Double)) -> OptimizerSettings {
    .adam(
      learningRate: rate, beta1: arguments.decimal("beta1") ?? own.0, beta2: arguments.decimal("beta2") ?? own.1,
      eps: arguments.decimal("eps") ?? own.2, weightDecay: decay)
  }
}

extension Arguments {
  /// Refuses what belongs to another optimiser: to SGD a momentum, to Adam numbers of its own.
  ///
  /// - Throws: `keyOfOther` at the value.
  func refuseKeysOfOtherOptimizer(isAdam: Bool) throws(Fault) {
    for key in isAdam ? ["momentum", "nesterov"] : ["beta1", "beta2", "eps"] {
      guard let value = named[key] else { continue }
      throw Fault(
        .keyOfOther(
          key: key, given: value.text, belongsTo: isAdam ? "optimizer=sgd" : "optimizer=adam",
          remedy: isAdam ? "Leave it out, or set optimizer=sgd." : "Set optimizer=adam, or leave it out."),
        at: value.span)
    }
  }
}

extension OptimizerSettings {
  /// Whether it is Adam.
  var isAdam: Bool {
    if case .adam = rule { true } else { false }
  }

  /// What users call it.
  var name: String { isAdam ? (isDecayDecoupled ? "adamW" : "adam") : "sgd" }
}
