import Networks
import Operations
import Tensors

/// What one operation of a program reads, by the names its type gives them.
struct OperationReader {
  let record: OperationRecord
  /// The version of the operations, 5 for "CoreML5".
  let version: Int
  let package: ModelPackage?
  /// The values bound to each input, and the texts apart: no text is taken for numbers.
  private let inputs: [String: [ProgramValue]], texts: [String: String]

  /// Looks up what an operation reads, in what the names before it stand for.
  ///
  /// - Throws: `ProgramProblem.undefined` or `missingInput`, or what is wrong with a constant.
  init(
    _ record: OperationRecord, version: Int, package: ModelPackage?, scope: [String: ProgramValue]
  ) throws(ProgramProblem) {
    (self.record, self.version, self.package) = (record, version, package)
    var inputs: [String: [ProgramValue]] = [:]
    var texts: [String: String] = [:]
    for (name, bindings) in record.inputs {
      var values: [ProgramValue] = []
      for binding in bindings {
        switch binding {
        case .name(let name):
          guard let value = scope[name] else { throw .undefined(name) }
          values.append(value)
        case .value(let record):
          if case .tensor = record.type {
            values.append(.constant(try record.constant(package)))
          } else {
            values.append(.list(record))
          }
        case .nothing: throw .missingInput(name)
        }
      }
      let numbers = values.filter { $0.element != .string }
      if numbers.count < values.count, case .constant(let text)? = values.first { texts[name] = text.texts.first }
      if !numbers.isEmpty || texts[name] == nil { inputs[name] = numbers }
    }
    (self.inputs, self.texts) = (inputs, texts)
  }

  /// All values bound to an input; none where it is left out.
  func values(_ name: String) -> [ProgramValue] { inputs[name] ?? [] }

  /// An input that may be left out.
  func optional(_ name: String) -> ProgramValue? { values(name).first }

  /// An input that has to be there.
  func value(_ name: String) throws(ProgramProblem) -> ProgramValue {
    guard let value = optional(name) else { throw .missingInput(name) }
    return value
  }

  /// An input with its shape.
  func tensor(_ name: String) throws(ProgramProblem) -> (value: ProgramValue, element: ElementType, shape: [Int]) {
    let value = try value(name)
    guard let element = value.element, let shape = value.shape else { throw .type(value: name) }
    return (value, element, shape)
  }

  /// A setting that has to be known before anything runs; nil where it is left out.
  func constant(_ name: String) throws(ProgramProblem) -> ProgramConstant? {
    guard let value = optional(name) else { return nil }
    guard case .constant(let constant) = value else { throw .notConstant(name) }
    return constant
  }

  /// Whole numbers; nil where they are left out.
  func integers(_ name: String) throws(ProgramProblem) -> [Int]? { try constant(name)?.integers }

  /// A whole number.
  func integer(_ name: String) throws(ProgramProblem) -> Int? {
    guard let values = try integers(name) else { return nil }
    guard values.count == 1 else { throw .setting(name, value: "\(values)") }
    return values[0]
  }

  /// Truth values; nil where they are left out.
  func truths(_ name: String) throws(ProgramProblem) -> [Bool]? { try integers(name)?.map { $0 != 0 } }

  /// A truth value, false where it is left out.
  func truth(_ name: String, absent: Bool = false) throws(ProgramProblem) -> Bool {
    try integer(name).map { $0 != 0 } ?? absent
  }

  /// A number.
  func float(_ name: String) throws(ProgramProblem) -> Float? {
    guard let constant = try constant(name) else { return nil }
    guard constant.count == 1, let value = constant.floats.first else {
      throw .setting(name, value: "\(constant.shape)")
    }
    return value
  }

  /// A number that has to be there.
  func number(_ name: String) throws(ProgramProblem) -> Float {
    guard let value = try float(name) else { throw .missingInput(name) }
    return value
  }

  /// A text; nil where it is left out.
  func text(_ name: String) -> String? { texts[name] }

  /// An axis of so many, counted from 0.
  func axis(_ name: String, of rank: Int, absent: Int? = nil) throws(ProgramProblem) -> Int {
    guard let named = try integer(name) ?? absent else { throw .missingInput(name) }
    return try OperationReader.axis(named, of: rank, name)
  }

  static func axis(_ named: Int, of rank: Int, _ name: String) throws(ProgramProblem) -> Int {
    guard named >= -rank, named < rank else { throw .setting(name, value: "\(named)") }
    return named < 0 ? named + rank : named
  }

  /// Axes of so many, counted from 0, each once; nil where they are left out.
  func axes(_ name: String, of rank: Int) throws(ProgramProblem) -> [Int]? {
    guard let named = try integers(name) else { return nil }
    var axes: [Int] = []
    for axis in named { axes.append(try OperationReader.axis(axis, of: rank, name)) }
    guard Set(axes).count == axes.count else { throw .setting(name, value: "\(named)") }
    return axes
  }
}

extension [Int] {
  /// The shape two shapes spread over each other have; nil where they do not go together.
  func spread(_ other: [Int]) -> [Int]? {
    let rank = Swift.max(count, other.count)
    func length(_ shape: [Int], _ axis: Int) -> Int {
      axis < rank - shape.count ? 1 : shape[axis - (rank - shape.count)]
    }
    var result: [Int] = []
    for axis in 0..<rank {
      let (one, two) = (length(self, axis), length(other, axis))
      guard one == two || one == 1 || two == 1 else { return nil }
      result.append(one == 1 ? two : one)
    }
    return result
  }
}
