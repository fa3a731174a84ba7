import CommandLanguage
import Experiments
import Figures
import Foundation
import RunStore
import Wording

/// `remove hands.train 8FDEEF3B`
struct RemoveCommand: Command {
  private static let split = PositionalArgument("split", .split, "The split, such as hands.train.", effect: .changes)
  private static let photos = PositionalArgument(repeating: "photo", .photo, "The photo, by name or index.")

  static let declaration = CommandDeclaration(
    "remove", "Removes photos from a dataset's folder; undo brings them back.",
    discussion: """
      A photo is named by the beginning of its name, or by its index in the split, counted from 0, as show … \
      details=true lists it. Its file is taken out of the folder, and the indices after it move down by one. restore \
      brings back photos that were copied from a source; undo brings back any photo.
      """,
    positionals: [split, photos],
    examples: ["remove hands.train 8FDEEF3B", "remove hands.test 0 3"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws { self.arguments = arguments }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    let place = arguments[Self.split]
    let (work, split) = try workspace.lookup.workSplit(place)
    let name = "\(work.dataset.name).\(split.name)"
    let photos = try PhotoFinder(text: name, photos: split.photos).find(arguments[Self.photos])
    let words = Numbers.list(photos.map { "\($0.shortName) (\($0.label))" })
    let dataset = try workspace.photoEdits.change(
      work, photos.map { .remove(path: FilePath.plain($0.url)) }, labels: work.dataset.labels,
      for: arguments.statement, told: "\(words) removed from \(name)")
    let left = dataset.split(split.name)?.photos.count ?? 0
    return Rendering.text(
      "Removed from \(name): \(words). \(Numbers.count(left, "photo")) \(left == 1 ? "is" : "are") left; undo brings "
        + "\(photos.count == 1 ? "it" : "them") back.")
  }
}
