import Networks
import Operations
import Tensors

/// Recurrent layers, step by step: each step of a sequence becomes layers of its own. Their weights are tensors of the network, the same
/// for all steps, so that gradients pass through them and nothing trains one step's alone.
enum RecurrentOperations {
  static let table: [String: OperationTranslation] = ["lstm": lstm, "rnn": simple]

  /// A simple recurrent layer (Elman, 1990): h = f(W x + U h + b).
  private static let simple: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let direction = reader.text("direction") ?? "forward"
    guard let isReversed = ["forward": false, "reverse": true][direction] else {
      throw .setting("direction", value: direction)
    }
    guard shape.count == 3 else { throw .shapes([shape]) }
    let (steps, samples) = (shape[0], shape[1])
    try builder.unroll(steps: steps, layers: 3)
    guard let columns = try reader.constant("weight_ih"), let square = try reader.constant("weight_hh") else {
      throw .missingInput("weight_hh")
    }
    guard square.shape.count == 2, square.shape[0] == square.shape[1], columns.shape == [square.shape[0], shape[2]]
    else { throw .shapes([columns.shape, square.shape]) }
    let size = square.shape[0]
    let function = try function("activation", absent: "tanh", reader)
    let recursion = ProgramValue.tensor(try builder.tensor(.constant(square)))
    let input = ProgramValue.tensor(try builder.tensor(.constant(columns)))
    let all = TensorForm([steps, samples, size]), form = TensorForm([samples, size])
    var entering = try builder.operation(.linear, [try builder.rows(x), input], element: element, all)
    if let bias = try reader.constant("bias") {
      guard bias.count == size else { throw .shapes([bias.shape, square.shape]) }
      let added = ProgramValue.tensor(try builder.tensor(.constant(bias.reshaped([size]))))
      entering = try builder.operation(.combine(.add), [entering, added], element: element, all)
    }
    entering = try builder.renamed(entering, [steps * samples, size])
    var made =
      steps == 1 ? [entering] : try builder.parts(of: entering, axis: 0, sizes: Array(repeating: samples, count: steps))
    var h = ProgramValue.tensor(try builder.tensor(try builder.rows(try reader.value("initial_h"))))
    guard h.shape == form.shape else { throw .shapes([shape, h.shape ?? []]) }
    for step in isReversed ? Array(made.indices.reversed()) : Array(made.indices) {
      let recurring = try builder.operation(.linear, [h, recursion], element: element, form)
      let sum = try builder.operation(.combine(.add), [made[step], recurring], element: element, form)
      h = builder.layer(.activation(function), [try builder.tensor(sum)], element: element, form)
      made[step] = h
    }
    guard try reader.truth("output_sequence") else { return [try builder.renamed(h, [1, samples, size]), h] }
    return [try builder.renamed(try builder.joined(made, axis: 0), all.shape), h]
  }

  private static let lstm: OperationTranslation = { (reader, builder) throws(ProgramProblem) in
    let (x, element, shape) = try reader.tensor("x")
    let direction = reader.text("direction") ?? "forward"
    guard let isReversed = ["forward": [false], "reverse": [true], "bidirectional": [false, true]][direction] else {
      throw .setting("direction", value: direction)
    }
    guard shape.count == 3 else { throw .shapes([shape]) }
    for _ in isReversed { try builder.unroll(steps: shape[0], layers: 12) }
    if let clip = try reader.float("clip") { throw .setting("clip", value: "\(clip)") }
    let functions = LongShortTermMemory.Functions(
      gate: try function("recurrent_activation", absent: "sigmoid", reader),
      cell: try function("cell_activation", absent: "tanh", reader),
      output: try function("activation", absent: "tanh", reader))
    let sequence = try builder.rows(x)
    var initial: [[ProgramValue]] = []
    for name in ["initial_h", "initial_c"] {
      let value = ProgramValue.tensor(try builder.tensor(try builder.rows(try reader.value(name))))
      guard let own = value.shape, own.count == 2, own[0] == shape[1], own[1] % isReversed.count == 0 else {
        throw .shapes([shape, value.shape ?? []])
      }
      let sizes = isReversed.map { _ in own[1] / isReversed.count }
      initial.append(sizes.count == 1 ? [value] : try builder.parts(of: value, axis: 1, sizes: sizes))
    }
    var directions: [LongShortTermMemory.Results] = []
    for (place, isReversed) in isReversed.enumerated() {
      let memory = try LongShortTermMemory(reader, place == 0 ? "" : "_back", input: shape[2], functions, &builder)
      directions.append(
        try memory.run(
          sequence, element, shape, h: initial[0][place], c: initial[1][place], isReversed: isReversed, &builder))
    }
    let h = try builder.joined(directions.map(\.h), axis: 1)
    let c = try builder.joined(directions.map(\.c), axis: 1)
    guard try reader.truth("output_sequence") else {
      return [try builder.renamed(h, [1] + (h.shape ?? [])), h, c]
    }
    let sequences = directions.map(\.sequence)
    return [try builder.joined(sequences, axis: 2), h, c]
  }

  private static func function(
    _ name: String, absent: String, _ reader: OperationReader
  ) throws(ProgramProblem) -> ActivationFunction {
    let text = reader.text(name) ?? absent
    guard let function = ["sigmoid": ActivationFunction.sigmoid, "tanh": .tanh, "relu": .relu][text.lowercased()] else {
      throw .setting(name, value: text)
    }
    return function
  }
}

