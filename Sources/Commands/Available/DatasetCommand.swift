import Figures
import Foundation
import Language
import Training

/// `dataset hands path="Dataset" labels=[✊, ✋, ✌️]`
struct DatasetCommand: Command {
  static let declaration = CommandDeclaration(
    "dataset", "Reads photos from a folder and gives them a name.",
    discussion: """
      The folder holds train/ and test/, and in each of them a folder of photos (.jpg, .jpeg, .png) for every class. \
      Without train/ its class folders are all for training. Classes come in the order of labels=, else of a file \
      labels.json in the folder, else by name; this is the order of a network's outputs. The path is looked for as \
      given, then in the data folder. Nothing is copied or changed. Running the line again reads the folder anew.
      """,
    positionals: [PositionalDeclaration("name", .newName, "What the dataset is to be called.")],
    arguments: [
      ArgumentDeclaration("path", .path, "The folder of photos.", isRequired: true),
      ArgumentDeclaration("labels", .list(.label), "The classes wanted, in the order wanted."),
    ],
    examples: ["dataset hands path=\"data/gestures\" labels=[✊, ✋, ✌️]", "dataset pets path=\"Pets\""])

  private let name: CheckedValue
  private let path: CheckedValue
  private let labels: CheckedValue?

  init(_ arguments: Arguments) throws(Fault) {
    name = arguments.positionals[0]
    guard let path = arguments["path"] else { preconditionFailure("path is required") }
    self.path = path
    labels = arguments["labels"]
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    try session.checkName(name, for: .dataset)
    let dataset = try read(in: session.files)
    session.datasets[name.word] = dataset
    return DatasetView(dataset: dataset, files: session.files).summary
  }

  private func read(in files: DataFolder) throws(Fault) -> PhotoDataset {
    let folder = try files.file(path)
    do {
      return try PhotoFolder(folder: folder, name: name.word, shorten: files.short).read(
        labels: labels?.list.map(\.word))
    } catch {
      throw Fault(.photoFolder(error), at: blame(error))
    }
  }

  /// A class that does not exist is the fault of `labels=`, the rest of `path=`.
  private func blame(_ problem: PhotoFolder.Problem) -> Span {
    switch problem {
    case .noFolder(let label, _, _), .sameLabel(_, let label):
      labels?.list.last { $0.word == label }?.span ?? path.span
    default: path.span
    }
  }
}
