/// What a table with columns is read from.
enum TableKind: String {
  /// Text.
  case csv
  /// NumPy's arrays.
  case npz
  /// A database.
  case sqlite
}
