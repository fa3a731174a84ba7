import Commands
import Foundation

/// `whet reference FOLDER`: writes the pages that tell of the commands.
enum ReferenceCommand {
  static let subcommand = Subcommand(
    name: "reference", usage: "FOLDER [--replace]",
    summary: "Writes a page of Markdown for every command of the language.",
    details: """
      The pages say what help says in a notebook. The folder is made where it is missing; pages of an earlier version are written \
      over, nothing else in it is touched. A file of a page's name that is no such page is replaced only with --replace. undo in \
      the folder where whet was called brings back what was replaced.
      """,
    run: run)

  private static func run(_ arguments: [String]) throws -> Int32 {
    let replaces = arguments.contains("--replace")
    let words = arguments.filter { $0 != "--replace" }
    if let option = words.first(where: { $0.hasPrefix("-") }) { throw UsageError.unknownOption(option) }
    guard let name = words.first, !name.isEmpty else { throw UsageError.missingFolder }
    if words.count > 1 { throw UsageError.unexpected(words[1]) }
    guard mkdir(name, 0o755) == 0 || errno == EEXIST else { throw InstallError.folder(path: name, code: errno) }
    try Workplace().workbench.writeReference(into: name, replacingOthers: replaces, for: "whet reference \(name)")
    print("\(ReferencePages.all.count) pages are in \(name).")
    return 0
  }
}
