/// The columns of a table and what is predicted from them, which another table of the same kind is read by.
public struct TableSchema: Sendable, Equatable {
  /// The column with what is predicted.
  public let target: String
  /// Whether that is a number.
  public let isRegression: Bool
  /// The columns of the samples, in order.
  public let columns: [TableColumn]

  /// Puts it together.
  public init(target: String, isRegression: Bool, columns: [TableColumn]) {
    (self.target, self.isRegression, self.columns) = (target, isRegression, columns)
  }
}
