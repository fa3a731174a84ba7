import CommandLanguage
import DataFiles
import Language

/// What a `dataset` line says of a table's columns.
struct TableColumnArguments {
  static let target = KeyedArgument(
    "target", .list(.label),
    "The column with what is predicted, by its name or its place from 1, or the array; several are numbers. When left out "
      + "it is the one called target, label, class or y, else the first, or the last where the first holds no texts and it "
      + "does.")
  static let task = KeyedArgument<TableRequest.Task?>(
    "task", .choice, "Whether a target that is a number is a class or a number to predict.")
  static let missing = KeyedArgument<TableRequest.Missing>(
    "missing", .choice,
    "What becomes of missing values: the table is refused, the mean or median of the training samples takes their place, or "
      + "samples with any are left out.", default: .refuse)
  static let group = KeyedArgument(
    "group", .placed(.text),
    "What belongs together and stays on one side of a split: a column of a table, or of photos a regular expression that "
      + "finds in their names what they share.")
  static let ignore = KeyedArgument("ignore", .list(.label), "Columns that are left out.")
  static let categories = KeyedArgument(
    "categories", .list(.label),
    "Columns that hold texts, even where they look like numbers or have more than 100 texts.")
  static let separator = KeyedArgument(
    "separator", .choice([("comma", UInt8(44)), ("semicolon", 59), ("tab", 9), ("bar", 124), ("space", 32)]),
    "With csv=: what stands between values; found out when left out.")
  static let header = KeyedArgument<Bool?>(
    "header", .bool, "With csv=: whether the first line holds the columns' names; found out when left out.")
  static let samples = KeyedArgument("samples", .label, "With npz=: the array with the samples.")
  static let table = KeyedArgument("table", .label, "With sqlite=: the table or view.")

  private let targets: [CheckedValue]
  private let ignored: [CheckedValue]
  private let categories: [CheckedValue]
  private let group: GivenValue<CheckedValue>?
  /// How the table is to be read.
  let request: TableRequest
  /// The array with the samples.
  let samples: CheckedValue?
  /// The table of a database.
  let table: CheckedValue?

  /// Reads a statement's arguments.
  init(_ arguments: Arguments) {
    targets = arguments[Self.target] ?? []
    ignored = arguments[Self.ignore] ?? []
    categories = arguments[Self.categories] ?? []
    group = arguments[Self.group]
    samples = arguments[Self.samples]
    table = arguments[Self.table]
    request = TableRequest(
      targets: targets.map { .name($0.word) }, task: arguments[Self.task], missing: arguments[Self.missing],
      group: (arguments[Self.group]).map { .name($0.value.word) }, ignored: ignored.map { .name($0.word) },
      categories: categories.map { .name($0.word) }, separator: arguments[Self.separator],
      hasHeader: arguments[Self.header])
  }

  /// The argument whose fault it is that a table cannot be read; nil where it is the file's.
  func blame(_ fault: TabularDataError) -> Span? {
    switch fault {
    case .noSuchColumn(_, let wanted, _), .noSuchPart(_, _, let wanted?, _):
      return (targets + [samples, table, group?.value].compactMap(\.self) + ignored + categories)
        .first { $0.word == wanted }?.span
    case .columnTwice(_, let column), .onlyTarget(_, let column):
      return (ignored + [group?.value].compactMap(\.self) + targets.reversed()).first { $0.word == column }?.span
    case .classesOrNumbers, .severalClasses: return targets.first?.span
    default: return nil
    }
  }
}
