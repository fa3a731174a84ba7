import CommandLanguage
import Experiments
import Figures
import Foundation
import Pictures
import RunStore
import Wording

/// `add hands.train "me.jpg" label=✊`
struct AddCommand: Command {
  private static let split = PositionalArgument("split", .split, "The split, such as hands.train.", effect: .changes)
  private static let photos = PositionalArgument(repeating: "photo", .path, "File of the photo.")
  private static let label = KeyedArgument(required: "label", .label, "The class.")
  private static let smallestSide = KeyedArgument(
    "smallestSide", .integer(1...10_000), "Length of the shorter side, in pixels.", default: 256)
  private static let quality = KeyedArgument("quality", .decimal(0...1), "JPEG quality, from 0 to 1.", default: 0.5)

  static let declaration = CommandDeclaration(
    "add", "Adds photos to a class.",
    discussion: """
      Each photo is scaled down until its shorter side has smallestSide= pixels (a smaller photo stays as it is), and \
      saved as a JPEG of quality= under a new name at the end of its split. The original file is not touched. A model \
      learns the photo when it is trained again. If no dataset has the name, a folder of that name is made beside the \
      notebook, with train/ and the class in it.
      """,
    positionals: [split, photos],
    arguments: [label, smallestSide, quality],
    examples: ["add hands.train \"me.jpg\" label=✊", "add hands.test \"a.png\" \"b.png\" label=✋ quality=0.9"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    var (work, split, label, edits) = try workspace.lookup.splitToFill(
      arguments[Self.split], with: arguments[Self.label])
    let folder = work.folder(of: label, in: split.name)
    edits += work.making(folder)
    var sizes: [String] = []
    for photo in arguments[Self.photos] {
      let (data, size) = try scaled(photo, in: workspace.files)
      let name = UUID().uuidString + ".jpg"
      edits.append(.write(path: FilePath.plain(folder.appending(path: name)), data))
      work.record.added.append(name)
      sizes.append(size)
    }
    let names = work.record.added.suffix(sizes.count)
    let text = arguments[Self.split].word
    let dataset = try workspace.photoEdits.change(
      work, edits, labels: work.dataset.labels, for: arguments.statement,
      told: "\(Numbers.count(sizes.count, "photo")) added to \(text)")
    let photos = dataset.split(split.name)?.photos ?? []
    let lines = zip(names, sizes).map { name, size in
      "\(name) (\(size)) is photo \(photos.firstIndex { $0.name == name } ?? 0) of \(dataset.name).\(split.name): \(label)."
    }
    return Rendering.text(
      (lines + ["\(dataset.name).\(split.name) has \(Numbers.count(photos.count, "photo")) now."])
        .joined(separator: "\n"))
  }

  /// A photo as it is written into the folder, and its size.
  private func scaled(_ value: CheckedValue, in files: DataFolder) throws -> (data: Data, size: String) {
    let url = try files.file(value)
    do throws(PictureError) {
      let picture = try Picture(contentsOf: url).scaled(smallestSide: arguments[Self.smallestSide])
      do throws(PictureError.Problem) {
        let data = try picture.jpegData(quality: arguments[Self.quality])
        return (data, "\(picture.width) × \(picture.height)")
      } catch {
        throw PictureError(file: url.path, problem: error)
      }
    } catch {
      throw Diagnostic(.photo(name: files.short(url), error), at: value.span)
    }
  }
}
