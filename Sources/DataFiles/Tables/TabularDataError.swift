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
  /// A line of text is longer than is read, in bytes.
  case longLine(path: String, line: Int, limit: Int)
  /// A line of text has more columns than are read.
  case wideLine(path: String, line: Int, limit: Int)
  /// A quoted field that begins on this line is not closed.
  case openQuote(path: String, line: Int)
  /// There is no such column.
  case noSuchColumn(path: String, wanted: String, columns: [String])
  /// A column is named for two purposes.
  case columnTwice(path: String, column: String)
  /// Several columns are to be predicted, and as classes.
  case severalClasses(path: String, columns: [String])
  /// There is no column but the target.
  case onlyTarget(path: String, column: String)
  /// A field of a column of days or times is none in the form of the others; the line counts from 1.
  case notADate(path: String, line: Int, column: String, field: String)
  /// A column's value is missing; the line counts from 1.
  case missingValue(path: String, line: Int, column: String)
  /// A column has no value in any of the samples that are learnt from.
  case noValues(path: String, column: String)
  /// The column that tells an order holds texts.
  case noOrder(path: String, column: String)
  /// Columns have more different texts than become numbers; others are left out already.
  case tooManyTexts(path: String, columns: [String], ignored: [String], limit: Int)
  /// The target has more different values than there may be classes.
  case tooManyClasses(path: String, column: String, limit: Int)
  /// The target is a number with few values, and nobody said what it is.
  case classesOrNumbers(path: String, column: String, values: [String])
  /// An archive or database has no part of this name, or several to choose from.
  case noSuchPart(path: String, kind: TablePart, wanted: String?, known: [String])
  /// An array cannot be used as it is; with what is wrong.
  case array(path: String, name: String, ArrayError)
  /// A file is no SQLite database, or it cannot be read: in SQLite's words.
  case database(path: String, message: String)
  /// A cell of a database holds bytes.
  case blob(path: String, row: Int, column: String)
  /// There are no samples in the file.
  case empty(path: String)
  /// What should be a table in text is something else.
  case notText(path: String, OtherContent)
  /// Lines hold one value each, cut by what was said to stand between values, or by anything known.
  case oneColumn(path: String, isSeparatorGiven: Bool)
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

/// What a file may hold several of.
public enum TablePart: Sendable, Equatable {
  /// An array of an archive.
  case array
  /// A table of a database.
  case table
}

/// What can be wrong with an array.
public enum ArrayError: Error, Sendable, Equatable {
  /// It does not begin or go on as the format has it.
  case damaged
  /// Its numbers are of a kind that is not read; in NumPy's words.
  case kind(String)
  /// It has no samples and numbers: its shape.
  case shape([Int])
  /// A number in it is none, or beyond single precision; where it stands, from 0.
  case notFinite(place: Int)
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
