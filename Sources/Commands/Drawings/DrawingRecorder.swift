import CommandLanguage
import DataFiles
import Experiments
import Files
import Foundation
import Language
import Pictures
import RunStore
import Training
import Views
import Wording

/// Keeps a drawing in a dataset: as a photo in a folder of one's own, or as a line in a table of drawings.
///
/// A table of drawings is a text file in the notebook's folder that has the dataset's name: a line for each drawing, its class
/// and its pixels from 0 to 255, as `dataset … csv=` reads it.
struct DrawingRecorder {
  /// The dataset or split, as typed.
  let target: CheckedValue
  /// The class.
  let label: CheckedValue
  /// The statement, as typed.
  let statement: String

  /// Sees to it that drawings of a model can be kept there, before there are any.
  ///
  /// - Throws: what `keep` throws, but for a class.
  static func check(_ target: CheckedValue, for drawable: Drawable, in workspace: Workspace) throws {
    if case .photos? = workspace.datasets[name(of: target)] {
      _ = try workspace.lookup.workSplit(target)
    } else {
      _ = try table(target, for: drawable, in: workspace)
    }
  }

  /// Keeps a drawing.
  ///
  /// - Returns: What was done, in a sentence.
  /// - Throws: `DrawingDiagnostic`, `DataDiagnostic` where the folder or the file cannot be changed; nothing is changed then.
  func keep(_ strokes: Strokes, _ pixels: [UInt8], for drawable: Drawable, in workspace: Workspace) throws -> String {
    if case .photos? = workspace.datasets[Self.name(of: target)] { return try keepPhoto(strokes, in: workspace) }
    return try keepLine(pixels, for: drawable, in: workspace)
  }

  private static func name(of target: CheckedValue) -> String { String(target.word.prefix { $0 != "." }) }

  // MARK: Photos

  private func keepPhoto(_ strokes: Strokes, in workspace: Workspace) throws -> String {
    var (work, split) = try workspace.lookup.workSplit(target)
    let label = try work.dataset.label(label)
    let folder = work.folder(of: label, in: split.name)
    let sheet = strokes.pixels(width: Strokes.side, height: Strokes.side, isCentered: false)
    let picture = DrawingView.picture(sheet, width: Strokes.side, height: Strokes.side)
    let file = UUID().uuidString + ".png"
    let data: Data
    do { data = try picture.pngData() } catch {
      throw Diagnostic(.photo(name: file, PictureError(file: file, problem: error)), at: target.span)
    }
    let edits = work.making(folder) + [.write(path: FilePath.plain(folder.appending(path: file)), data)]
    work.record.added.append(file)
    let dataset = try workspace.photoEdits.change(
      work, edits, labels: work.dataset.labels, for: statement, told: "a drawing was saved to \(target.word)")
    let count = dataset.split(split.name)?.photos.count ?? 0
    return "The drawing was saved to \(dataset.name).\(split.name) as \(label), in \(file); "
      + "there are \(Numbers.count(count, "photo")) now."
  }

  // MARK: Tables

  /// A table of drawings.
  private struct TableOfDrawings {
    let name: String
    let file: URL
    /// The line that reads it.
    let line: String
  }

  /// The table a value names, which need not be there yet.
  private static func table(
    _ target: CheckedValue, for drawable: Drawable, in workspace: Workspace
  ) throws -> TableOfDrawings {
    let name = name(of: target)
    // The name is a file's, too, and stands in the line that reads it.
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) else {
      throw Diagnostic(.badName(target.word), at: target.span)
    }
    let split = target.word.dropFirst(name.count)
    guard split.isEmpty || split == ".train" else {
      throw Diagnostic(.unknownSplit(String(split.dropFirst()), dataset: name, known: ["train"]), at: target.span)
    }
    try workspace.lookup.checkName(CheckedValue(name, at: target.span, text: target.text), for: .dataset)
    guard let scale = drawable.tableScale else {
      throw Diagnostic(.drawing(.keepInPhotos(name, model: drawable.model.name)), at: target.span)
    }
    let shape = drawable.shape
    let file = workspace.files.destination("\(name).csv")
    if case .table(let known)? = workspace.datasets[name] {
      guard known.source == workspace.files.short(file) else {
        throw Diagnostic(.drawing(.tableStays(name, source: known.source)), at: target.span)
      }
      guard known.sampleShape == shape else {
        throw Diagnostic(
          .inputShape(model: drawable.model.name, expected: shape, data: name, actual: known.sampleShape),
          at: target.span)
      }
    }
    let sides = shape.map(String.init).joined(separator: ", ")
    let factor = scale == 1 / 255 ? "1/255" : "\(scale)"
    let line = "dataset \(name) csv=\"\(name).csv\" shape=[\(sides)] scale=\(factor) split=[1, 0]"
    return TableOfDrawings(name: name, file: file, line: line)
  }

  private func keepLine(_ pixels: [UInt8], for drawable: Drawable, in workspace: Workspace) throws -> String {
    let table = try Self.table(target, for: drawable, in: workspace)
    let path = FilePath.plain(table.file)
    guard !workspace.files.isOfDataFolder(table.file) else {
      let error = WorkFolderError.sampleData(dataset: table.name, folder: workspace.files.short(table.file))
      throw Diagnostic(error, at: target.span)
    }
    var content = Data()
    if FileManager.default.fileExists(atPath: path) {
      // What is there must be drawings already.
      try read(table, in: workspace)
      guard let before = try? Data(regularFile: table.file) else {
        throw Diagnostic(.table(table.name, .unreadable(path: path, errorNumber: EIO)), at: target.span)
      }
      content = before
      if let last = before.last, last != UInt8(ascii: "\n") { content.append(UInt8(ascii: "\n")) }
    }
    let channels = drawable.shape.reduce(1, *) / pixels.count
    let numbers = (0..<channels).flatMap { _ in pixels.map(String.init) }
    content.append(contentsOf: "\(try quotedLabel()),\(numbers.joined(separator: ","))\n".utf8)
    try workspace.undo.change(
      [.write(path: path, content)], for: statement, told: "a drawing was saved to \(table.name)", in: workspace.files)
    let dataset = try read(table, in: workspace)
    return "The drawing was saved to \(table.name).train as \(label.word); "
      + "\(workspace.files.short(table.file)) has \(Numbers.count(dataset.splits[0].places.count, "drawing")) now."
  }

  /// Reads the table, so that the session has it as it stands in the file.
  @discardableResult
  private func read(_ table: TableOfDrawings, in workspace: Workspace) throws -> TableDataset {
    do { try workspace.readTable(table.line) } catch { throw error.placed(at: target.span) }
    guard case .table(var dataset)? = workspace.datasets[table.name] else {
      throw Diagnostic(.unknownDataset(table.name, known: workspace.datasets.keys.sorted()), at: target.span)
    }
    dataset.statement = table.line
    try workspace.catalogue.put(.table(dataset))
    return dataset
  }

  /// The class as a table has it.
  private func quotedLabel() throws -> String {
    let text = label.word
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{85}" }
    guard (1...100).contains(text.count), isPlain, text.allSatisfy({ !$0.isNewline }) else {
      throw Diagnostic(.drawing(.badLabel(text)), at: label.span)
    }
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isWhitespace }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}

extension Strokes {
  /// Reads strokes that were drawn or typed.
  ///
  /// - Throws: `DrawingDiagnostic.strokes`.
  init(drawn text: String) throws {
    do { try self.init(text) } catch { throw Diagnostic(.drawing(.strokes(error))) }
  }
}
