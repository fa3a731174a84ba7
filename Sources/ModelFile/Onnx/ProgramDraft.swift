import Operations
import Tensors

/// A value of a program that is being made: a constant, or what an operation gives.
struct DraftValue {
  /// Its name in the program.
  let name: String
  /// What it is known to be.
  let value: ProgramValue
  /// As which type an ONNX file has a constant, or the zero point of what is quantised; nil for others.
  var stored: OnnxType?

  /// The type of its elements.
  var element: ElementType { value.element ?? .float32 }
  /// The lengths of its axes.
  var shape: [Int] { value.shape ?? [] }
  /// The numbers, where these are known.
  var constant: ProgramConstant? { if case .constant(let constant) = value { constant } else { nil } }
}

/// Collects the operations of a program that is being made, with the types and shapes of what they give: those that the translator
/// of programs finds. What reads constants alone is computed at once.
struct ProgramDraft {
  /// What an operation reads.
  enum Argument {
    case value(DraftValue)
    case values([DraftValue])
    case integer(Int)
    case integers([Int])
    case truth(Bool)
    case truths([Bool])
    case float(Float)
    case text(String)
  }

  fileprivate struct Operation {
    let type: String
    var inputs: [(String, ProgramWire.Argument)]
    var outputs: [(name: String, type: WireMessage)]
    /// Of a constant.
    var value: WireMessage?
  }

  /// The version of operations that programs are written in.
  static let version = 7
  /// From how many numbers on something changes.
  private enum Bounds {
    /// Constants of fewer numbers stand in the program itself.
    static let fewestStored = 10
    /// The most numbers that are read and made where constants are computed: hundreds of times as many as in networks.
    static let mostFolded = 1 << 28
  }

  private var operations: [Operation] = []
  private var weights: WeightFileWriter
  private var builder = NetworkBuilder(names: [], mostFolded: 1 << 24)
  private var scope: [String: ProgramValue] = [:]
  private var names = FreshNames(besides: [])
  /// Known matrices with rows and columns exchanged, by their names.
  var transposes: [String: DraftValue] = [:]
  /// How many numbers were read and made where constants were computed.
  private var foldedNumbers = 0
  /// The constants that stand in the program.
  private var written: Set<String> = []
  /// What the operations of the node at hand are called after.
  private var label = ""
  /// How many operations there were when it began.
  private var start = 0

  init(weightBytes: Int) { weights = WeightFileWriter(reserving: weightBytes) }

  // MARK: Values

  /// A name of letters, digits and underscores that nothing has yet.
  mutating func freshName(_ wanted: String) -> String {
    names.name(ProgramDraft.plain(wanted))
  }

  /// A name with underscores for other signs.
  static func plain(_ wanted: String) -> String {
    let name = String(wanted.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.drop { $0 == "_" })
    return name.isEmpty ? "value" : name.first?.isNumber == true ? "_" + name : name
  }

  /// A constant.
  mutating func constant(_ constant: ProgramConstant, _ wanted: String? = nil) -> DraftValue {
    let value = DraftValue(name: freshName(wanted ?? "\(label)_constant"), value: .constant(constant))
    scope[value.name] = value.value
    return value
  }

  /// Single-precision or half-precision numbers, as `element` says.
  mutating func floats(_ numbers: [Float], _ shape: [Int], _ element: ElementType) -> DraftValue {
    constant(ProgramConstant(element.isFloat ? element : .float32, shape: shape, floats: numbers))
  }

  /// A single number.
  mutating func scalar(_ number: Float, _ element: ElementType) -> DraftValue {
    if element.isFloat { return floats([number], [], element) }
    return constant(ProgramConstant(.int32, shape: [], integers: [Int(number)]))
  }

  /// What the program takes.
  mutating func input(_ name: String, _ element: ElementType, _ shape: [Int]) throws(ProgramProblem) -> DraftValue {
    do throws(ProgramProblem) { try NetworkBuilder.check(shape) } catch { throw .tooLarge(value: name, shape: shape) }
    let name = freshName(name)
    let tensor = ProgramTensor(name: name, element: element, form: TensorForm(shape, isMap: shape.count == 4))
    scope[name] = .tensor(tensor)
    return DraftValue(name: name, value: .tensor(tensor))
  }

