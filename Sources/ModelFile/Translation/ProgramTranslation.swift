import Networks
import Operations
import Tensors

/// Makes a network of a function of a program: a value of four axes [N, C, H, W] becomes maps [C, H, W], N of them one after the
/// other; any other value a vector, its numbers row-major.
///
/// Everything is computed in single precision. What a program in half precision rounds is rounded where the file says so: its
/// constants, and where it casts.
struct ProgramTranslation {
  private let function: ProgramFunction
  private let package: ModelPackage?
  var builder: NetworkBuilder
  /// How many loops and conditions the operation at hand lies in.
  var depth = 0
  /// The constants that are tensors of the network, the same for all that reads them: those in rounds of loops, and those that several
  /// fully connected layers read, as the steps of a recurrence do; of these nothing until they are taken.
  var sharedConstants: [String: ProgramValue?]
  var scope: [String: ProgramValue] = [:]
  /// The tensor with a classifier's scores.
  private var scores: String?

  /// The constants there are, by name.
  var constants: [String: Tensor] {
    scope.compactMapValues { value in
      if case .constant(let constant) = value, constant.element != .string { constant.tensor } else { nil }
    }
  }

  /// Whether several arrays are fed as one vector.
  private let joinsInputs: Bool

  init(_ function: ProgramFunction, package: ModelPackage?, joiningInputs joinsInputs: Bool = false) {
    self.function = function
    self.joinsInputs = joinsInputs
    self.package = package
    sharedConstants = function.sharedWeights
    let made = function.operations.flatMap { $0.outputs.map(\.name) }
    builder = NetworkBuilder(names: Set(function.inputs.map(\.name)).union(made))
  }

  /// The network.
  ///
  /// - Throws: `ModelFileError.program`, or `input` for one that cannot be fed.
  mutating func network() throws(ModelFileError) -> NetworkDefinition {
    let inputs = try self.inputs()
    do throws(ProgramError) {
      let unknown = function.operations.flatMap { $0.unknown() }
      guard unknown.isEmpty else { throw ProgramError(.unknownOperations(unknown.map(\.label))) }
      for operation in function.operations { try translate(operation) }
      return NetworkDefinition(inputs: inputs, layers: builder.layers, outputs: try outputs())
    } catch {
      throw .program(error)
    }
  }

  /// Whether operations of a type can be run here.
  static func knows(_ type: String) -> Bool {
    ["const", "classify", "while_loop", "cond"].contains(type) || OperationTable.all[type] != nil
  }

  // MARK: Inputs and outputs

  private mutating func inputs() throws(ModelFileError) -> [NetworkInput] {
    var inputs: [NetworkInput] = []
    let readsImage = function.description.inputs.contains { $0.isImage }
    for input in function.inputs {
      let feature = function.description.inputs.first { $0.name == input.name }
      do throws(ProgramProblem) {
        let tensor = try ProgramInput.tensor(input, feature)
        if readsImage, let value = feature?.valueBesideImage {
          let numbers = [Float](repeating: value, count: tensor.form.count)
          scope[input.name] = .constant(ProgramConstant(tensor.element, shape: tensor.form.shape, floats: numbers))
          continue
        }
        scope[input.name] = .tensor(tensor)
        let shape = tensor.form.shape
        var made = NetworkInput(name: input.name, shape: [tensor.form.count], isOptional: feature?.isOptional ?? false)
        if tensor.form.isMap { (made.shape, made.sequenceLength) = (Array(shape[1...]), shape[0]) }
        if case .image(let image)? = feature?.type {
          made.image = try ProgramInput.preprocessing(image, shape: shape, input.name)
        }
        inputs.append(made)
      } catch {
        throw .program(ProgramError(error))
      }
    }
    guard joinsInputs, inputs.count > 1, inputs.allSatisfy({ $0.image == nil }) else { return inputs }
    do throws(ProgramProblem) { return [try joined()] } catch { throw .program(ProgramError(error)) }
  }

  /// One vector in place of the inputs, of which it holds one after the other; it is cut into them first of all.
  private mutating func joined() throws(ProgramProblem) -> NetworkInput {
    var tensors: [ProgramTensor] = []
    for input in function.inputs { if case .tensor(let tensor)? = scope[input.name] { tensors.append(tensor) } }
    let counts = tensors.map(\.form.count)
    guard
      let count = counts.reduce(
        Int?.some(0), { sum, count in sum.flatMap { $0.addingReportingOverflow(count).overflow ? nil : $0 + count } })
    else { throw .tooLarge(value: tensors[0].name, shape: counts) }
    try NetworkBuilder.check([count])
    let whole = ProgramTensor(name: builder.fresh("inputs"), element: .float32, form: TensorForm([count]))
    var first = 0
    for tensor in tensors {
      let start = builder.begin(tensor.name, "slice")
      let length = tensor.form.count
      let move = Move(
        lengths: [length], from: Move.Track(start: [first], [Move.Track.Loop(0)]), to: Move.Track(rank: 1))
      let part = try builder.operation(
        .move([move], fill: nil), [.tensor(whole)], element: tensor.element, TensorForm([length]))
      let shaped = try builder.renamed(part, tensor.form.shape)
      let laid = tensor.form.isMap ? try builder.map(shaped) : shaped
      scope[tensor.name] = try builder.name(laid, tensor.name, since: start)
      first += length
    }
    return NetworkInput(name: whole.name, shape: [count])
  }

