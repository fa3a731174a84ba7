/// How a network is to be trained further (format message `NetworkUpdateParameters`).
public struct UpdateParameters: Sendable, Equatable, Codable {
  /// What is made small. A device takes exactly one.
  public var losses: [LossLayer]
  /// How; nil when the file does not say.
  public var optimizer: UpdateOptimizer?
  /// How many times through all examples; nil when the file does not say.
  public var epochs: IntegerParameter?
  /// Whether the examples' order is drawn anew for every epoch; nil when the file does not say.
  public var shuffle: Bool?
  /// Where the drawing starts; nil when the file does not say.
  public var seed: IntegerParameter?

  /// Describes a training.
  public init(
    losses: [LossLayer], optimizer: UpdateOptimizer?, epochs: IntegerParameter?, shuffle: Bool? = true,
    seed: IntegerParameter? = nil
  ) {
    self.losses = losses
    self.optimizer = optimizer
    self.epochs = epochs
    self.shuffle = shuffle
    self.seed = seed
  }

  /// A training with one loss, named as Core ML's own tools name it: `lossLayer`, its target the tensor's name with
  /// `_true` after it.
  ///
  /// - Parameters:
  ///   - loss: What is computed.
  ///   - tensor: What the loss reads; a cross entropy reads a softmax.
  ///   - optimizer: How weights follow their gradients.
  ///   - epochs: How many times through all examples.
  ///   - shuffle: Whether their order is drawn anew for every epoch.
  ///   - seed: Where the drawing starts.
  public init(
    _ loss: LossLayer.Kind, reading tensor: String, optimizer: UpdateOptimizer, epochs: IntegerParameter,
    shuffle: Bool? = true, seed: IntegerParameter? = nil
  ) {
    let loss = LossLayer(name: "lossLayer", kind: loss, input: tensor, target: tensor + "_true")
    self.init(losses: [loss], optimizer: optimizer, epochs: epochs, shuffle: shuffle, seed: seed)
  }

  init(_ wire: WireMessage) {
    losses = wire[repeated: 1].messages.map(LossLayer.init)
    optimizer = wire.message(2).flatMap(UpdateOptimizer.init)
    epochs = wire.message(3).map(IntegerParameter.init)
    shuffle = wire.message(10).map { $0.bool(1) }
    seed = wire.message(20).map(IntegerParameter.init)
  }

  func encoded(over base: WireMessage?) -> WireMessage {
    var wire = base ?? WireMessage()
    if losses != wire[repeated: 1].messages.map(LossLayer.init) {
      wire[repeated: 1].messages = losses.map { $0.encoded() }
    }
    wire.set(2, message: optimizer?.encoded(over: wire.message(2)))
    wire.set(3, message: epochs?.encoded(over: wire.message(3)))
    wire.set(
      10,
      message: shuffle.map { value in
        var parameter = wire.message(10) ?? WireMessage()
        parameter.set(1, value)
        return parameter
      })
    wire.set(20, message: seed?.encoded(over: wire.message(20)))
    return wire
  }
}

/// What a training makes small (format message `LossLayer`).
public struct LossLayer: Sendable, Equatable, Codable {
  /// The kinds of loss.
  public enum Kind: Sendable, Equatable, Codable {
    /// The mean of -ln of the probability given to the right class; reads a softmax.
    case categoricalCrossEntropy
    /// The mean of the squared differences.
    case meanSquaredError
    /// The file does not say.
    case unspecified
  }

  /// Its name, unlike any layer's.
  public var name: String
  /// What it computes.
  public var kind: Kind
  /// The tensor it reads.
  public var input: String
  /// What the tensor should have been; not made inside the network.
  public var target: String

  /// Describes a loss.
  public init(name: String, kind: Kind, input: String, target: String) {
    self.name = name
    self.kind = kind
    self.input = input
    self.target = target
  }

  init(_ wire: WireMessage) {
    name = wire.text(1)
    let found = wire.oneOf([10, 11])
    kind = found.map { $0.number == 10 ? .categoricalCrossEntropy : .meanSquaredError } ?? .unspecified
    input = found?.message.text(1) ?? ""
    target = found?.message.text(2) ?? ""
  }

  func encoded() -> WireMessage {
    var wire = WireMessage()
    wire.set(1, name)
    guard kind != .unspecified else { return wire }
    var content = WireMessage()
    content.set(1, input)
    content.set(2, target)
    wire.set(kind == .categoricalCrossEntropy ? 10 : 11, message: content)
    return wire
  }
}

/// How weights follow their gradients (format message `Optimizer`). A parameter that is nil is not in the file.
public enum UpdateOptimizer: Sendable, Equatable, Codable {
  /// Stochastic gradient descent.
  case sgd(learningRate: DoubleParameter?, miniBatchSize: IntegerParameter?, momentum: DoubleParameter?)
  /// Adam (Kingma and Ba, 2015).
  case adam(
    learningRate: DoubleParameter?, miniBatchSize: IntegerParameter?, beta1: DoubleParameter?, beta2: DoubleParameter?,
    eps: DoubleParameter?)

  /// The size of the steps.
  public var learningRate: DoubleParameter? {
    switch self {
    case .sgd(let rate, _, _), .adam(let rate, _, _, _, _): rate
    }
  }

  /// How many examples go into one step.
  public var miniBatchSize: IntegerParameter? {
    switch self {
    case .sgd(_, let size, _), .adam(_, let size, _, _, _): size
    }
  }

  init?(_ wire: WireMessage) {
    guard let (number, message) = wire.oneOf([10, 11]) else { return nil }
    func double(_ number: Int) -> DoubleParameter? { message.message(number).map(DoubleParameter.init) }
    let size = message.message(2).map(IntegerParameter.init)
    self =
      number == 10
      ? .sgd(learningRate: double(1), miniBatchSize: size, momentum: double(3))
      : .adam(learningRate: double(1), miniBatchSize: size, beta1: double(3), beta2: double(4), eps: double(5))
  }

  func encoded(over base: WireMessage?) -> WireMessage {
    var wire = base ?? WireMessage()
    let earlier = wire.oneOf([10, 11])
    let number: Int
    let doubles: [(Int, DoubleParameter?)]
    switch self {
    case .sgd(let rate, _, let momentum): (number, doubles) = (10, [(1, rate), (3, momentum)])
    case .adam(let rate, _, let beta1, let beta2, let eps):
      (number, doubles) = (11, [(1, rate), (3, beta1), (4, beta2), (5, eps)])
    }
    var content = earlier?.number == number ? earlier?.message ?? WireMessage() : WireMessage()
    for (field, value) in doubles { content.set(field, message: value?.encoded(over: content.message(field))) }
    content.set(2, message: miniBatchSize?.encoded(over: content.message(2)))
    wire.set(oneOf: [10, 11], number, message: content)
    return wire
  }
}
