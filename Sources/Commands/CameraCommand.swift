import CommandLanguage
import Experiments
import Figures
import Foundation
import Language
import Views
import Wording

/// `camera pets.train`, `camera pets.train models=[near, hand]`
struct CameraCommand: Command {
  private static let split = PositionalArgument(
    "split", .split, "The split that photos are added to, such as pets.train; a new name makes a dataset.",
    effect: .mentions)
  private static let models = KeyedArgument(
    "models", .list(.model), "Models that say what they see; by default those there are.")
  private static let classes = KeyedArgument("classes", .list(.label), "Classes offered beside those of the dataset.")

  static let declaration = CommandDeclaration(
    "camera", "Adds photos from a camera, or from files, to a class by a button or a key, and shows what models see.",
    discussion: """
      A photo is kept by the button or the number of its class: each is written into photos/ beside the notebook and added by \
      a line of add, which undo takes back. Models answer side by side, live. Under a new name the first photo makes the dataset. \
      The camera is the browser's, which asks before it is used; it needs a page from this machine or over HTTPS. Photos can be \
      chosen as files instead. It needs JupyterLab or Notebook with the extension that whet install brings along.
      """,
    positionals: [split],
    arguments: [models, classes],
    examples: ["camera pets.train", "camera pets.train models=[near, hand] classes=[cat, dog]"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in workspace: Workspace, on stage: Stage) throws -> Rendering? {
    let value = arguments[Self.split]
    let name = String(value.word.prefix { $0 != "." })
    _ = try Diagnostic.placing(at: value.span) { try workspace.recallDataset(behind: value.word) }
    var labels: [String] = []
    if workspace.datasets[name] != nil {
      let work = try workspace.lookup.workFolder(CheckedValue(name, at: value.span, text: value.text))
      if !(value.word == "\(name).test" && work.dataset.isSplit) { _ = try workspace.lookup.workSplit(value) }
      labels = work.dataset.labels
    } else {
      try workspace.lookup.checkName(CheckedValue(name, at: value.span, text: value.text), for: .dataset)
      guard ["train", "test"].contains(value.word == name ? "train" : String(value.word.dropFirst(name.count + 1)))
      else {
        throw Diagnostic(.unknownDataset(name, known: workspace.datasets.keys.sorted()), at: value.span)
      }
    }
    for label in arguments[Self.classes] ?? [] {
      if let problem = ClassName.problem(of: label.word) {
        throw Diagnostic(.data(.classes(.badClassName(label.word, problem))), at: label.span)
      }
      if !labels.contains(label.word) { labels.append(label.word) }
    }
    let models =
      try arguments[Self.models].map { try $0.map { try workspace.lookup.model($0).name } }
      ?? workspace.models.keys.sorted().filter { workspace.models[$0]?.image != nil }
    return CameraView(split: value.word == name ? "\(name).train" : value.word, classes: labels, models: models)
      .rendering
  }
}
