import CommandLanguage
import DataFiles
import Experiments
import Files
import Training
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of a file of numbers that cannot be read.
  static func table(_ name: String, _ error: TabularDataError) -> DiagnosticText {
    switch error {
    case .unreadable(let path, let code): DiagnosticText("\(short(path)) cannot be read: \(Words.systemError(code)).")
    case .notRegular(let path, let kind): DiagnosticText("\(short(path)) is not a regular file but \(kind.phrase).")
    case .tooLarge(let path, let limit):
      DiagnosticText("\(short(path)) is larger than \(Numbers.bytes(limit)), the most that is read.")
    case .truncated(let path, let expected, let actual):
      DiagnosticText(
        "\(short(path)) ends after \(Numbers.count(actual, "byte")); it should have \(Numbers.grouped(expected)).")
    case .trailing(let path, let expected, let actual):
      DiagnosticText(
        "\(short(path)) has \(Numbers.count(actual, "byte")); it should end after \(Numbers.grouped(expected)).")
    case .damagedArchive(let path): DiagnosticText("\(short(path)) is compressed, and damaged.", "Download it again.")
    case .notIDX(let path, let magic):
      DiagnosticText(
        "\(short(path)) is not an IDX file: it begins with the bytes \(magic.map(String.init).joined(separator: " ")).")
    case .impossibleShape(let path, let shape): DiagnosticText("\(short(path)) states the impossible shape \(shape).")
    case .counts(let path, let samples, let labels):
      DiagnosticText("\(short(path)) has \(Numbers.count(samples, "sample")) and \(Numbers.count(labels, "label")).")
    case .columns(let path, let line, let expected, let actual):
      DiagnosticText(
        "Line \(line) of \(short(path)) has \(Numbers.count(actual, "column")), the first has \(expected).")
    case .notANumber(let path, let line, let column, let field):
      DiagnosticText(
        "Line \(line), column \(column) of \(short(path)) should be a number and is \"\(field.prefix(40))\".",
        "Correct it, leave the column out (ignore=[\(column)]), or take its values as texts (categories=[\(column)]).")
    case .longLine(let path, let line, let limit):
      DiagnosticText("Line \(line) of \(short(path)) is longer than \(Numbers.bytes(limit)), the most that is read.")
    case .wideLine(let path, let line, let limit):
      DiagnosticText(
        "Line \(line) of \(short(path)) has more than \(Numbers.count(limit, "column")), the most that are read.")
    case .openQuote(let path, let line):
      DiagnosticText(
        "The quotes that open on line \(line) of \(short(path)) are not closed.",
        "Close them, or double a quote that is part of a text.")
    case .noSuchColumn, .columnTwice, .severalClasses, .onlyTarget, .notADate, .missingValue, .noValues, .noOrder,
      .tooManyTexts, .tooManyClasses, .classesOrNumbers:
      column(error)
    case .noSuchPart(let path, let kind, let wanted, let known): part(path, kind, wanted: wanted, known: known)
    case .array(let path, let name, let fault): array(path, name, fault)
    case .database(let path, let message):
      DiagnosticText("\(short(path)) cannot be read as a database: SQLite says \(message).")
    case .blob(let path, let row, let column):
      DiagnosticText(
        "Row \(row) of \(short(path)) has bytes in column \(column), not a number or text.",
        "Leave the column out: ignore=\(list([column]))")
    case .empty(let path): DiagnosticText("\(short(path)) holds no samples.")
    case .notText(let path, let content): notText(short(path), content)
    case .oneColumn(let path, true):
      DiagnosticText(
        "Every line of \(short(path)) holds only one value with that separator.",
        "Leave separator= out: the separator is detected.")
    case .oneColumn(let path, false):
      DiagnosticText(
        "Every line of \(short(path)) holds one value. A table needs at least a target and one other column."
      )
    case .stopped: DiagnosticText("Reading was stopped.")
    case .noRoom(let folder, let code):
      DiagnosticText(
        "\(name) is larger than the memory for tables, and its numbers cannot be written to \(folder): "
          + "\(Words.systemError(code)). Nothing was changed.",
        "Free space there, or give tables more memory: WHET_TABLE_MEMORY=…")
    case .rowsLost(let code):
      DiagnosticText(
        "The numbers of \(name), which are kept in a file, cannot be read back: \(Words.systemError(code)).",
        "Run the dataset line again.")
    case .noPairs(let path):
      DiagnosticText(
        "\(short(path)) has no pair of IDX files, one of pictures and one of labels.",
        "MNIST's are called t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz.")
    }
  }

  /// What is said of a file that is no text.
  private static func notText(_ path: String, _ content: OtherContent) -> DiagnosticText {
    switch content {
    case .database: DiagnosticText("\(path) is a database.", "Read it with sqlite= in place of csv=.")
    case .array: DiagnosticText("\(path) is an array of NumPy.", "Read it with npz= in place of csv=.")
    case .archive:
      DiagnosticText(
        "\(path) is a ZIP archive.",
        "Arrays of NumPy (.npz) are read with npz=; save a spreadsheet as CSV first, unpack any other archive.")
    case .parquet, .hdf5:
      DiagnosticText(
        "\(path) is a \(content == .parquet ? "Parquet" : "HDF5") file, which is not read.",
        "Save it as CSV first, in Python for example: "
          + "pandas.read_\(content == .parquet ? "parquet" : "hdf")(\"…\").to_csv(\"table.csv\", index=False)")
    case .bytes: DiagnosticText("\(path) is not a text file: it holds zero bytes.")
    }
  }

  /// What is said of a column.
  private static func column(_ error: TabularDataError) -> DiagnosticText {
    switch error {
    case .noSuchColumn(let path, let wanted, let columns):
      DiagnosticText(
        message: "\(short(path)) has no column \(wanted).\(nearest(wanted, columns))",
        remedies: columns.isEmpty ? [] : ["Its columns: \(Words.shortened(columns))."])
    case .columnTwice(let path, let column):
      DiagnosticText(
        "\(named(column)) of \(short(path)) is the target.", "Name another column, or another target=.")
    case .severalClasses(let path, let columns):
      DiagnosticText(
        "\(Numbers.list(columns)) of \(short(path)) are several targets, and only numbers can be predicted together.",
        "Name one of them: target=\(columns[0]). Or leave task= out, where they are numbers.")
    case .onlyTarget(let path, let column):
      DiagnosticText("\(short(path)) has no column besides \(column) to predict it from.")
    case .notADate(let path, let line, let column, let field):
      DiagnosticText(
        "Line \(line) of \(short(path)) has \"\(field)\" in column \(column), not a date or time as the others are.",
        "Correct it, leave the column out (ignore=\(list([column]))), or take its values as texts (categories=\(list([column])))."
      )
    case .missingValue(let path, let line, let column):
      DiagnosticText(
        "Line \(line) of \(short(path)) has no value in column \(column).",
        "Add missing=mean, missing=median or missing=drop.")
    case .noValues(let path, let column):
      DiagnosticText(
        "\(named(column)) of \(short(path)) has no value in any training sample, so missing values cannot be filled in.",
        "Leave it out: ignore=\(list([column]))")
    case .noOrder(let path, let column):
      DiagnosticText(
        "\(named(column)) of \(short(path)) holds texts, which have no order.",
        "Name a column of numbers or dates, or take the rows as they stand: orderBy=rows")
    case .tooManyTexts(let path, let columns, let ignored, let limit):
      DiagnosticText(
        columns.count == 1
          ? "\(named(columns[0])) of \(short(path)) has more than \(Numbers.count(limit, "different text"))."
          : "The columns \(Numbers.list(columns)) of \(short(path)) have more than \(Numbers.count(limit, "different text")) each.",
        "Leave \(columns.count == 1 ? "it" : "them") out: ignore=\(list(ignored + columns)). "
          + "Or encode each of the texts: categories=\(list(columns))")
    case .tooManyClasses(let path, let column, let limit):
      DiagnosticText(
        "\(named(column)) of \(short(path)) has more than \(Numbers.grouped(limit)) different values, too many for classes.",
        "Name another column: target=…")
    case .classesOrNumbers(let path, let column, let values):
      DiagnosticText(
        "\(named(column)) of \(short(path)) holds \(Numbers.count(values.count, "whole number")): \(Words.shortened(values)). They may be classes, or numbers to predict.",
        "Add task=classification or task=regression.")
    default: preconditionFailure("\(error) is about no column")
    }
  }

  /// What is said of an array or a table of a database that cannot be found.
  private static func part(_ path: String, _ kind: TablePart, wanted: String?, known: [String]) -> DiagnosticText {
    let noun = kind == .array ? "array" : "table"
    guard !known.isEmpty else { return DiagnosticText("\(short(path)) holds no \(noun).") }
    guard let wanted else {
      let remedy = kind == .array ? "Add target=… samples=…" : "Add table=…"
      return DiagnosticText("\(short(path)) holds several \(noun)s: \(Words.shortened(known)).", remedy)
    }
    return DiagnosticText(
      "\(short(path)) has no \(noun) \(wanted).\(nearest(wanted, known))", "It has \(Words.shortened(known)).")
  }

  /// What is said of an array.
  private static func array(_ path: String, _ name: String, _ fault: ArrayError) -> DiagnosticText {
    let array = name == short(path) ? name : "Array \(name) of \(short(path))"
    return switch fault {
    case .damaged: DiagnosticText("\(array) is not an array of NumPy, or is damaged.")
    case .kind(let kind):
      DiagnosticText("\(array) holds \(kind), not plain numbers.", "In Python: x.astype(\"float32\")")
    case .shape(let shape):
      DiagnosticText("\(array) has the shape \(shape); samples need rows of numbers, targets one value each.")
    case .notFinite(let place):
      DiagnosticText("\(array) has a value that is not a number, at position \(Numbers.grouped(place)).")
    }
  }

  /// Names as a list that can be typed.
  private static func list(_ names: [String]) -> String {
    "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }

  private static func short(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// "Column age", or "Column 2" of one without a name.
  private static func named(_ column: String) -> String {
    column.hasPrefix("column ") ? "C" + column.dropFirst() : "Column \(column)"
  }
}