/// One direction of a long short-term memory (Hochreiter and Schmidhuber, 1997), as the operation `lstm` computes it.
private struct LongShortTermMemory {
  /// What gates, cells and outputs are put through.
  struct Functions {
    let gate: ActivationFunction, cell: ActivationFunction, output: ActivationFunction
  }

  /// What all steps output [steps, samples, H], and the last one's output and cell [samples, H].
  struct Results {
    let sequence: ProgramValue, h: ProgramValue, c: ProgramValue
  }

  private let size: Int
  private let functions: Functions
  /// The weights as tensors: gates by inputs and gates by outputs; gates are input, forget, output and cell.
  private let input: ProgramTensor, recursion: ProgramTensor
  /// What is added to the gates; for each of three gates what it sees of the cell. None where these are 0.
  private let bias: ProgramValue?, peepholes: [ProgramValue]?

  init(
    _ reader: OperationReader, _ end: String, input: Int, _ functions: Functions, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) {
    guard let columns = try reader.constant("weight_ih\(end)"), let square = try reader.constant("weight_hh\(end)")
    else {
      throw .missingInput("weight_hh\(end)")
    }
    guard square.shape.count == 2, square.shape[0] == 4 * square.shape[1], columns.shape == [square.shape[0], input]
    else { throw .shapes([columns.shape, square.shape]) }
    size = square.shape[1]
    self.functions = functions
    self.input = try builder.tensor(.constant(columns))
    recursion = try builder.tensor(.constant(square))
    func vector(_ name: String, _ count: Int) throws(ProgramProblem) -> ProgramValue? {
      guard let known = try reader.constant(name), known.floats.contains(where: { $0 != 0 }) else { return nil }
      guard known.count == count else { throw .shapes([known.shape, square.shape]) }
      return .tensor(try builder.tensor(.constant(known.reshaped([count]))))
    }
    bias = try vector("bias\(end)", 4 * size)
    let seen = try vector("peephole\(end)", 3 * size)
    let sizes = [size, size, size]
    peepholes = try seen.map { value throws(ProgramProblem) in try builder.parts(of: value, axis: 0, sizes: sizes) }
  }

  func run(
    _ sequence: ProgramValue, _ element: ElementType, _ shape: [Int], h: ProgramValue, c: ProgramValue,
    isReversed: Bool, _ builder: inout NetworkBuilder
  ) throws(ProgramProblem) -> Results {
    let (steps, samples) = (shape[0], shape[1])
    let form = TensorForm([samples, size])
    func pair(_ function: PairFunction, _ x: ProgramValue, _ y: ProgramValue) throws(ProgramProblem) -> ProgramValue {
      try builder.operation(.combine(function), [x, y], element: element, form)
    }
    func put(_ x: ProgramValue, through function: ActivationFunction) throws(ProgramProblem) -> ProgramValue {
      builder.layer(.activation(function), [try builder.tensor(x)], element: element, form)
    }
    func product(_ x: ProgramValue, _ weights: ProgramTensor, _ form: TensorForm) throws(ProgramProblem) -> ProgramValue
    {
      try builder.operation(.linear, [x, .tensor(weights)], element: element, form)
    }
    let gates = TensorForm([steps, samples, 4 * size])
    var entering = try product(sequence, input, gates)
    if let bias { entering = try builder.operation(.combine(.add), [entering, bias], element: element, gates) }
    entering = try builder.renamed(entering, [steps * samples, 4 * size])
    let rows =
      steps == 1 ? [entering] : try builder.parts(of: entering, axis: 0, sizes: Array(repeating: samples, count: steps))
    var (h, c) = (h, c)
    var made = rows
    for step in isReversed ? Array(rows.indices.reversed()) : Array(rows.indices) {
      let form = TensorForm([samples, 4 * size])
      let sum = try builder.operation(
        .combine(.add), [rows[step], try product(h, recursion, form)], element: element, form)
      let parts = try builder.parts(of: sum, axis: 1, sizes: Array(repeating: size, count: 4))
      func gate(_ place: Int, _ cell: ProgramValue) throws(ProgramProblem) -> ProgramValue {
        guard let peepholes else { return try put(parts[place], through: functions.gate) }
        let seen = try pair(.multiply, cell, peepholes[place])
        return try put(try pair(.add, parts[place], seen), through: functions.gate)
      }
      let kept = try pair(.multiply, try gate(1, c), c)
      let entered = try pair(.multiply, try gate(0, c), try put(parts[3], through: functions.cell))
      c = try pair(.add, kept, entered)
      h = try pair(.multiply, try gate(2, c), try put(c, through: functions.output))
      made[step] = h
    }
    let all = try builder.joined(made, axis: 0)
    return Results(sequence: try builder.renamed(all, [steps, samples, size]), h: h, c: c)
  }
}