  // MARK: Operations

  /// Begins the operations that stand for one node.
  mutating func begin(_ label: String) {
    self.label = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.drop { $0 == "_" })
    start = operations.count
  }

  /// Counts steps of sequences that become so many operations each.
  ///
  /// - Throws: `ProgramProblem.tooManySteps` for more of them than networks have by far.
  mutating func unroll(steps: Int, operations: Int) throws(ProgramProblem) {
    try builder.unroll(steps: steps, layers: operations)
  }

  /// Adds an operation that gives one value.
  mutating func add(_ type: String, _ inputs: [(String, Argument)]) throws(ProgramProblem) -> DraftValue {
    try add(type, inputs, outputs: 1)[0]
  }

  /// Adds an operation; what it gives is computed at once where all it reads is known.
  ///
  /// - Throws: `ProgramProblem` as the translator of programs does.
  mutating func add(
    _ type: String, _ inputs: [(String, Argument)], outputs: Int
  ) throws(ProgramProblem) -> [DraftValue] {
    guard let translation = OperationTable.all[type] else { preconditionFailure("no operation is called \(type)") }
    let record = OperationRecord(type, inputs.map { ($0, $1.bindings) })
    let reader = try OperationReader(record, version: ProgramDraft.version, package: nil, scope: scope)
    let begun = builder.begin("\(operations.count)", type)
    let made = try translation(reader, &builder)
    guard made.count >= outputs else { throw .output("\(made.count + 1)") }
    var values: [DraftValue] = []
    var types: [(name: String, type: WireMessage)] = []
    for made in made.prefix(outputs) {
      let value = try builder.computed(made, since: begun)
      if case .constant(let constant) = value {
        foldedNumbers += constant.count + inputs.reduce(0) { $0 + $1.1.constantCount }
        guard foldedNumbers <= Bounds.mostFolded else { throw .tooLarge(value: "", shape: constant.shape) }
        values.append(self.constant(constant))
      } else {
        let name = freshName("\(label)_\(type)")
        let named = try builder.name(value, name, since: begun)
        scope[name] = named
        values.append(DraftValue(name: name, value: named))
        types.append((name, ProgramWire.tensorType(named.element ?? .float32, named.shape ?? [])))
      }
    }
    builder.forgetLayers()
    if types.count == values.count {
      var read: [(String, ProgramWire.Argument)] = []
      for (name, argument) in inputs { read.append((name, try wire(argument))) }
      operations.append(Operation(type: type, inputs: read, outputs: types))
    }
    return values
  }

  private mutating func wire(_ argument: Argument) throws(ProgramProblem) -> ProgramWire.Argument {
    switch argument {
    case .value(let value):
      try write(value)
      return .name(value.name)
    case .values(let values):
      for value in values { try write(value) }
      return .names(values.map(\.name))
    default: return .value(argument.immediate)
    }
  }

  /// Puts a constant in the program, if it is one and does not stand there.
  private mutating func write(_ value: DraftValue) throws(ProgramProblem) {
    guard let constant = value.constant, written.insert(value.name).inserted else { return }
    let (element, shape) = (constant.element, constant.shape)
    let stored: WireMessage
    if constant.element.isFloat, constant.count >= Bounds.fewestStored {
      let place = weights.add(bytes: constant.stored, count: constant.count, as: element)
      stored = ProgramWire.stored(element, shape, file: WeightFileWriter.path, offset: place)
    } else {
      guard let made = ProgramWire.value(constant) else { throw .type(value: value.name) }
      stored = made
    }
    let type = ProgramWire.tensorType(element, shape)
    operations.append(Operation(type: "const", inputs: [], outputs: [(value.name, type)], value: stored))
  }

  /// Gives a value made since `begin`, or any that the program gives, the name the file has for it.
  mutating func named(_ value: DraftValue, _ wanted: String, isOutput: Bool = false) -> DraftValue {
    let first = isOutput ? 0 : start
    guard value.constant == nil, value.name != ProgramDraft.plain(wanted),
      let place = operations[first...].lastIndex(where: { $0.makes(value.name) })
    else { return value }
    let name = freshName(wanted)
    let output = operations[place].outputs.firstIndex { $0.name == value.name } ?? 0
    operations[place].outputs[output].name = name
    for later in place..<operations.count { operations[later].rename(value.name, name) }
    // The translator knows it by the name it had: both stand for it.
    scope[name] = scope[value.name]
    return DraftValue(name: name, value: value.value)
  }

  /// Whether a softmax gives a value, perhaps under another shape or name.
  func isSoftmax(_ value: DraftValue) -> Bool {
    var name = value.name
    for _ in 0..<8 {
      guard let operation = operations.last(where: { $0.makes(name) }) else { return false }
      guard ["reshape", "identity", "cast"].contains(operation.type), case .name(let inner)? = operation.inputs.first?.1
      else { return operation.type == "softmax" }
      name = inner
    }
    return false
  }

  // MARK: The program

  /// The operations and the file of weights.
  ///
  /// - Throws: `ProgramProblem.tooManyOperations` for more of them than programs have by far, and what goes wrong with the outputs.
  mutating func finished(
    inputs: [DraftValue], outputs: [DraftValue], classes: ClassLabels?
  ) throws(ProgramProblem)
    -> (function: WireMessage, weights: [UInt8]?)
  {
    for value in outputs { try write(value) }
    var given = outputs.map(\.name)
    var all = operations.map { operation in
      ProgramWire.operation(
        operation.type, operation.inputs, operation.outputs, attributes: operation.value.map { [("val", $0)] } ?? [])
    }
    if let classes {
      let key: ElementType = if case .strings = classes { .string } else { .int64 }
      let names = ProgramDraft.classNames
      all.append(
        ProgramWire.operation(
          "classify",
          [("probabilities", .name(given[0])), ("classes", .value(ProgramWire.list(classes)))],
          [
            (names.label, ProgramWire.tensorType(key, [])),
            (names.probabilities, ProgramWire.dictionaryType(key: key)),
          ]))
      given = [names.label, names.probabilities] + given.dropFirst()
    }
    guard all.count <= WireMessage.mostRepeated else { throw .tooManyOperations(limit: WireMessage.mostRepeated) }
    var block = WireMessage()
    block[repeated: 2].texts = given
    block[repeated: 3].messages = all
    var function = WireMessage()
    function[repeated: 1].messages = inputs.map {
      ProgramWire.entry($0.name, ProgramWire.tensorType($0.element, $0.shape))
    }
    let set = "CoreML\(ProgramDraft.version)"
    function.set(2, set)
    function[repeated: 3].messages = [ProgramWire.entry(set, block)]
    return (function, weights.hasRecords ? weights.bytes : nil)
  }

  /// What a classifier gives.
  static let classNames = (label: "classLabel", probabilities: "classLabel_probs")
}

