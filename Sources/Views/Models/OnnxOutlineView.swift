public import Figures
public import ModelFile
import Wording

/// How an ONNX file that cannot be run is shown: what it consists of, and what stands in the way.
public struct OnnxOutlineView {
  let outline: OnnxOutline
  let fault: ProgramError
  let name: String

  /// Shows a file under a name, with why it cannot be run.
  public init(outline: OnnxOutline, fault: ProgramError, name: String) {
    (self.outline, self.fault, self.name) = (outline, fault, name)
  }

  /// The fields a reader asks for first.
  public var description: Rendering {
    var facts = [("kind", "ONNX model")]
    facts += outline.inputs.map { input in
      ("input", "\(input.name): array \(ProgramProblem.phrase(input.lengths))")
    }
    facts += outline.outputs.map { ("output", $0) }
    var types: [(type: String, names: [String], isKnown: Bool)] = []
    for operation in outline.operations {
      if let place = types.firstIndex(where: { $0.type == operation.type }) {
        types[place].names.append(operation.name)
      } else {
        types.append((operation.type, [operation.name], operation.isKnown))
      }
    }
    types.sort { $0.names.count != $1.names.count ? $0.names.count > $1.names.count : $0.type < $1.type }
    facts.append(
      (
        "operators",
        "\(Numbers.grouped(outline.operations.count)): "
          + types.map { "\($0.type) \(Numbers.grouped($0.names.count))" }.joined(separator: ", ")
      ))
    if let set = outline.operatorSet { facts.append(("operator set", "\(set)")) }
    if !outline.producer.isEmpty { facts.append(("producer", outline.producer)) }
    let unknown = types.filter { !$0.isKnown }
    facts += unknown.map { ("cannot be run here", "\($0.type): \(Self.listing($0.names))") }
    if unknown.isEmpty {
      let place = fault.operation.map { "operation \($0.name) (\($0.type ?? "no type")): " } ?? ""
      facts.append(("cannot be run", place + fault.problem.phrase))
    }
    return FactsView(title: name, facts: facts).rendering
  }

  /// Where operators stand: of many the first.
  private static func listing(_ names: [String]) -> String {
    let shown = names.prefix(10).joined(separator: ", ")
    return names.count > 10 ? "\(shown) and \(Numbers.grouped(names.count - 10)) more" : shown
  }
}
