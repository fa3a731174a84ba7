import CommandLanguage
import DataFiles
import Language

/// What a `dataset` line says of a table's columns.
struct TableColumnArguments {
  static let target = KeyedArgument(
    "target", .list(.text),
    "Columns to predict, by name or number from 1, or the array. By default the one named target, label, class or y, else "
      + "the first, or the last if only it holds texts; none with dates.")
  static let task = KeyedArgument<TableRequest.Task?>(
    "task", .choice, "Whether a numeric target is a class or a number to predict.")
  static let missing = KeyedArgument<TableRequest.MissingValues>(
    "missing", .choice,
    "Missing values: refuse the table, fill in the training samples' mean or median, or drop such samples.",
    default: .refuse)
  static let group = KeyedArgument(
    "group", .placed(.text),
    "Samples that stay on one side of a split: a table's column, or a regular expression for photos' names.")
  static let order = KeyedArgument(
    "orderBy", .placed(.text),
    "Column of numbers or dates: its smallest values are for training, its largest for testing; rows for the table's order.",
    offers: [OfferedValue("rows", "as they stand in the table")])
  static let ignore = KeyedArgument("ignore", .list(.text), "Columns to leave out.")
  static let categories = KeyedArgument(
    "categories", .list(.text),
    "Columns to read as texts, even if they look like numbers or hold more than 100 different texts.")
  static let separator = KeyedArgument(
    "separator", .choice([("comma", UInt8(44)), ("semicolon", 59), ("tab", 9), ("bar", 124), ("space", 32)]),
    "With csv=: separator of the values; by default detected.")
  static let header = KeyedArgument<Bool?>(
    "header", .bool, "With csv=: whether the first line holds column names; by default detected.")
  static let samples = KeyedArgument("samples", .text, "With npz=: the array with the samples.")
  static let table = KeyedArgument("table", .text, "With sqlite=: the table or view.")

  private let targets: [CheckedValue]
  private let ignored: [CheckedValue]
  private let categories: [CheckedValue]
  private let group: GivenValue<CheckedValue>?
  private let order: GivenValue<CheckedValue>?
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
    order = arguments[Self.order]
    samples = arguments[Self.samples]
    table = arguments[Self.table]
    request = TableRequest(
      targets: targets.map { .name($0.word) }, task: arguments[Self.task], missing: arguments[Self.missing],
      group: group.map { .name($0.value.word) },
      order: order.map { $0.value.word == "rows" ? .rows : .column(.name($0.value.word)) },
      ignored: ignored.map { .name($0.word) },
      categories: categories.map { .name($0.word) }, separator: arguments[Self.separator],
      hasHeader: arguments[Self.header])
  }

  /// The argument whose fault it is that a table cannot be read; nil where it is the file's.
  func blame(_ fault: TabularDataError) -> Span? {
    switch fault {
    case .noSuchColumn(_, let wanted, _), .noSuchPart(_, _, let wanted?, _):
      return (targets + [samples, table, group?.value, order?.value].compactMap(\.self) + ignored + categories)
        .first { $0.word == wanted }?.span
    case .columnTwice(_, let column), .onlyTarget(_, let column):
      return (ignored + [group?.value, order?.value].compactMap(\.self) + targets.reversed()).first {
        $0.word == column
      }?.span
    case .noOrder: return order?.span
    case .classesOrNumbers, .severalClasses: return targets.first?.span
    default: return nil
    }
  }
}
