extension TabularData {
  /// Puts numbers in the place of missing ones, the same for every sample: the mean or the median of some samples' values,
  /// such as those that are learnt from.
  ///
  /// - Parameters:
  ///   - way: Which number it is.
  ///   - places: The samples whose values count.
  ///   - path: Where the table is, for errors.
  /// - Returns: The table with the numbers in it.
  /// - Throws: `TabularDataError.noValues` for a column that has none among these samples, `rowsLost`.
  public func filled(
    _ way: TableRequest.MissingValues, by places: [Int], path: String
  ) throws(TabularDataError) -> TabularData {
    guard way == .mean || way == .median else { return self }
    var data = self
    data.fills = try fills(ColumnImputation(columns, takesMedian: way == .median), by: places, path: path)
    return data
  }

  /// Fills missing numbers as another table does, which has the same columns: samples to test on as those learnt from. What
  /// is missing here alone is filled by that table's own mean or median.
  ///
  /// - Throws: as the other.
  public func filled(
    _ way: TableRequest.MissingValues, as other: TabularData, by places: [Int], path: String
  ) throws(TabularDataError) -> TabularData {
    guard way == .mean || way == .median else { return self }
    var incomplete = other.columns
    for column in columns.indices where columns[column].missing > 0 { incomplete[column].missing += 1 }
    var data = self
    data.fills = try other.fills(
      ColumnImputation(incomplete, takesMedian: way == .median), by: places, path: path)
    return data
  }

  /// The numbers for `fills`, by some samples; empty where nothing is missing.
  private func fills(
    _ filling: ColumnImputation, by places: [Int], path: String
  ) throws(TabularDataError) -> [Float] {
    guard !filling.isNeedless else { return [] }
    var filling = filling
    let chunkSize = max(1, (1 << 20) / columns.count)
    for start in stride(from: 0, to: places.count, by: chunkSize) {
      var kept: [Float] = []
      try values.append(
        places[start..<min(start + chunkSize, places.count)], length: keptLength, scale: 1, to: &kept)
      filling.add(kept)
    }
    return try filling.fills(path: path)
  }
}
