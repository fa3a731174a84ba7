import CommandLanguage
import Experiments
import Figures
import Foundation
import RunStore
import Training
import Wording

/// `relabel hands.train 8FDEEF3B to=✋`
struct RelabelCommand: Command {
  private static let split = PositionalArgument("split", .split, "The split, such as hands.train.", effect: .changes)
  private static let photos = PositionalArgument(repeating: "photo", .photo, "The photo, by name or index.")
  private static let target = KeyedArgument(required: "to", .label, "The class it belongs to.")

  static let declaration = CommandDeclaration(
    "relabel", "Moves photos to another class.",
    discussion: """
      The file moves to the folder of the other class. A model takes the new class into account when it is trained \
      again.
      """,
    positionals: [split, photos],
    arguments: [target],
    examples: ["relabel hands.train 8FDEEF3B to=✋"])

  private let arguments: Arguments
  private let target: CheckedValue

  init(_ arguments: Arguments) throws {
    target = arguments[Self.target]
    self.arguments = arguments
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let (work, split) = try workspace.lookup.workSplit(arguments[Self.split])
    let name = "\(work.dataset.name).\(split.name)"
    let label = try work.dataset.label(target)
    let photos = try PhotoFinder(text: name, photos: split.photos).find(arguments[Self.photos])
    let folder = work.folder(of: label, in: split.name)
    let moved = photos.filter { !LabelSpelling.areSame($0.label, label) }
    var edits = moved.isEmpty ? [] : work.making(folder)
    for photo in moved {
      let place = WorkFolder.place(for: photo.name, in: folder)
      edits.append(.move(from: FilePath.plain(photo.url), to: FilePath.plain(place)))
    }
    let words = moved.map { "\($0.shortName) from \($0.label) to \(label)" }
    guard !moved.isEmpty else {
      return Rendering.text(
        "\(Numbers.list(photos.map(\.shortName))) of \(name) \(photos.count == 1 ? "is" : "are") \(label) already.")
    }
    try workspace.photoEdits.change(
      work, edits, labels: work.dataset.labels, for: arguments.statement, told: "\(Numbers.list(words)) in \(name)")
    let same = photos.count - moved.count
    return Rendering.text(
      "Relabelled in \(name): \(Numbers.list(words))."
        + (same > 0 ? " \(Numbers.count(same, "photo")) \(same == 1 ? "was" : "were") \(label) already." : ""))
  }
}
