import CommandLanguage
import Language

/// What can be said of a cell before it runs: whether it can be parsed, whether its commands are there, and whether they take
/// what they are given.
struct CellCheck {
  /// The cell.
  let source: Source
  /// The variables there are, with their values as typed.
  let variables: [String: String]
  /// What is known of the names of the session.
  let known: LineKnowledge

  /// More statements than these are not looked at: a page asks while a user types.
  private static let mostStatements = 2000

  /// The mistakes, each with its place; none in a cell that only waits for more lines.
  var diagnostics: [Diagnostic] {
    if case .incomplete = Completeness(source) { return [] }
    do {
      let cell = try Parser.parse(source)
      return diagnostics(of: cell)
    } catch {
      return [Diagnostic(.syntax(error), at: error.span).advised(in: source, known)]
    }
  }

  private func diagnostics(of cell: Cell) -> [Diagnostic] {
    var values = variables.compactMapValues(Self.value)
    var found: [Diagnostic] = []
    for statement in cell.statements.prefix(Self.mostStatements) {
      switch statement {
      case .assignment(let assignment):
        values[assignment.name.value] = try? assignment.value.resolved { values[$0] }
      case .command(let call):
        if let fault = fault(of: call, values) { found.append(fault.advised(in: source, known)) }
      }
    }
    return found
  }

  private func fault(of call: CommandCall, _ values: [String: Value]) -> Diagnostic? {
    guard let command = CommandTable.command(call.name.value) else {
      let kind = UsageError.Problem.unknownCommand(
        call.name.value, known: CommandTable.names, owner: CommandTable.owner(ofKey: call.name.value))
      return Diagnostic(.usage(kind), at: call.name.span)
    }
    do {
      var binder = ArgumentBinder(command.declaration, variables: values)
      _ = try binder.bind(call)
      return nil
    } catch {
      return Diagnostic(error)
    }
  }

  private static func value(_ text: String) -> Value? {
    guard let cell = try? Parser.parse(Source("value = \(text)")),
      case .assignment(let assignment)? = cell.statements.first
    else { return nil }
    return assignment.value
  }
}

/// A mistake in a cell that has not run yet.
public struct CellMistake: Sendable, Equatable {
  /// The code points it is about; at least one where there is one.
  public let place: Range<Int>
  /// What is wrong, what is allowed, and what would work: lines.
  public let message: String
}
