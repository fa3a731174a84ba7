import CommandLanguage
import Experiments
import Language
import Wording

/// Finds settings of a training that stand on lines of their own below it, where they are variables and nothing else: the
/// cell runs, and trains otherwise than its writer meant.
struct UnusedSettings {
  private let statements: [Statement]

  /// Looks through a cell.
  init(_ cell: Cell) { statements = cell.statements }

  /// What to say of them, a sentence for each training.
  var remarks: [String] {
    var remarks: [String] = []
    for (place, statement) in statements.enumerated() {
      guard case .command(let call) = statement, call.block == nil,
        statements.indices.contains(place + 1), case .assignment = statements[place + 1],
        let declaration = CommandTable.command(call.name.value)?.declaration, declaration.warnsOfStraySettings
      else { continue }
      let names = strays(below: place, of: declaration)
      guard let first = names.first else { continue }
      let subject = call.positional.first.map { "\(call.name.value) \($0.text)" } ?? call.name.value
      remarks.append(
        "\(Numbers.list(names)) became \(names.count == 1 ? "a variable" : "variables"), which \(subject) did not see. "
          + "For the training, write it on the same line or in a block: \(subject) { \(first) = … }")
    }
    return remarks
  }

  /// The assignments right below a statement whose names are the command's keys, and which nothing in the cell uses.
  private func strays(below place: Int, of declaration: CommandDeclaration) -> [String] {
    var names: [String] = []
    for statement in statements[(place + 1)...] {
      guard case .assignment(let assignment) = statement else { break }
      let name = assignment.name.value
      if declaration.argument(name) != nil, !names.contains(name) { names.append(name) }
    }
    let used = statements.reduce(into: Set<String>()) { $0.formUnion(Self.variables(in: $1)) }
    return names.filter { !used.contains($0) }
  }

  private static func variables(in statement: Statement) -> Set<String> {
    switch statement {
    case .assignment(let assignment): variables(in: assignment.value)
    case .command(let call): variables(in: call)
    }
  }

  private static func variables(in call: CommandCall) -> Set<String> {
    let own = call.arguments.reduce(into: Set<String>()) { $0.formUnion(variables(in: $1.value)) }
    return (call.block?.parts ?? []).reduce(into: own) { $0.formUnion(variables(in: $1)) }
  }

  private static func variables(in value: Value) -> Set<String> {
    switch value.kind {
    case .word, .string: []
    case .variable(let name): [name]
    case .list(let elements): elements.reduce(into: []) { $0.formUnion(variables(in: $1)) }
    case .call(let call): call.arguments.reduce(into: []) { $0.formUnion(variables(in: $1.value)) }
    }
  }
}
