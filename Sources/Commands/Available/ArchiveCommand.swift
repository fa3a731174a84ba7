import CommandLanguage
import DataFiles
import Experiments
import Figures
import Files
import Foundation
import RunStore

/// `archive hands path="hands.zip"`
struct ArchiveCommand: Command {
  private static let dataset = PositionalArgument("dataset", .dataset, "The dataset.")
  private static let path = KeyedArgument(required: "path", .path, "File to write.")

  static let declaration = CommandDeclaration(
    "archive", "Writes the photos of a dataset into a ZIP archive.",
    discussion: """
      The archive holds train/ and test/, the class folders, also empty ones, and labels.json; the same photos make the \
      same bytes. It is read again with dataset … path="hands.zip" into="folder". The content's digest is told by both, \
      so that one sees that they are the same.
      """,
    positionals: [dataset],
    arguments: [path],
    examples: ["archive hands path=\"hands.zip\""])

  private let name: CheckedValue
  private let path: CheckedValue

  init(_ arguments: Arguments) throws(Fault) {
    name = arguments[Self.dataset]
    path = arguments[Self.path]
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    guard let dataset = session.datasets[name.word] else {
      throw Fault(.unknownDataset(name.word, known: session.datasets.keys.sorted()), at: name.span)
    }
    guard case .photos(let photos) = dataset else { throw Fault(.noPhotos(name.word), at: name.span) }
    let url = session.files.destination(path.word)
    guard !session.files.isOfDataFolder(url) else {
      throw Fault(.data(.inDataFolder(session.files.short(url))), at: path.span)
    }
    try session.files.checkFolder(of: url, at: path.span)
    do {
      let writer = try ZipWriter(url)
      for folder in photos.classFolders { try writer.add(folder: folder) }
      try writer.add(file: "labels.json", WorkFolder.json(photos.labels))
      for (place, photo) in photos.places.sorted(by: { $0.path < $1.path }) {
        guard !stage.isInterrupted else { throw Interruption(remark: "The archive was not written.") }
        guard let data = try? Data(regularFile: photo.url) else {
          throw Fault(.data(.notThere(session.files.short(photo.url))), at: name.span)
        }
        try writer.add(file: place, data)
      }
      let size = try writer.finish()
      let content = try Fault.placing { () throws(FileError) in try photos.content(shorten: session.files.short) }
      return Rendering.text(
        "\(photos.name) is in \(session.files.short(url)): \(Numbers.count(photos.count, "photo")), "
          + "\(Numbers.bytes(size)), content \(content.short).")
    } catch let error as FileWriteError {
      throw Fault(.data(DataFact(error, in: session.files)), at: path.span)
    } catch let error as ZipError {
      throw Fault(.data(.archive(session.files.short(url), error)), at: path.span)
    } catch let fault as Fault {
      throw fault.placed(at: path.span)
    }
  }
}
