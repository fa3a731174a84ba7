/// What a function of a program consists of, in figures; nothing is computed and no compressed weight decoded.
public struct ProgramSummary: Sendable {
  /// The version of its operations, 5 for "CoreML5".
  public let operationSet: Int
  /// How often each type of operation stands in it, the commonest first; constants are not counted.
  public let operations: [(type: String, count: Int)]
  /// How many numbers its constants hold once they are decoded.
  public let parameters: Int
  /// In which types they are stored, as operations call them ("fp16", "uint4"), the most numbers first.
  public let storage: [(type: String, count: Int)]
  /// The types its operations compute in, the commonest first.
  public let precisions: [String]

  /// The version of the format that has these operations.
  public var specificationVersion: Int { operationSet + 1 }

  init(_ function: ProgramFunction) {
    operationSet = function.version
    var types: [String: Int] = [:]
    var stored: [String: Int] = [:]
    var computed: [String: Int] = [:]
    var (parameters, compressed) = (0, Set<String>())
    for operation in function.operations where operation.type.hasPrefix("constexpr_") {
      for case .name(let name) in operation.inputs.flatMap(\.bindings) { compressed.insert(name) }
    }
    for operation in function.operations {
      if operation.type != "const" { types[operation.type, default: 0] += 1 }
      if operation.type.hasPrefix("constexpr_") {
        // What another constant is made of is no number of the network's own.
        for output in operation.outputs where !compressed.contains(output.name) { parameters += output.type.count }
        for type in operation.packedTypes { stored[type.label, default: 0] += type.count }
      } else if operation.type == "const", let value = operation.attributes["val"]?.type, value.isNumbers {
        stored[value.label, default: 0] += value.count
        if !compressed.contains(operation.outputs.first?.name ?? "") { parameters += value.count }
      } else if let type = operation.outputs.first?.type, type.isNumbers {
        computed[type.label, default: 0] += 1
      }
    }
    func ordered(_ counts: [String: Int]) -> [(type: String, count: Int)] {
      counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    self.parameters = parameters
    operations = ordered(types)
    storage = ordered(stored)
    precisions = ordered(computed).map(\.type)
  }
}

extension OperationRecord {
  /// The types of what a compressed constant keeps packed among its attributes, as before CoreML8.
  fileprivate var packedTypes: [ValueType] {
    ["indices", "quantized_data", "nonzero_data", "source_val"].compactMap { attributes[$0]?.type }
  }
}

extension ValueType {
  /// How many elements it has; 0 where that is not fixed.
  fileprivate var count: Int {
    guard case .tensor(_, let lengths) = self else { return 0 }
    let shape = lengths.compactMap(\.self)
    return shape.count == lengths.count && shape.allSatisfy { $0 >= 0 } ? shape.product ?? 0 : 0
  }

  /// As operations name the type of its elements.
  fileprivate var label: String { if case .tensor(let element, _) = self { element.label } else { "" } }

  /// Whether it holds numbers a network learns: fractions, or few bits that stand for them.
  fileprivate var isNumbers: Bool {
    guard case .tensor(let element, _) = self else { return false }
    return element.isFloat || (element.bits ?? 32) < 16 && element != .bool
  }
}

extension ProgramRecord {
  /// What a function consists of, in figures.
  ///
  /// - Throws: as `network(function:)`, but for what only translating it shows.
  public func summary(function name: String? = nil) throws(ModelFileError) -> ProgramSummary {
    ProgramSummary(try function(named: name))
  }
}
