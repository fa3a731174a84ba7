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
    "models", .list(.model), "Models that predict; by default all.")
  private static let classes = KeyedArgument("classes", .list(.label), "Classes to offer beside those of the dataset.")

  static let declaration = CommandDeclaration(
    "camera", "Takes photos with a camera, or from files, for a dataset, and shows live predictions.",
    discussion: """
      The button or the number key of a class saves a photo: it is written to photos/ beside the notebook and added by \
      an add line, which undo reverts. The predictions of several models are shown side by side, live. Under a new \
      name, the first photo creates the dataset. Files can be chosen instead of the camera. The browser asks for \
      permission to use its camera, which needs a page from this machine or over HTTPS. camera needs JupyterLab or \
      Notebook with the extension that whet install adds.
      """,
    positionals: [split],
    arguments: [models, classes],
    examples: ["camera pets.train", "camera pets.train models=[near, hand] classes=[cat, dog]"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
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
