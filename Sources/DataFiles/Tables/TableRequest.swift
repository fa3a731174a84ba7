import Foundation

/// How a table is to be read.
public struct TableRequest: Sendable, Equatable {
  /// A column somebody names.
  public enum Column: Sendable, Equatable {
    /// By its name.
    case name(String)
    /// By its place, from 1.
    case place(Int)
  }

  /// By what the samples stand in an order.
  public enum Order: Sendable, Equatable {
    /// By the numbers or dates of a column.
    case column(Column)
    /// As they stand in the table.
    case rows
  }

  /// What is to be predicted.
  public enum Task: String, Sendable, CaseIterable {
    /// One of several classes.
    case classification
    /// A number.
    case regression
  }

  /// What becomes of samples with missing values.
  public enum MissingValues: String, Sendable, CaseIterable {
    /// The table is refused.
    case refuse
    /// The mean of the training samples' values takes their place.
    case mean
    /// The median of the training samples' values takes their place.
    case median
    /// The samples are left out.
    case drop
  }

  /// The columns with what is to be predicted, several of them numbers; empty for the one found by its name or place.
  public var targets: [Column]
  /// What is to be predicted; nil to be told by the target's values.
  public var task: Task?
  /// What becomes of samples with missing values.
  public var missing: MissingValues
  /// The column that tells which samples belong together.
  public var group: Column?
  /// By what the samples stand in an order; nil for none.
  public var order: Order?
  /// Columns that are left out.
  public var ignored: [Column]
  /// Columns whose values are texts, even where they look like numbers or are many.
  public var categories: [Column]
  /// What stands between fields; nil to be found out.
  public var separator: UInt8?
  /// Whether the first line holds the columns' names; nil to be found out.
  public var hasHeader: Bool?
  /// The table whose columns this one has: one to test on has those of the one to learn from.
  public var schema: TableSchema?
  /// How much memory the numbers may take; those of a larger table are put into a file.
  public var room: TableRoom

  /// Everything is found out, unless it is said.
  public init(
    targets: [Column] = [], task: Task? = nil, missing: MissingValues = .refuse, group: Column? = nil,
    order: Order? = nil, ignored: [Column] = [],
    categories: [Column] = [], separator: UInt8? = nil, hasHeader: Bool? = nil, schema: TableSchema? = nil,
    room: TableRoom = .unlimited
  ) {
    (self.targets, self.task, self.missing, self.group) = (targets, task, missing, group)
    self.order = order
    (self.ignored, self.categories, self.separator, self.hasHeader) = (ignored, categories, separator, hasHeader)
    (self.schema, self.room) = (schema, room)
  }

  /// Whether a table's first line holds names: as somebody said, or because a name somebody gave stands there; nil to be
  /// found out.
  func hasHeader(in first: [String]) -> Bool? {
    var ordering: Column?
    if case .column(let column)? = order { ordering = column }
    let named = (targets + [group, ordering].compactMap(\.self) + ignored + categories).contains { column in
      guard case .name(let name) = column, Int(name) == nil else { return false }
      return first.contains { $0.caseInsensitiveCompare(name) == .orderedSame }
    }
    return hasHeader ?? (named ? true : nil)
  }
}
