import CommandLanguage
import Experiments
import Language

/// Where a dataset's data come from.
enum DatasetPlace {
  /// The arguments that say it.
  enum Keys {
    static let path = KeyedArgument("path", .path, "Folder of photos.")
    static let sample = KeyedArgument<GivenValue<SampleArguments.Sample>?>(
      "sample", .placed(.choice), "Generated samples, which need no files.")
    static let idx = KeyedArgument("idx", .path, "Folder of IDX files.")
    static let csv = KeyedArgument("csv", .path, "Text table with one sample per line.")
    static let npz = KeyedArgument("npz", .path, "Arrays of NumPy: an archive (.npz) or a single array (.npy).")
    static let sqlite = KeyedArgument("sqlite", .path, "Database with a table.")
  }

  case path(CheckedValue), idx(CheckedValue), table(TableKind, CheckedValue)
  case sample(GivenValue<SampleArguments.Sample>)

  /// The key that names it.
  var key: String {
    switch self {
    case .path: "path"
    case .idx: "idx"
    case .table(let kind, _): kind.rawValue
    case .sample: "sample"
    }
  }

  /// The file or folder; nil for data that are drawn without one.
  var file: CheckedValue? {
    switch self {
    case .path(let value), .idx(let value), .table(_, let value): value
    case .sample: nil
    }
  }

  /// Where it stands.
  var span: Span {
    switch self {
    case .path(let value), .idx(let value), .table(_, let value): value.span
    case .sample(let value): value.span
    }
  }

  /// Whether such a sample may stand beside it, in case it is missing.
  func mayBeDrawn(_ sample: SampleArguments.Sample) -> Bool {
    if case .table = self { return sample.subject != nil }
    return sample == substitute
  }

  /// What is drawn where its file is missing; nil where nothing can be.
  var substitute: SampleArguments.Sample? {
    switch self {
    case .path: .hands
    case .idx: .digits
    case .table: nil
    case .sample(let value): value.value
    }
  }

  /// The one place of the data; drawn data may stand beside a file or folder of their kind, in case it is missing.
  init(_ arguments: Arguments) throws {
    let places = [
      arguments[Keys.path].map(Self.path), arguments[Keys.idx].map(Self.idx),
      arguments[Keys.csv].map { Self.table(.csv, $0) }, arguments[Keys.npz].map { Self.table(.npz, $0) },
      arguments[Keys.sqlite].map { Self.table(.sqlite, $0) },
    ].compactMap(\.self)
    let drawn = arguments[Keys.sample]
    guard let place = places.first ?? drawn.map(Self.sample), places.count <= 1 else {
      throw Diagnostic(.onePlaceOnly(places.map(\.key)), at: places.dropFirst().first?.span ?? arguments.commandSpan)
    }
    if let drawn, !place.mayBeDrawn(drawn.value) {
      throw Diagnostic(.onePlaceOnly([place.key, "sample"]), at: drawn.span)
    }
    self = place
  }

  /// Refuses what is said of columns where there are none, and of one kind of table where there is another.
  func refuseColumns(of arguments: Arguments, _ remedy: String) throws {
    typealias Columns = TableColumnArguments
    if key != "csv" {
      try arguments.refuse(Columns.separator, Columns.header, belongingTo: "csv=", remedy)
    }
    if key != "npz" { try arguments.refuse(Columns.samples, belongingTo: "npz=", remedy) }
    if key != "sqlite" { try arguments.refuse(Columns.table, belongingTo: "sqlite=", remedy) }
    if case .table = self { return }
    try arguments.refuse(TableArguments.test, belongingTo: "csv=, npz= and sqlite=", remedy)
    try arguments.refuse(
      Columns.target, Columns.task, Columns.missing, Columns.order, Columns.ignore, Columns.categories,
      belongingTo: "csv=, npz= and sqlite=", remedy)
    if case .path = self { return }
    try arguments.refuse(Columns.group, belongingTo: "path=, csv=, npz= and sqlite=", remedy)
  }
}
