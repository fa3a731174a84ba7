/// What was found out about a table while it was read.
public struct TableReport: Sendable, Equatable {
  /// How its text is written; nil for a table that is none.
  public var format: TextFormat?
  /// What the columns are called that hold what is predicted.
  public var targets: [String]
  /// What the column is called that tells which samples belong together; nil where none does.
  public var group: String?
  /// By what the samples stand in an order, a column by its name; nil where they stand in none.
  public var order: TableRequest.Order?
  /// How many samples were left out for missing values.
  public var dropped: Int
  /// The columns of whole numbers that grow from row to row, as numbers of rows do; and those that are left out.
  public var rowNumbers: [String] = [], ignored: [String] = []
  /// What holds the samples, where there was a choice: an array or a table of a database.
  public var part: String?

  /// Puts it together.
  public init(format: TextFormat? = nil, targets: [String], dropped: Int = 0, part: String? = nil) {
    (self.format, self.targets, self.dropped, self.part) = (format, targets, dropped, part)
  }

  /// The columns' names in a row, for people.
  public var target: String { targets.joined(separator: ", ") }
}

/// A table, and what was found out about it.
public struct ReadTable: Sendable, Equatable {
  /// The samples.
  public var data: TabularData
  /// What was found out.
  public let report: TableReport
  /// For each sample the number by which they stand in an order, of dates one that grows with them; nil where none does.
  public let order: [Double]?

  /// Puts it together.
  public init(data: TabularData, report: TableReport, order: [Double]? = nil) {
    (self.data, self.report, self.order) = (data, report, order)
  }

  /// That number for so many samples, of a column those read; nil where no order is asked for.
  static func order(_ request: TableRequest, _ count: Int, _ column: [Double] = []) -> [Double]? {
    switch request.order {
    case nil: nil
    case .rows?: (0..<count).map(Double.init)
    case .column?: column
    }
  }

  /// Its columns and target, for a table of the same kind.
  public var schema: TableSchema {
    TableSchema(targets: report.targets, isRegression: data.truths.numbers != nil, columns: data.columns)
  }
}