  /// What the network gives: a classifier's scores first, and whatever else the function returns.
  private mutating func outputs() throws(ProgramError) -> [String] {
    var names: [String] = scores.map { [$0] } ?? []
    for output in function.outputs {
      guard let value = scope[output] else { continue }
      let start = builder.begin(output, "identity")
      do throws(ProgramProblem) {
        guard value.element != .bool, value.element != .string else { throw .type(value: output) }
        let tensor = try builder.tensor(value)
        guard tensor.name != output, case .tensor(let named) = try builder.name(.tensor(tensor), output, since: start)
        else {
          names.append(tensor.name)
          continue
        }
        names.append(named.name)
      } catch {
        throw ProgramError(error)
      }
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  // MARK: Operations

  mutating func translate(_ operation: OperationRecord) throws(ProgramError) {
    let hasParts = ["while_loop", "cond"].contains(operation.type)
    let parts = hasParts ? try run(operation) : []
    do throws(ProgramProblem) {
      switch operation.type {
      case "const": try take(operation)
      case "classify": try classify(operation)
      case _ where hasParts:
        guard parts.count == operation.outputs.count else {
          throw .count(expected: operation.outputs.count, actual: parts.count)
        }
        let start = builder.begin(operation.label.name, operation.type)
        try give(parts, to: operation.outputs, since: start)
      default:
        let reader = try reader(operation)
        guard let translation = OperationTable.all[operation.type] else { throw .unknownOperations([operation.label]) }
        let start = builder.begin(operation.outputs.first?.name ?? operation.type, operation.type)
        let made = try translation(reader, &builder)
        guard made.count >= operation.outputs.count else { throw .output(operation.outputs[made.count].name) }
        try give(made, to: operation.outputs, since: start)
      }
    } catch {
      throw ProgramError(error, at: operation.label)
    }
  }

  func reader(_ operation: OperationRecord) throws(ProgramProblem) -> OperationReader {
    try OperationReader(operation, version: function.version, package: package, scope: scope)
  }

  /// Puts values under their names; those of a loop are made anew each time round, and keep the names that they were made under.
  private mutating func give(
    _ values: [ProgramValue], to outputs: [NamedType], since start: Int
  ) throws(ProgramProblem) {
    for (output, value) in zip(outputs, values) {
      try value.check(against: output)
      scope[output.name] = depth > 0 ? value : try builder.name(value, output.name, since: start)
    }
  }

  mutating func take(_ operation: OperationRecord) throws(ProgramProblem) {
    guard let output = operation.outputs.first else { return }
    let isShared = sharedConstants.keys.contains(output.name)
    if let shared = sharedConstants[output.name] ?? nil { return scope[output.name] = shared }
    guard let record = operation.attributes["val"] else { throw .missingInput("val") }
    guard case .tensor = record.type else { return scope[output.name] = .list(record) }
    let value = ProgramValue.constant(try record.constant(package))
    try value.check(against: output)
    // In memory once, and the same in all layers: nothing trains those of one alone.
    scope[output.name] = isShared ? .tensor(try builder.tensor(value)) : value
  }

  /// The scores of a classifier as one vector, and its labels.
  private mutating func classify(_ operation: OperationRecord) throws(ProgramProblem) {
    let reader = try reader(operation)
    let (value, _, shape) = try reader.tensor("probabilities")
    guard case .list(let list) = try reader.value("classes"), let labels = ClassLabels(list, package) else {
      throw .type(value: "classes")
    }
    guard let count = shape.product, count == labels.count else {
      throw .count(expected: labels.count, actual: shape.product ?? 0)
    }
    let start = builder.begin(operation.outputs.last?.name ?? "classify", "classify")
    let rows = try builder.rows(.tensor(try builder.tensor(value)))
    guard case .tensor(let scores) = rows else { throw .encoding }
    // The tensor keeps the program's name for it where it has one.
    var name = scores.name
    if let output = operation.outputs.last?.name, case .tensor(let own) = value, own.name != scores.name,
      case .tensor(let named) = try builder.name(rows, output, since: start)
    {
      name = named.name
    }
    self.scores = name
  }
}

extension FeatureDescription {
  fileprivate var isImage: Bool { if case .image = type { true } else { false } }

  /// What an optional array holds where it is not given: beside an image nobody gives it.
  fileprivate var valueBesideImage: Float? {
    guard isOptional, case .multiArray(let array) = type else { return nil }
    return array.defaultValue.map { Float($0) }
  }
}

extension ProgramValue {
  /// Makes sure that it has the type and the lengths that the file declares.
  func check(against output: NamedType) throws(ProgramProblem) {
    guard case .tensor(let element, let lengths) = output.type, let actual = self.element, let shape
    else { throw .type(value: output.name) }
    guard element == actual else {
      throw .declaredType(value: output.name, declared: element.label, actual: actual.label)
    }
    // A length that is not fixed in the file follows from the input's.
    let declared = lengths.enumerated().map { axis, length in length ?? (shape.indices.contains(axis) ? shape[axis] : 0)
    }
    guard declared == shape else { throw .declaredShape(value: output.name, declared: declared, actual: shape) }
  }
}

extension ProgramFunction {
  /// The values that several fully connected layers have for their weights.
  fileprivate var sharedWeights: [String: ProgramValue?] {
    var readers: [String: Int] = [:]
    for operation in operations where operation.type == "linear" {
      for case .name(let name) in operation.inputs.first(where: { $0.name == "weight" })?.bindings ?? [] {
        readers[name, default: 0] += 1
      }
    }
    return readers.filter { $0.value > 1 }.mapValues { _ in nil }
  }
}
