/// The columns of a table and what is predicted from them, which another table of the same kind is read by.
public struct TableSchema: Sendable, Equatable {
  /// The columns with what is predicted.
  public let targets: [String]
  /// Whether these are numbers.
  public let isRegression: Bool
  /// The columns of the samples, in order.
  public let columns: [TableColumn]

  /// Puts it together.
  public init(targets: [String], isRegression: Bool, columns: [TableColumn]) {
    (self.targets, self.isRegression, self.columns) = (targets, isRegression, columns)
  }
}
