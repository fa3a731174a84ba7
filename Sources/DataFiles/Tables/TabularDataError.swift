public import Files

/// What can be wrong with a file of tabular data, as facts.
public enum TabularDataError: Error, Sendable, Equatable {
  /// The file cannot be read; with the system's error number where there is one.
  case unreadable(path: String, errorNumber: Int32)
  /// What stands at the path is no regular file.
  case notRegular(path: String, kind: FileKind)
  /// The file, or what it unpacks to, is longer than is read at all, in bytes.
  case tooLarge(path: String, limit: Int)
  /// The file ends before it should: so many bytes of so many.
  case truncated(path: String, expected: Int, actual: Int)
  /// The file goes on after its end.
  case trailing(path: String, expected: Int, actual: Int)
  /// The packed file is damaged.
  case damagedArchive(path: String)
  /// The file does not begin as its kind does; with its first four bytes.
  case notIDX(path: String, magic: [UInt8])
  /// The lengths the file states are none that data can have.
  case impossibleShape(path: String, shape: [Int])
  /// There are not as many labels as samples.
  case counts(path: String, samples: Int, labels: Int)
  /// A line of text has another number of columns than the first.
  case columns(path: String, line: Int, expected: Int, actual: Int)
  /// A field should be a number and is not; line and column count from 1.
  case notANumber(path: String, line: Int, column: Int, field: String)
  /// There are no samples in the file.
  case empty(path: String)
  /// The caller asked to stop.
  case stopped
  /// The numbers are more than memory has room for, and a file with them cannot be written to this folder; with the system's
  /// error number.
  case noRoom(folder: String, errorNumber: Int32)
  /// Numbers that were put into a file cannot be read back; with the system's error number.
  case rowsLost(errorNumber: Int32)
  /// A folder has no pair of sample and label files.
  case noPairs(path: String)
}

extension TabularDataError {
  /// Why a file cannot be read.
  init(_ error: FileReadError) {
    self =
      switch error {
      case .unreadable(let path, let code): .unreadable(path: path, errorNumber: code)
      case .notRegular(let path, let kind): .notRegular(path: path, kind: kind)
      case .tooLarge(let path, _, let limit): .tooLarge(path: path, limit: limit)
      }
  }
}
