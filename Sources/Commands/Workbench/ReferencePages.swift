import CommandLanguage
import Experiments
import Files
import Foundation
import Views

/// What the declarations say as Markdown pages: an index, and a page for each command. `help` reads the same declarations,
/// so neither can say what the other does not.
public enum ReferencePages {
  /// A page, under its file's name.
  public struct Page: Sendable, Equatable {
    /// The file: `train.md`.
    public let file: String
    /// The Markdown, ending in a line end.
    public let text: String
  }

  /// The index, then the commands in the order of `help`.
  public static var all: [Page] { [index] + CommandTable.all.map { page(of: $0.declaration) } }

  /// Whether a file is a page as this or another version writes it: its first line is the page's own, and its last one, too, or,
  /// of the index, a row of its table.
  static func isEdition(_ file: borrowing RegularFile, of page: Data) -> Bool {
    guard let bytes = try? Data(file.bytes(atMost: longestPage)) else { return false }
    func ends(_ bytes: Data) -> (first: Substring, last: Substring)? {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      return lines.count > 2 ? lines.first.map { ($0, lines[lines.count - 1]) } : nil
    }
    guard let (found, own) = ends(bytes).flatMap({ found in ends(page).map { (found, $0) } }) else { return false }
    return found.first == own.first
      && (found.last == own.last || found.last.hasPrefix("| [") && own.last.hasPrefix("| ["))
  }

  /// No page is longer, in bytes.
  private static let longestPage = 1 << 20

  /// All commands in a table, linked to their pages.
  private static var index: Page {
    let rows = CommandTable.all.map { command in
      let declaration = command.declaration
      let example = declaration.examples.first ?? declaration.name
      return "| [\(declaration.name)](\(declaration.name).md) | \(escaped(declaration.summary)) | \(code(example)) |"
    }
    return Page(
      file: "README.md",
      text: lines(
        ["# Commands", "", "In a notebook, `help` and `help COMMAND` show the same.", ""]
          + ["| command | what it does | for example |", "| --- | --- | --- |"] + rows))
  }

  private static func page(of declaration: CommandDeclaration) -> Page {
    var text = ["# \(declaration.name)", "", escaped(declaration.summary)]
    if !declaration.discussion.isEmpty { text += ["", escaped(declaration.discussion)] }
    if !declaration.examples.isEmpty { text += ["", "```text"] + declaration.examples + ["```"] }
    text += table(of: declaration)
    if !declaration.parts.isEmpty {
      text += ["", "## Layers in the block", "", "The block also takes lines of `key = value`."]
      for part in declaration.parts {
        text += ["", "### \(part.name)", "", escaped(part.summary)] + table(of: part)
      }
    }
    return Page(file: "\(declaration.name).md", text: lines(text + ["", "[All commands](README.md)"]))
  }

  private static func table(of declaration: CommandDeclaration) -> [String] {
    let words = declaration.positionals.map { positional in
      row(
        positional.name + (positional.repeats ? " …" : ""), positional.summary, positional.kind.phrase,
        positional.isOptional ? "optional" : "required")
    }
    let keys = declaration.arguments.map { argument in
      var summary = argument.summary
      if !argument.aliases.isEmpty { summary += " Also written \(argument.aliases.joined(separator: ", "))." }
      let requirement = argument.isRequired ? "required" : argument.defaultText.map(code) ?? ""
      return row("\(argument.key)=", summary, argument.kind.phrase, requirement)
    }
    guard !(words + keys).isEmpty else { return [] }
    return ["", "| argument | meaning | takes | default |", "| --- | --- | --- | --- |"] + words + keys
  }

  private static func row(_ name: String, _ summary: String, _ kind: String, _ requirement: String) -> String {
    "| \(code(name)) | \(escaped(summary)) | \(escaped(kind)) | \(requirement) |"
  }

  /// Text that means nothing to Markdown or its tables.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "\\`*_[]<>|".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// Text as typed; a bar would end a table's cell.
  private static func code(_ text: String) -> String {
    "`\(text.replacing("|", with: "\\|").replacing("\n", with: " "))`"
  }

  private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
