import CommandLanguage
import DataFiles
import Experiments
import Files
import Training

extension Sentences {
  /// What is said of a file of numbers that cannot be read.
  static func table(_ name: String, _ error: TabularDataError) -> DiagnosticText {
    switch error {
    case .unreadable(let path, let code): DiagnosticText("\(short(path)) cannot be read: \(systemError(code)).")
    case .notRegular(let path, let kind): DiagnosticText("\(short(path)) is not a regular file but \(kind.phrase).")
    case .tooLarge(let path, let limit):
      DiagnosticText("\(short(path)) is larger than \(Numbers.bytes(limit)), the most that is read.")
    case .truncated(let path, let expected, let actual):
      DiagnosticText(
        "\(short(path)) ends after \(Numbers.count(actual, "byte")); it should have \(Numbers.grouped(expected)).")
    case .trailing(let path, let expected, let actual):
      DiagnosticText(
        "\(short(path)) has \(Numbers.count(actual, "byte")); it should end after \(Numbers.grouped(expected)).")
    case .damagedArchive(let path): DiagnosticText("\(short(path)) is packed, and damaged.", "Fetch it anew.")
    case .notIDX(let path, let magic):
      DiagnosticText(
        "\(short(path)) is no IDX file: it begins with the bytes \(magic.map(String.init).joined(separator: " ")).")
    case .impossibleShape(let path, let shape): DiagnosticText("\(short(path)) states the impossible shape \(shape).")
    case .counts(let path, let samples, let labels):
      DiagnosticText("\(short(path)) has \(Numbers.count(samples, "sample")) and \(Numbers.count(labels, "label")).")
    case .columns(let path, let line, let expected, let actual):
      DiagnosticText(
        "Line \(line) of \(short(path)) has \(Numbers.count(actual, "column")), the first has \(expected).")
    case .notANumber(let path, let line, let column, let field):
      DiagnosticText(
        "Line \(line), column \(column) of \(short(path)) should be a number and is \"\(field.prefix(40))\".")
    case .empty(let path): DiagnosticText("\(short(path)) holds no samples.")
    case .stopped: DiagnosticText("Reading was stopped.")
    case .noRoom(let folder, let code):
      DiagnosticText(
        "\(name) is larger than the memory there is for tables, and its numbers cannot be put into \(folder): "
          + "\(systemError(code)). Nothing was changed.",
        "Make room there, or give tables more memory: WHET_TABLE_MEMORY=…")
    case .rowsLost(let code):
      DiagnosticText(
        "The numbers of \(name), which are kept in a file, cannot be read back: \(systemError(code)).",
        "Run the dataset line again.")
    case .noPairs(let path):
      DiagnosticText(
        "\(short(path)) has no pair of IDX files, one of pictures and one of labels.",
        "MNIST's are called t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz.")
    }
  }

  private static func short(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
