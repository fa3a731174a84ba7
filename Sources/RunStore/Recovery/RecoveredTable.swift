internal import Databases

/// A table whose rows can be told from those of all others by their values alone.
struct RecoveredTable {
  /// What a column holds.
  enum Column: Equatable {
    /// The row's own number, which is not among its values.
    case number
    case integer, text, optionalInteger, optionalText

    func holds(_ value: StoredRow.Value) -> Bool {
      switch (self, value) {
      case (.number, .null), (.optionalInteger, .null), (.optionalText, .null): true
      case (.integer, .integer), (.optionalInteger, .integer): true
      // A zero byte is what damage leaves; nothing that is stored has one.
      case (.text, .text(let text)), (.optionalText, .text(let text)): !text.utf8.contains(0)
      default: false
      }
    }
  }

  /// Its name, and the columns of the schema's table in their order.
  let name: String, columns: [(name: String, holds: Column)]
  /// How many of the last columns a later version has added: older rows end before them.
  var added = 0

  /// Whether its rows have numbers of their own.
  var isNumbered: Bool { columns[0].holds == .number }

  /// All tables of `Schema.current`.
  static let all = [
    RecoveredTable(name: "sessions", columns: [("id", .number), ("started", .integer)]),
    RecoveredTable(
      name: "commands",
      columns: [("session", .integer), ("line", .integer), ("source", .text), ("output", .optionalText)]),
    RecoveredTable(
      name: "runs",
      columns: [
        ("id", .number), ("session", .optionalInteger), ("model", .text), ("command", .text), ("settings", .text),
        ("seed", .integer), ("fingerprint", .text), ("engine", .text), ("state", .text), ("started", .integer),
        ("ended", .optionalInteger), ("place", .text), ("details", .text),
      ], added: 2),
    RecoveredTable(name: "epochs", columns: [("run", .integer), ("epoch", .integer), ("record", .text)]),
    RecoveredTable(name: "remembered", columns: [("scope", .text), ("name", .text), ("value", .text)]),
    RecoveredTable(
      name: "changes",
      columns: [
        ("id", .number), ("session", .text), ("place", .text), ("statement", .text), ("told", .text), ("state", .text),
        ("started", .integer), ("files", .text),
      ]),
    RecoveredTable(name: "holdings", columns: [("holder", .text), ("hash", .text)]),
    RecoveredTable(
      name: "costs",
      columns: [
        ("id", .number), ("session", .text), ("place", .text), ("statement", .text), ("started", .integer),
        ("record", .text),
      ]),
  ]

  /// The values to insert of a row; nil where it is not one of this table's.
  func values(of row: StoredRow, isNumbered: Bool) -> [Connection.Value]? {
    guard isNumbered == self.isNumbered, row.values.count <= columns.count,
      row.values.count >= columns.count - added,
      zip(columns, row.values).allSatisfy({ $0.holds.holds($1) })
    else { return nil }
    let values: [Connection.Value] = row.values.map { value in
      switch value {
      case .null, .other: .null
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      }
    }
    return row.id.map { [.integer($0)] + values.dropFirst() } ?? values
  }
}
