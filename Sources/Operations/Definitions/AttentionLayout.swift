/// Where an attention finds queries [.., L, E], keys [.., S, E] and values [.., S, V] in the tensors that it reads, and where it puts its
/// result, [.., L, V].
public struct AttentionLayout: Sendable, Equatable, Codable {
  /// What is read. The numbers of a row of values lie side by side, those of keys in a row or in a column.
  public var queries: MatrixPlaces, keys: MatrixPlaces, values: MatrixPlaces
  /// What is made: the numbers of a row lie side by side.
  public var result: MatrixPlaces
  /// What the queries are multiplied by before all else. If that is not 1 the numbers of a row of them lie side by side.
  public var queryFactor: Float = 1

  /// Describes where all lie.
  public init(queries: MatrixPlaces, keys: MatrixPlaces, values: MatrixPlaces, result: MatrixPlaces) {
    (self.queries, self.keys, self.values, self.result) = (queries, keys, values, result)
  }

  /// Tensors that hold nothing but the matrices, row-major.
  public init(queries: [Int], keys: [Int], values: [Int], result: [Int]) {
    self.init(
      queries: MatrixPlaces(queries), keys: MatrixPlaces(keys), values: MatrixPlaces(values),
      result: MatrixPlaces(result))
  }
}
