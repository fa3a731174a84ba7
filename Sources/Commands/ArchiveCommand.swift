import CommandLanguage
import DataFiles
import Experiments
import Figures
import Files
import Foundation
import RunStore
import Views
import Wording

/// `archive hands path="hands.zip"`
struct ArchiveCommand: Command {
  private static let dataset = PositionalArgument("dataset", .dataset, "The dataset.")
  private static let path = KeyedArgument(required: "path", .path, "File to write.")

  static let declaration = CommandDeclaration(
    "archive", "Writes the photos of a dataset into a ZIP archive.",
    discussion: """
      The archive holds train/ and test/, all class folders, also empty ones, and labels.json; the same photos give \
      the same bytes. dataset … path="hands.zip" into="folder" reads it again. Both commands print a digest of the \
      content, so that it can be compared. A file that Whet did not write is replaced only with replace=true; undo \
      restores it.
      """,
    positionals: [dataset],
    arguments: [path, ReplaceArgument.replace],
    examples: ["archive hands path=\"hands.zip\""])

  private let name: CheckedValue
  private let path: CheckedValue
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    name = arguments[Self.dataset]
    path = arguments[Self.path]
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    guard let dataset = workspace.datasets[name.word] else {
      throw Diagnostic(.unknownDataset(name.word, known: workspace.datasets.keys.sorted()), at: name.span)
    }
    guard case .photos(let photos) = dataset else { throw Diagnostic(.noPhotos(name.word), at: name.span) }
    let url = workspace.files.destination(path.word)
    guard !workspace.files.isOfDataFolder(url) else {
      throw Diagnostic(.data(.folder(.inDataFolder(workspace.files.short(url)))), at: path.span)
    }
    try workspace.files.checkFolder(of: url, at: path.span)
    do {
      var size = 0
      try workspace.write(url, at: path.span, by: arguments) { file in
        size = try write(photos, to: file, in: workspace, on: context)
      }
      let content = try photos.content(shorten: workspace.files.short)
      let out = photos.unreadable?.entries.count ?? 0
      return Rendering.text(
        "\(photos.name) is in \(workspace.files.short(url)): \(Numbers.count(photos.count, "photo")), "
          + "\(Numbers.bytes(size)), content \(content.short)."
          + (out == 0 ? "" : " \(UnreadableView.leftOut(out))."))
    } catch let error as FileWriteError {
      throw Diagnostic(.data(DataDiagnostic(error, in: workspace.files)), at: path.span)
    } catch let error as ZipError {
      throw Diagnostic(.data(.folder(.archive(workspace.files.short(url), error))), at: path.span)
    } catch {
      throw error.placed(at: path.span)
    }
  }

  /// Writes the archive; gives its size in bytes.
  private func write(
    _ photos: PhotoDataset, to file: AtomicFile, in workspace: Workspace, on context: CommandContext
  ) throws -> Int {
    let writer = try ZipWriter(file)
    for folder in photos.classFolders { try writer.add(folder: folder) }
    try writer.add(file: "labels.json", WorkFolder.json(photos.labels))
    for (place, photo) in photos.places.sorted(by: { $0.path < $1.path }) {
      guard !context.isInterrupted else { throw StatementInterruption(remark: "The archive was not written.") }
      guard let data = try? Data(regularFile: photo.url) else {
        throw Diagnostic(.data(.notThere(workspace.files.short(photo.url))), at: name.span)
      }
      try writer.add(file: place, data)
    }
    return try writer.finish()
  }
}
