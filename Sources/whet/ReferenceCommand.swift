import Commands
import Files
import Foundation

/// `whet reference FOLDER`: writes the pages that tell of the commands.
enum ReferenceCommand {
  static let subcommand = Program.Subcommand(
    name: "reference", usage: "FOLDER", summary: "Writes a page of Markdown for every command of the language.",
    details: """
      The pages say what help says in a notebook. The folder is made where it is missing; pages that are there are written
      over, nothing else in it is touched.
      """,
    run: run)

  private static func run(_ arguments: [String]) throws -> Int32 {
    if let option = arguments.first(where: { $0.hasPrefix("-") }) { throw UsageError.unknownOption(option) }
    guard let name = arguments.first, !name.isEmpty else { throw UsageError.missingFolder }
    if arguments.count > 1 { throw UsageError.unexpected(arguments[1]) }
    let folder = URL(filePath: name, directoryHint: .isDirectory)
    guard mkdir(name, 0o755) == 0 || errno == EEXIST else { throw InstallError.folder(path: name, code: errno) }
    for page in ReferencePages.all {
      try AtomicFile.write(Data(page.text.utf8), to: folder.appending(path: page.file).path(percentEncoded: false))
    }
    print("\(ReferencePages.all.count) pages are in \(name).")
    return 0
  }
}