extension ProgramDraft.Operation {
  fileprivate func makes(_ name: String) -> Bool { outputs.contains { $0.name == name } }

  fileprivate mutating func rename(_ old: String, _ new: String) {
    for place in inputs.indices {
      switch inputs[place].1 {
      case .name(old): inputs[place].1 = .name(new)
      case .names(let names): inputs[place].1 = .names(names.map { $0 == old ? new : $0 })
      default: break
      }
    }
  }
}

extension ProgramDraft.Argument {
  /// A setting as a program has it; of a value nothing.
  fileprivate var immediate: WireMessage {
    switch self {
    case .integer(let number): ProgramWire.integer(number)
    case .integers(let numbers): ProgramWire.integers(numbers)
    case .truth(let truth): ProgramWire.truth(truth)
    case .truths(let truths):
      ProgramWire.value(.bool, [truths.count], 3) { $0[repeated: 1].integers = truths.map { $0 ? 1 : 0 } }
    case .float(let number): ProgramWire.floats([number], [])
    case .text(let text): ProgramWire.text(text)
    case .value, .values: WireMessage()
    }
  }

  /// How many numbers of constants it reads.
  fileprivate var constantCount: Int {
    switch self {
    case .value(let value): value.constant?.count ?? 0
    case .values(let values): values.reduce(0) { $0 + ($1.constant?.count ?? 0) }
    default: 0
    }
  }

  fileprivate var bindings: [OperationRecord.Binding] {
    switch self {
    case .value(let value): [.name(value.name)]
    case .values(let values): values.map { .name($0.name) }
    default: [.value(ValueRecord(immediate))]
    }
  }
}
