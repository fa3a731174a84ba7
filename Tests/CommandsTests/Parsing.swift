import CommandLanguage
import Figures
import Language
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Statements read and checked, but not run.
enum Parsing {
  struct NoStatement: Error {}

  /// The checked arguments of a cell's only command.
  static func arguments(of cell: String) throws -> Arguments {
    guard case .command(let call)? = try Parser.parse(Source(cell)).statements.first,
      let command = CommandTable.command(call.name.value)
    else { throw NoStatement() }
    var binder = ArgumentBinder(command.declaration, variables: [:])
    return try binder.bind(call)
  }
}
