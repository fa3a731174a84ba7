/// An operation of a program, as it stands in the file: also one that cannot be run here.
public struct ProgramOperation: Sendable, Equatable {
  /// What it is called: the first value it makes.
  public let name: String
  /// What it does: "conv".
  public let type: String
  /// The values it reads, constants left out, and those it makes.
  public let inputs: [String], outputs: [String]
  /// Whether it can be run here.
  public let isKnown: Bool
}

extension ProgramRecord {
  /// The operations of a function in order of execution, constants left out.
  ///
  /// - Throws: as `network(function:)`, but for what only translating it shows.
  public func operations(function name: String? = nil) throws(ModelFileError) -> [ProgramOperation] {
    let function = try function(named: name)
    var constants: Set<String> = []
    var operations: [ProgramOperation] = []
    for operation in function.operations {
      guard operation.type != "const", !operation.type.hasPrefix("constexpr_") else {
        constants.formUnion(operation.outputs.map(\.name))
        continue
      }
      var inputs: [String] = []
      for case .name(let name) in operation.inputs.flatMap(\.bindings) where !constants.contains(name) {
        inputs.append(name)
      }
      operations.append(
        ProgramOperation(
          name: operation.label.name, type: operation.type, inputs: inputs, outputs: operation.outputs.map(\.name),
          isKnown: ProgramTranslation.knows(operation.type)))
    }
    return operations
  }
}
