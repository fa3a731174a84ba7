import CommandLanguage
import DataFiles
import Training

extension Sentences {
  /// What is said of a file of numbers that cannot be read.
  static func table(_ name: String, _ error: TabularDataError) -> Telling {
    switch error {
    case .unreadable(let path, let code): Telling("\(short(path)) cannot be read: \(systemError(code)).")
    case .notRegular(let path, let kind): Telling("\(short(path)) is not a regular file but \(self.name(kind)).")
    case .tooLarge(let path, let limit):
      Telling("\(short(path)) is larger than \(Numbers.bytes(limit)), the most that is read.")
    case .truncated(let path, let expected, let actual):
      Telling(
        "\(short(path)) ends after \(Numbers.count(actual, "byte")); it should have \(Numbers.grouped(expected)).")
    case .trailing(let path, let expected, let actual):
      Telling("\(short(path)) has \(Numbers.count(actual, "byte")); it should end after \(Numbers.grouped(expected)).")
    case .damagedArchive(let path): Telling("\(short(path)) is packed, and damaged.", "Fetch it anew.")
    case .notIDX(let path, let magic):
      Telling(
        "\(short(path)) is no IDX file: it begins with the bytes \(magic.map(String.init).joined(separator: " ")).")
    case .impossibleShape(let path, let shape): Telling("\(short(path)) states the impossible shape \(shape).")
    case .counts(let path, let samples, let labels):
      Telling("\(short(path)) has \(Numbers.count(samples, "sample")) and \(Numbers.count(labels, "label")).")
    case .columns(let path, let line, let expected, let actual):
      Telling("Line \(line) of \(short(path)) has \(Numbers.count(actual, "column")), the first has \(expected).")
    case .notANumber(let path, let line, let column, let field):
      Telling("Line \(line), column \(column) of \(short(path)) should be a number and is \"\(field.prefix(40))\".")
    case .empty(let path): Telling("\(short(path)) holds no samples.")
    case .stopped: Telling("Reading was stopped.")
    case .noRoom(let folder, let code):
      Telling(
        "\(name) is larger than the memory there is for tables, and its numbers cannot be put into \(folder): "
          + "\(systemError(code)). Nothing was changed.",
        "Make room there, or give tables more memory: WHET_TABLE_MEMORY=…")
    case .rowsLost(let code):
      Telling(
        "The numbers of \(name), which are kept in a file, cannot be read back: \(systemError(code)).",
        "Run the dataset line again.")
    case .noPairs(let path):
      Telling(
        "\(short(path)) has no pair of IDX files, one of pictures and one of labels.",
        "MNIST's are called t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz.")
    }
  }

  private static func short(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
