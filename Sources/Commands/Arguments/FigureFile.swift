import CommandLanguage
import Experiments
import Figures
import Files
import Foundation
import Language
import Pictures
import Wording

/// The file that a command writes its figure to, beside showing it: a drawing, or the numbers it shows.
struct FigureFile {
  static let path = KeyedArgument(
    "path", .path, "File to write the figure to: a drawing as .svg or .png, or its numbers as .csv.")

  /// What is written, by the file's ending.
  enum Format: String {
    case svg, png, csv
  }

  /// What is written.
  let format: Format
  /// Whether it is a drawing, and no numbers.
  var isDrawing: Bool { format != .csv }
  private let path: CheckedValue
  private let arguments: Arguments

  /// The file that a statement names; nil where it names none.
  ///
  /// - Throws: `FileDiagnostic.figure` for another ending.
  init?(_ arguments: Arguments) throws {
    guard let path = arguments[Self.path] else {
      try arguments.refuse(ReplaceArgument.replace, belongingTo: "path=", "Leave it out, or name a file: path=…")
      return nil
    }
    self.path = path
    self.arguments = arguments
    let ending = (path.word as NSString).pathExtension.lowercased()
    guard let format = Format(rawValue: ending) else {
      throw Diagnostic(
        .file(.figure(.ending(path.word, line: Self.line(arguments, path, ending: .svg)))), at: path.span)
    }
    self.format = format
  }

  /// The statement with another ending, as one would type it.
  func line(ending: Format) -> String { Self.line(arguments, path, ending: ending) }

  /// Where the path stands.
  var span: Span { path.span }

  private static func line(_ arguments: Arguments, _ path: CheckedValue, ending: Format) -> String {
    let name = (path.word as NSString).lastPathComponent
    let isFolder = path.word.hasSuffix("/") || name == "." || name == ".."
    let stem =
      isFolder
      ? (path.word as NSString).appendingPathComponent("figure") : (path.word as NSString).deletingPathExtension
    let other = "\(stem).\(ending.rawValue)".replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return arguments.statement.replacing("path=\(path.text)", with: "path=\"\(other)\"")
  }

  /// Sees to it that the file may be written, before there is anything to write.
  ///
  /// - Throws: `FileError.noFolder`, `DataDiagnostic.foreign`, `DataDiagnostic.Folder.inDataFolder`, `FileDiagnostic.figure` where the library
  ///   that PNG needs is missing.
  func checkPlace(in workspace: Workspace) throws {
    if format == .png, let library = Drawing.missingLibrary { throw missing(library) }
    let url = workspace.files.destination(path.word)
    guard !workspace.files.isOfDataFolder(url) else {
      throw Diagnostic(.data(.folder(.inDataFolder(workspace.files.short(url)))), at: path.span)
    }
    try workspace.files.checkFolder(of: url, at: path.span)
    try workspace.checkMayWrite(url, at: path.span, by: arguments)
  }

  private func missing(_ library: String) -> Diagnostic {
    Diagnostic(.file(.figure(.noPNG(path.word, library: library, line: line(ending: .svg)))), at: path.span)
  }

  /// A picture of twice as many pixels as the drawing has on the page, and of fewer where that would be too many.
  private func png(of scene: Scene) throws -> Data {
    let scale = min(2, (Self.mostPixels / max(1, scene.width * scene.height)).squareRoot())
    let sides = [scene.width, scene.height].map { max(1, Int(($0 * scale).rounded())) }
    do {
      return try Drawing.picture(of: SVGPrinter().print(scene), width: sides[0], height: sides[1]).pngData()
    } catch Drawing.Problem.noLibrary(let library) {
      throw missing(library)
    } catch Drawing.Problem.refused(let words) {
      throw Diagnostic(.file(.figure(.notDrawn(path.word, words: words, line: line(ending: .svg)))), at: path.span)
    }
  }

  private static let mostPixels = 30e6

  /// Writes the figure.
  ///
  /// - Parameters:
  ///   - workspace: What can be taken back.
  ///   - drawing: The figure.
  ///   - numbers: What it shows.
  /// - Returns: What is said of the file.
  /// - Throws: as `checkPlace(in:)`, and `FileWriteError`; nothing is changed then.
  func write(
    in workspace: Workspace, drawing: () throws -> Scene, numbers: () throws -> CSVText
  ) throws -> Rendering {
    let url = workspace.files.destination(path.word)
    let data: Data
    let told: String
    switch format {
    case .svg:
      data = Data((SVGPrinter().print(try drawing().onPaper()) + "\n").utf8)
      told = "the figure"
    case .png:
      data = try png(of: try drawing().onPaper())
      told = "the figure"
    case .csv:
      let table = try numbers()
      data = Data(table.text.utf8)
      told = "\(Numbers.count(table.rowCount, "row")) of numbers"
    }
    do {
      let replaces = try workspace.write(url, at: path.span, by: arguments) { try $0.write(data) }
      return Rendering.text(
        "\(workspace.files.short(url)) holds \(told): \(Numbers.bytes(data.count))."
          + (replaces ? " To have the earlier file back: undo" : ""))
    } catch let error as FileWriteError {
      throw Diagnostic(.data(DataDiagnostic(error, in: workspace.files)), at: path.span)
    }
  }
}
