import CommandLanguage
import Experiments
import Figures
import Foundation
import Language
import Training
import Wording

/// `correct to=Cat`
struct CorrectCommand: Command {
  private static let label = KeyedArgument("to", .label, "True class; by default the other one of two.")
  private static let photo = KeyedArgument(
    "photo", .path, "Photo to correct, if there are several: beginning of its name, or a path.")

  static let declaration = CommandDeclaration(
    "correct", "Records the true class of a photo that predict was asked about, for a later training.",
    discussion: """
      It corrects the last photo that predict was asked about. For a model of two classes, to= is not needed: the \
      other class is meant. train pets on=corrections trains on all photos in the queue, shows each prediction before \
      and after, and empties the queue. The queue survives a restart; undo takes a correction back. One photo may not \
      be enough to change a prediction; the table says so.
      """,
    arguments: [label, photo],
    examples: ["correct to=Cat", "correct", "correct to=✋ photo=8FDEEF3B"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    guard let last = workspace.corrections.lastPrediction, let model = workspace.models[last.model] else {
      throw Diagnostic(.file(.correction(.nothingPredicted)), at: arguments.commandSpan)
    }
    let (photo, answer) = try photo(of: last, in: workspace)
    let label = try label(for: model, instead: answer)
    workspace.corrections.add(
      Correction(photo: Photo(url: photo.url, label: label, stamp: photo.stamp), answer: answer))
    let said =
      LabelSpelling.areSame(label, answer) ? "as \(model.name) predicted" : "while \(model.name) predicted \(answer)"
    return Rendering.text(
      "\(photo.shortName) shows \(label), \(said). \(Numbers.count(workspace.corrections.waiting.count, "photo")) in the queue: "
        + "train \(model.name) on=corrections trains on \(workspace.corrections.waiting.count == 1 ? "it" : "them").")
  }

  /// The photo that is meant, with the model's answer to it.
  private func photo(of last: LastPrediction, in workspace: Workspace) throws -> (Photo, String) {
    guard let wanted = arguments[Self.photo] else {
      guard last.photos.count == 1 else {
        throw Diagnostic(.file(.correction(.whichPhoto(last.photos.map(\.shortName)))), at: arguments.commandSpan)
      }
      return (last.photos[0], last.answers[0])
    }
    let fits = last.photos.indices.filter { last.photos[$0].name.hasPrefix(wanted.word) }
    if fits.count == 1 { return (last.photos[fits[0]], last.answers[fits[0]]) }
    if case .found(let url) = workspace.files.find(wanted.word),
      let index = last.photos.firstIndex(where: { $0.url.standardizedFileURL == url.standardizedFileURL })
    {
      return (last.photos[index], last.answers[index])
    }
    throw Diagnostic(.file(.correction(.notAskedAbout(wanted.text, last.photos.map(\.shortName)))), at: wanted.span)
  }

  private func label(for model: Model, instead answer: String) throws -> String {
    let known: [String] = if case .network(let network) = model { network.outputs.labels } else { [] }
    guard let to = arguments[Self.label] else {
      guard known.count == 2, let other = known.first(where: { !LabelSpelling.areSame($0, answer) }) else {
        throw Diagnostic(.file(.correction(.toWhat(model.name, known))), at: arguments.commandSpan)
      }
      return other
    }
    if case .neighbors = model { return to.word }
    if case .hybrid = model { return to.word }
    if let place = LabelSpelling.position(of: to.word, in: known) { return known[place] }
    // An output that no class has taken yet can take this one.
    if case .network(let network) = model, network.outputs.classes.count < network.outputs.count { return to.word }
    throw Diagnostic(.unknownClass(to.word, model: model.name, known: known), at: to.span)
  }
}
