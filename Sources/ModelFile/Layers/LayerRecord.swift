/// One layer as it is stored (format message `NeuralNetworkLayer`), of a type this program can run or not.
public struct LayerRecord: Sendable, Equatable {
  let wire: WireMessage
  /// The layer's name.
  public let name: String
  /// The tensors it reads.
  public let inputs: [String]
  /// The tensors it makes.
  public let outputs: [String]
  /// Whether training may change it.
  public let isUpdatable: Bool
  /// The field its type is stored in; nil when it has none.
  let typeNumber: Int?
  /// The settings and numbers of its type.
  let content: WireMessage

  init(_ wire: WireMessage) {
    self.wire = wire
    name = wire.text(1)
    inputs = wire[repeated: 2].texts
    outputs = wire[repeated: 3].texts
    isUpdatable = wire.bool(10)
    var numbers = Set<Int>()
    wire.forEach { if LayerType.isType($0.number) { numbers.insert($0.number) } }
    let found = wire.oneOf(numbers)
    typeNumber = found?.number
    content = found?.message ?? WireMessage()
  }

  /// The format's name for its type, or the number of its field where it has none here; nil when it has no type.
  public var type: String? { typeNumber.map { LayerType.name($0) ?? "\($0)" } }

  /// The field the function of an activation is stored in; nil in layers of other types.
  var functionNumber: Int? { typeNumber == 130 ? content.oneOf(ActivationReader.activationFields)?.number : nil }

  /// The format's name for the function of an activation; nil in layers of other types.
  public var function: String? { functionNumber.map { ActivationReader.activationNames[$0] ?? "" } }

  /// Its name and type.
  public var layerName: LayerName { LayerName(name: name, type: type) }

  /// Its stored numbers by the format's field names (`weights`, `bias`, `gamma` …), in the order of the format.
  public var weights: [(field: String, parameters: WeightParameters)] {
    weightFields.compactMap { number, field in
      weights(number).map { (field, $0) }
    }
  }

  /// The stored numbers in one field of its type.
  func weights(_ number: Int) -> WeightParameters? { weightHolder.message(number).map(WeightParameters.init) }

  /// The message that holds the numbers: that of the type, or, in an activation, that of the function.
  var weightHolder: WireMessage {
    typeNumber == 130 ? content.oneOf(ActivationReader.activationFields)?.message ?? WireMessage() : content
  }

  var weightFields: [(Int, String)] {
    switch typeNumber {
    case 100: [(90, "weights"), (91, "bias")]
    case 130: activationWeightFields
    case 140, 150: [(20, "weights"), (21, "bias")]
    case 160: [(15, "gamma"), (16, "beta"), (17, "mean"), (18, "variance")]
    case 245: [(2, "scale"), (5, "bias")]
    case 250, 290: [(2, "data")]
    case 400: RecurrentReader.Fields.simple.names
    case 410: RecurrentReader.Fields.gated.names
    case 1045: [(8, "weights"), (9, "bias")]
    default: []
    }
  }

  /// Of the activation functions, two have numbers per channel; those of the others are settings.
  private var activationWeightFields: [(Int, String)] {
    switch functionNumber {
    case 25: [(1, "alpha")]
    case 71: [(1, "alpha"), (2, "beta")]
    default: []
    }
  }
}
