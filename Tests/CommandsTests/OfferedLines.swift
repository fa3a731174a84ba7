import CommandLanguage
import Foundation
import Language
import Wording

@testable import Commands

/// Commands that a message offers: "To make it: knn near features=squeezenet.pool10", "For example: train hand".
enum OfferedLines {
  /// The commands in the lines of a message; not those with a place to fill in.
  static func commands(in lines: [String]) -> [String] {
    lines.flatMap { line -> [String] in
      let text = line.drop { $0 == " " }
      guard text.hasPrefix("To ") || text.hasPrefix("For example"), let colon = text.firstRange(of: ": ") else {
        return []
      }
      return String(text[colon.upperBound...]).components(separatedBy: "   or   ").filter { command in
        let first = command.split(separator: " ").first.map(String.init) ?? ""
        return CommandTable.names.contains(first) && !command.contains("…") && !command.contains("$")
      }
    }
  }

  /// Why a command cannot be read, or its words do not fit it; nil where all is well. Whether what it names is there is another
  /// matter.
  static func fault(in command: String) -> String? {
    do {
      let cell = try Parser.parse(Source(command))
      guard case .command(let call)? = cell.statements.first, cell.statements.count == 1,
        let found = CommandTable.command(call.name.value)
      else { return "\(command): is no command" }
      var binder = ArgumentBinder(found.declaration, variables: [:])
      _ = try binder.bind(call)
      return nil
    } catch let error as UsageError {
      return "\(command): \(Sentences.usage(error.problem).message)"
    } catch {
      return "\(command): \(error)"
    }
  }
}
