import CommandLanguage
import DataFiles
import Experiments
import Files
import Foundation
import Language
import Pictures
import RunStore
import Training

/// Keeps a drawing in a dataset: as a photo in a folder of one's own, or as a line in a table of drawings.
///
/// A table of drawings is a text file in the notebook's folder that has the dataset's name: a line for each drawing, its class
/// and its pixels from 0 to 255, as `dataset … csv=` reads it.
struct DrawingKeeping {
  /// The dataset or split, as typed.
  let target: CheckedValue
  /// The class.
  let label: CheckedValue
  /// The statement, as typed.
  let statement: String

  /// Sees to it that drawings of a model can be kept there, before there are any.
  ///
  /// - Throws: what `keep` throws, but for a class.
  static func check(_ target: CheckedValue, for drawable: Drawable, in session: Session) throws(Fault) {
    if case .photos? = session.datasets[name(of: target)] {
      _ = try session.workSplit(target)
    } else {
      _ = try table(target, for: drawable, in: session)
    }
  }

  /// Keeps a drawing.
  ///
  /// - Returns: What was done, in a sentence.
  /// - Throws: `DrawingFact`, `DataFact` where the folder or the file cannot be changed; nothing is changed then.
  func keep(_ strokes: Strokes, _ pixels: [UInt8], for drawable: Drawable, in session: Session) throws(Fault) -> String
  {
    if case .photos? = session.datasets[Self.name(of: target)] { return try keepPhoto(strokes, in: session) }
    return try keepLine(pixels, for: drawable, in: session)
  }

  private static func name(of target: CheckedValue) -> String { String(target.word.prefix { $0 != "." }) }

  // MARK: Photos

  private func keepPhoto(_ strokes: Strokes, in session: Session) throws(Fault) -> String {
    var (work, split) = try session.workSplit(target)
    let label = try work.dataset.label(label)
    let folder = work.folder(of: label, in: split.name)
    let sheet = strokes.pixels(width: Strokes.side, height: Strokes.side, isCentered: false)
    let picture = DrawingView.picture(sheet, width: Strokes.side, height: Strokes.side)
    let file = UUID().uuidString + ".png"
    let data: Data
    do { data = try picture.pngData() } catch {
      throw Fault(.photo(name: file, PictureError(file: file, problem: error)), at: target.span)
    }
    let edits = work.making(folder) + [.write(path: FilePath.plain(folder.appending(path: file)), data)]
    work.record.added.append(file)
    let dataset = try session.change(
      work, edits, labels: work.dataset.labels, for: statement, told: "a drawing was kept in \(target.word)")
    let count = dataset.split(split.name)?.photos.count ?? 0
    return "The drawing is kept in \(dataset.name).\(split.name) as \(label), in \(file); "
      + "there are \(Numbers.count(count, "photo")) now."
  }

  // MARK: Tables

  /// A table of drawings.
  private struct DrawnTable {
    let name: String
    let file: URL
    /// The line that reads it.
    let line: String
  }

  /// The table a value names, which need not be there yet.
  private static func table(
    _ target: CheckedValue, for drawable: Drawable, in session: Session
  ) throws(Fault) -> DrawnTable {
    let name = name(of: target)
    // The name is a file's, too, and stands in the line that reads it.
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) else {
      throw Fault(.badName(target.word), at: target.span)
    }
    let split = target.word.dropFirst(name.count)
    guard split.isEmpty || split == ".train" else {
      throw Fault(.unknownSplit(String(split.dropFirst()), dataset: name, known: ["train"]), at: target.span)
    }
    try session.checkName(CheckedValue(name, at: target.span, text: target.text), for: .dataset)
    guard let scale = drawable.tableScale else {
      throw Fault(.drawing(.keepInPhotos(name, model: drawable.model.name)), at: target.span)
    }
    let shape = drawable.shape
    let file = session.files.destination("\(name).csv")
    if case .table(let known)? = session.datasets[name] {
      guard known.source == session.files.short(file) else {
        throw Fault(.drawing(.tableStays(name, source: known.source)), at: target.span)
      }
      guard known.sampleShape == shape else {
        throw Fault(
          .inputShape(model: drawable.model.name, expected: shape, data: name, actual: known.sampleShape),
          at: target.span)
      }
    }
    let sides = shape.map(String.init).joined(separator: ", ")
    let factor = scale == 1 / 255 ? "1/255" : "\(scale)"
    let line = "dataset \(name) csv=\"\(name).csv\" shape=[\(sides)] scale=\(factor) split=[1, 0]"
    return DrawnTable(name: name, file: file, line: line)
  }

  private func keepLine(_ pixels: [UInt8], for drawable: Drawable, in session: Session) throws(Fault) -> String {
    let table = try Self.table(target, for: drawable, in: session)
    let path = FilePath.plain(table.file)
    guard !session.files.isOfDataFolder(table.file) else {
      let error = WorkFolderError.sampleData(dataset: table.name, folder: session.files.short(table.file))
      throw Fault(error, at: target.span)
    }
    var content = Data()
    if FileManager.default.fileExists(atPath: path) {
      // What is there must be drawings already.
      try read(table, in: session)
      guard let before = try? Data(regularFile: table.file) else {
        throw Fault(.table(table.name, .unreadable(path: path, errorNumber: EIO)), at: target.span)
      }
      content = before
      if let last = before.last, last != UInt8(ascii: "\n") { content.append(UInt8(ascii: "\n")) }
    }
    let channels = drawable.shape.reduce(1, *) / pixels.count
    let numbers = (0..<channels).flatMap { _ in pixels.map(String.init) }
    content.append(contentsOf: "\(try quotedLabel()),\(numbers.joined(separator: ","))\n".utf8)
    try session.journal.change(
      [.write(path: path, content)], for: statement, told: "a drawing was kept in \(table.name)", in: session.files)
    let dataset = try read(table, in: session)
    return "The drawing is kept in \(table.name).train as \(label.word); "
      + "\(session.files.short(table.file)) has \(Numbers.count(dataset.splits[0].places.count, "drawing")) now."
  }

  /// Reads the table, so that the session has it as it stands in the file.
  @discardableResult
  private func read(_ table: DrawnTable, in session: Session) throws(Fault) -> TableDataset {
    do { try session.readTable(table.line) } catch { throw error.placed(at: target.span) }
    guard case .table(var dataset)? = session.datasets[table.name] else {
      throw Fault(.unknownDataset(table.name, known: session.datasets.keys.sorted()), at: target.span)
    }
    dataset.statement = table.line
    try session.put(.table(dataset))
    return dataset
  }

  /// The class as a table has it.
  private func quotedLabel() throws(Fault) -> String {
    let text = label.word
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{85}" }
    guard (1...100).contains(text.count), isPlain, text.allSatisfy({ !$0.isNewline }) else {
      throw Fault(.drawing(.badLabel(text)), at: label.span)
    }
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isWhitespace }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}

extension Strokes {
  /// Reads strokes that were drawn or typed.
  ///
  /// - Throws: `DrawingFact.strokes`.
  init(drawn text: String) throws(Fault) {
    do { try self.init(text) } catch { throw Fault(.drawing(.strokes(error))) }
  }
}
