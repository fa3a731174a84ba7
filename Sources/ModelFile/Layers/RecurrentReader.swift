import Networks
import Tensors

/// Reads the layers that walk along sequences. The file keeps each gate's numbers in a field of their own; the engine keeps them
/// one below the other.
struct RecurrentReader {
  /// The layer's settings and numbers.
  let layer: LayerReader

  /// The fields of the gates, in the engine's order, and of what belongs to them.
  struct Fields {
    let input: [Int]
    let recursion: [Int]
    let bias: [Int]
    let peepholes: [Int]
    /// What the format calls the gates, in the same order.
    private let gates: [String]

    static let simple = Fields(input: [30], recursion: [31], bias: [32], peepholes: [], gates: [""])
    static let gated = Fields(
      input: [30, 31, 32], recursion: [50, 51, 52], bias: [70, 71, 72], peepholes: [],
      gates: ["updateGate", "resetGate", "outputGate"])
    /// Of `LSTMWeightParams`; the block input has no peephole.
    static let longShortTerm = Fields(
      input: [1, 2, 3, 4], recursion: [20, 21, 22, 23], bias: [40, 41, 42, 43], peepholes: [60, 61, 62],
      gates: ["inputGate", "forgetGate", "blockInput", "outputGate"])

    /// Every field with the format's name for it, in the order of the format.
    var names: [(Int, String)] {
      let looking = gates.filter { $0 != "blockInput" }
      let all = [
        (input, gates, "WeightMatrix"), (recursion, gates, "RecursionMatrix"), (bias, gates, "BiasVector"),
        (peepholes, looking, "PeepholeVector"),
      ]
      return all.flatMap { numbers, gates, kind in
        zip(numbers, gates).map { ($0, $1.isEmpty ? kind.prefix(1).lowercased() + kind.dropFirst() : $1 + kind) }
      }
    }
  }

  func simpleRecurrent() throws(ModelFileError) -> LayerKind {
    try layer.expect(inputs: 1...2, outputs: 1...2)
    let (inputs, outputs) = (try layer.size(1, "inputVectorSize"), try layer.size(2, "outputVectorSize"))
    return .recurrent(
      RecurrentDefinition(
        cell: .simple(try activations(10, "activation", count: 1)[0]), inputSize: inputs, outputSize: outputs,
        returnsSequence: layer.content.bool(15), isReversed: layer.content.bool(100),
        parameters: try weights(.simple, of: layer.content, inputs, outputs, hasBias: layer.content.bool(20))))
  }

  func gatedRecurrent() throws(ModelFileError) -> LayerKind {
    try layer.expect(inputs: 1...2, outputs: 1...2)
    let (inputs, outputs) = (try layer.size(1, "inputVectorSize"), try layer.size(2, "outputVectorSize"))
    let functions = try activations(10, "activations", count: 2)
    return .recurrent(
      RecurrentDefinition(
        cell: .gated(gate: functions[0], output: functions[1]), inputSize: inputs, outputSize: outputs,
        returnsSequence: layer.content.bool(15), isReversed: layer.content.bool(100),
        parameters: try weights(.gated, of: layer.content, inputs, outputs, hasBias: layer.content.bool(20))))
  }

  /// One direction, or two with the parameters of each.
  func longShortTerm(isBidirectional: Bool) throws(ModelFileError) -> LayerKind {
    let most = isBidirectional ? 5 : 3
    try layer.expect(inputs: 1...most, outputs: 1...most)
    let (inputs, outputs) = (try layer.size(1, "inputVectorSize"), try layer.size(2, "outputVectorSize"))
    let functions = try activations(10, "activations", count: 3)
    let settings = layer.content.message(15) ?? WireMessage()
    let stored = layer.content[repeated: 20].messages
    let directions = isBidirectional ? 2 : 1
    guard stored.count == directions else {
      throw layer.fail(.listLength(field: "weightParams", allowed: [directions], actual: stored.count))
    }
    func direction(_ wire: WireMessage) throws(ModelFileError) -> RecurrentWeights {
      try weights(
        .longShortTerm, of: wire, inputs, outputs, hasBias: settings.bool(20), hasPeepholes: settings.bool(40))
    }
    let cell = LongShortTermDefinition(
      gate: functions[0], input: functions[1], output: functions[2], addsForgetBias: settings.bool(30),
      isCoupled: settings.bool(50), cellClip: settings.float(60, absent: 50))
    return .recurrent(
      RecurrentDefinition(
        cell: .longShortTerm(cell), inputSize: inputs, outputSize: outputs, returnsSequence: settings.bool(10),
        isReversed: !isBidirectional && layer.content.bool(100), parameters: try direction(stored[0]),
        backward: isBidirectional ? try direction(stored[1]) : nil))
  }

  /// The functions of a layer's gates; those with numbers per channel are not among them.
  private func activations(
    _ number: Int, _ field: String, count: Int
  ) throws(ModelFileError) -> [ActivationFunction] {
    let wires = layer.content[repeated: number].messages
    guard wires.count == count else {
      throw layer.fail(.listLength(field: field, allowed: [count], actual: wires.count))
    }
    var functions: [ActivationFunction] = []
    for wire in wires {
      let function = try ActivationReader(layer: LayerReader(layer.record, content: wire)).function()
      switch function {
      case .prelu, .parametricSoftplus: throw layer.fail(.choice(field: field, value: 0))
      default: functions.append(function)
      }
    }
    return functions
  }

  private func weights(
    _ fields: Fields, of wire: WireMessage, _ inputs: Int, _ outputs: Int, hasBias: Bool,
    hasPeepholes: Bool = false
  ) throws(ModelFileError) -> RecurrentWeights {
    let names = Dictionary(uniqueKeysWithValues: fields.names)
    func stacked(_ numbers: [Int], _ row: [Int]) throws(ModelFileError) -> Tensor {
      var values: [Float] = []
      for number in numbers {
        let stored = WeightParameters(wire.message(number) ?? WireMessage())
        values += try layer.tensor(stored, names[number] ?? "", shape: row).values
      }
      return Tensor(shape: [numbers.count * row[0]] + row.dropFirst(), values: values)
    }
    func vector(_ numbers: [Int]) throws(ModelFileError) -> Tensor {
      let flat = try stacked(numbers, [1, outputs])
      return Tensor(shape: [flat.count], values: flat.values)
    }
    return RecurrentWeights(
      input: try stacked(fields.input, [outputs, inputs]),
      recursion: try stacked(fields.recursion, [outputs, outputs]),
      bias: hasBias ? try vector(fields.bias) : nil, peepholes: hasPeepholes ? try vector(fields.peepholes) : nil)
  }
}
