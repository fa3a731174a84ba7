import ModelFile
import Wording

/// What is told of an ML program besides what goes in and comes out.
struct ProgramFacts {
  private let program: ProgramRecord

  init(_ program: ProgramRecord) { self.program = program }

  /// Its functions, and of the one that runs its operations and numbers; nothing of other models.
  var facts: [(String, String)] {
    let functions = program.functions
    guard !functions.isEmpty else { return [] }
    var facts: [(String, String)] = []
    if functions != ["main"] {
      facts.append(
        ("functions", functions.map { $0 == program.defaultFunction ? "\($0) (runs)" : $0 }.joined(separator: ", ")))
    }
    do throws(ModelFileError) {
      let summary = try program.summary()
      facts.append(("operations", operations(summary)))
      facts.append(
        ("operation set", "CoreML\(summary.operationSet), from \(ProgramFacts.system(summary.operationSet)) on"))
      if !summary.precisions.isEmpty { facts.append(("computed in", summary.precisions.joined(separator: ", "))) }
      facts.append(("parameters", Numbers.grouped(summary.parameters)))
      if !summary.storage.isEmpty {
        facts.append(
          (
            "stored as",
            summary.storage.prefix(5).map { "\($0.type) (\(Numbers.grouped($0.count)))" }.joined(separator: ", ")
          ))
      }
      let unknown = try program.operations().filter { !$0.isKnown }
      let types = Set(unknown.map(\.type)).sorted()
      if !types.isEmpty { facts.append(("cannot be run here", Numbers.list(types))) }
    } catch {
      if case .program(let fault) = error { facts.append(("cannot be run", fault.problem.phrase)) }
    }
    return facts
  }

  private func operations(_ summary: ProgramSummary) -> String {
    let all = summary.operations.reduce(0) { $0 + $1.count }
    let shown = summary.operations.prefix(12).map { "\($0.type) \(Numbers.grouped($0.count))" }
    let more = summary.operations.count > 12 ? ["\(summary.operations.count - 12) more types"] : []
    return "\(Numbers.grouped(all)): \((shown + more).joined(separator: ", "))"
  }

  /// The first system that has a set of operations.
  private static func system(_ operationSet: Int) -> String {
    switch operationSet {
    case 5: "iOS 15, macOS 12"
    case 6: "iOS 16, macOS 13"
    case 7: "iOS 17, macOS 14"
    case 8: "iOS 18, macOS 15"
    default: "iOS 26, macOS 26"
    }
  }
}
