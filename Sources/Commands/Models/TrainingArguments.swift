import Networks
import Training

/// The arguments by which a network's training is set: declared once, read once.
struct TrainingArguments {
  /// What `train` takes besides its data.
  static let declarations = [
    ArgumentDeclaration("epochs", .integer(1...1_000_000), "How often every photo is seen.", default: "10"),
    ArgumentDeclaration(
      "miniBatchSize", .integer(1...65_536), "How many photos make one step.", default: "8",
      aliases: ["batch", "batchSize", "batch_size"]),
    ArgumentDeclaration(
      "lastBatch", .choice(Batches.LastBatch.allCases.map(\.rawValue)),
      "Whether the last mini-batch is filled up or stays short.", default: "wrap"),
    ArgumentDeclaration("optimizer", .choice(["sgd", "adam"]), "How a gradient becomes a step.", default: "sgd"),
    ArgumentDeclaration(
      "learningRate", .decimal(0...1000), "How long a step is.", default: "0.001", aliases: ["lr", "learning_rate"]),
    ArgumentDeclaration("momentum", .decimal(0...1), "For sgd: how much of the last step is kept.", default: "0"),
    ArgumentDeclaration(
      "beta1", .decimal(0...0.999999999), "For adam: memory of the gradient.", default: "0.9", aliases: ["beta_1"]),
    ArgumentDeclaration(
      "beta2", .decimal(0...0.999999999), "For adam: memory of its square.", default: "0.999", aliases: ["beta_2"]),
    ArgumentDeclaration(
      "eps", .decimal(1e-30...1), "For adam: keeps the division finite.", default: "1e-8", aliases: ["epsilon"]),
    ArgumentDeclaration(
      "weightDecay", .decimal(0...1000), "How strongly weights are pulled towards 0.", default: "0",
      aliases: ["weight_decay"]),
    ArgumentDeclaration("schedule", .schedule, "How the learning rate changes.", default: "constant"),
    ArgumentDeclaration(
      "augment", .list(.choice(Augmentation.allCases.map(\.rawValue))),
      "How photos are varied: each time a photo is seen, each way is taken or not with equal chance."),
    ArgumentDeclaration("shuffle", .bool, "Whether each epoch has an order of its own.", default: "true"),
    ArgumentDeclaration(
      "seed", .integer(0...Int.max), "What the order is drawn from; the network's own seed when left out."),
  ]

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
    return settings
  }

  private func optimizer(_ defaults: OptimizerSettings) throws(Fault) -> OptimizerSettings {
    let isAdam = arguments.word("optimizer").map { $0 == "adam" } ?? defaults.isAdam
    try refuse(isAdam ? ["momentum"] : ["beta1", "beta2", "eps"], isAdam: isAdam)
    let rate = arguments.decimal("learningRate") ?? defaults.learningRate
    let decay = arguments.decimal("weightDecay") ?? defaults.weightDecay
    switch (isAdam, defaults.rule) {
    case (true, .adam(let beta1, let beta2, let eps)):
      return adam(rate, decay, (beta1, beta2, eps))
    case (true, .sgd): return adam(rate, decay, (0.9, 0.999, 1e-8))
    case (false, .sgd(let momentum, let isNesterov)):
      return .sgd(
        learningRate: rate, momentum: arguments.decimal("momentum") ?? momentum, isNesterov: isNesterov,
        weightDecay: decay)
    case (false, .adam):
      return .sgd(learningRate: rate, momentum: arguments.decimal("momentum") ?? 0, weightDecay: decay)
    }
  }

  private func adam(_ rate: Double, _ decay: Double, _ own: (Double, Double, Double)) -> OptimizerSettings {
    .adam(
      learningRate: rate, beta1: arguments.decimal("beta1") ?? own.0, beta2: arguments.decimal("beta2") ?? own.1,
      eps: arguments.decimal("eps") ?? own.2, weightDecay: decay)
  }

  private func refuse(_ keys: [String], isAdam: Bool) throws(Fault) {
    for key in keys {
      guard let value = arguments[key] else { continue }
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
  var name: String { isAdam ? "adam" : "sgd" }
}
