public import Foundation

/// What an ONNX file consists of, also one that cannot be run here: nothing of it is translated.
public struct OnnxOutline: Sendable {
  /// Its nodes in order of execution, constants left out; those of branches follow the condition.
  public let operations: [ProgramOperation]
  /// What it takes: a name, and the length of each axis, nil for one that is open.
  public let inputs: [(name: String, lengths: [Int?])]
  /// The names of what it gives.
  public let outputs: [String]
  /// The version of the standard operators; nil where none is named.
  public let operatorSet: Int?
  /// The program that wrote it; empty where the file does not say.
  public let producer: String

  /// Reads a file.
  ///
  /// - Throws: `cannotRead`, `notRegular`, `fileTooLarge`; `onnx` for one that is none, `malformed` for a damaged one.
  public init(_ url: URL) throws(ModelFileError) { self.init(try OnnxModel(bytes: ModelFile.onnxBytes(url))) }

  init(_ model: OnnxModel) {
    let graph = OnnxFunctions.graph(of: model)
    let constants = Set(graph.initializers.map(\.name))
    operations = OnnxOutline.operations(graph, constants)
    inputs = graph.inputs.filter { !constants.contains($0.name) }.map { ($0.name, $0.lengths ?? []) }
    (outputs, operatorSet, producer) = (graph.outputs, model.operatorSet, model.producer)
  }

  /// How deep branches lie in each other that are looked into.
  private static let mostDepth = 16

  private static func operations(_ graph: OnnxGraph, _ constants: Set<String>, depth: Int = 0) -> [ProgramOperation] {
    graph.nodes.flatMap { node -> [ProgramOperation] in
      guard node.type != "Constant" || !OnnxNode.isStandard(node.domain) else { return [] }
      let own = ProgramOperation(
        name: node.label.name, type: node.label.type ?? "",
        inputs: node.inputs.filter { !$0.isEmpty && !constants.contains($0) },
        outputs: node.outputs.filter { !$0.isEmpty }, isKnown: OnnxOperations.knows(node))
      guard depth < mostDepth else { return [own] }
      let branches = ["then_branch", "else_branch"].compactMap { node.graph($0) }
      return [own] + branches.flatMap { operations($0, constants, depth: depth + 1) }
    }
  }
}
