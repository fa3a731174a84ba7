import CommandLanguage
import Foundation
import Language
import Wording

@testable import Commands

/// A command that a message offers: `To make it: knn near features=squeezenet.pool10`, `For example: train hand`, or a line alone.
struct OfferedLine: Equatable {
  /// The command.
  let command: String
  /// Whether the message shows how such a line looks, with names of its own: it need not succeed.
  let isExample: Bool
}

/// The commands that messages offer.
enum OfferedLines {
  /// The commands in the lines that follow a message; not those with a place to fill in.
  static func commands(in lines: [String]) -> [OfferedLine] {
    lines.flatMap { line -> [OfferedLine] in
      let line = String(line.drop { $0 == " " })
      // A usage stands for many lines.
      if line.hasPrefix("Usage: "), !line.hasPrefix("Usage: help ") { return [] }
      let pieces = line.components(separatedBy: "   or   ")
      // The words in front of the first command of a line are those of all.
      let isExample = ["For example", "First", "Then"].contains { pieces[0].hasPrefix($0) }
      return pieces.compactMap { piece in
        guard let command = command(in: piece), !command.contains("…"), !command.contains("$") else { return nil }
        return OfferedLine(command: command, isExample: isExample)
      }
    }
  }

  /// The command that a piece of a line is or ends in, behind a colon.
  private static func command(in piece: String) -> String? {
    if startsWithCommand(piece) { return piece }
    var rest = piece[...]
    while let colon = rest.firstRange(of: ": ") {
      rest = rest[colon.upperBound...]
      if startsWithCommand(rest) { return String(rest) }
    }
    return nil
  }

  private static func startsWithCommand(_ text: some StringProtocol) -> Bool {
    CommandTable.command(String(text.prefix { $0 != " " })) != nil
  }

  /// Why a command cannot be read, or its words do not fit it; nil where all is well. Whether what it names is there is another
  /// matter.
  static func fault(in command: String) -> String? {
    do {
      let cell = try Parser.parse(Source(command))
      for statement in cell.statements {
        guard case .command(let call) = statement, let found = CommandTable.command(call.name.value) else {
          return "\(command): is no command"
        }
        var binder = ArgumentBinder(found.declaration, variables: [:])
        _ = try binder.bind(call)
      }
      return nil
    } catch let error as UsageError {
      return "\(command): \(DiagnosticTexts.usage(error.problem).message)"
    } catch {
      return "\(command): \(error)"
    }
  }
}
