extension TabularData {
  /// Puts numbers in the place of missing ones, the same for every sample: the mean or the median of some samples' values,
  /// such as those that are learnt from. Means are of double precision, added in the samples' order; the median of an even
  /// number of values is the mean of the middle two.
  ///
  /// - Parameters:
  ///   - way: Which number it is.
  ///   - places: The samples whose values count.
  ///   - path: Where the table is, for errors.
  /// - Returns: The numbers by column, for `fills`; empty where nothing is missing.
  /// - Throws: `TabularDataError.noValues` for a column that has none among these samples, `rowsLost`.
  func fillings(_ way: TableRequest.Missing, by places: [Int], path: String) throws(TabularDataError) -> [Float] {
    let incomplete = columns.indices.filter { columns[$0].kind == .number && columns[$0].missing > 0 }
    guard !incomplete.isEmpty else { return [] }
    var fills = [Float](repeating: 0, count: columns.count)
    var (sums, counts) = ([Double](repeating: 0, count: columns.count), [Int](repeating: 0, count: columns.count))
    var found = [[Float]](repeating: [], count: columns.count)
    let portion = max(1, (1 << 20) / columns.count)
    for start in stride(from: 0, to: places.count, by: portion) {
      var kept: [Float] = []
      try appendKept(places[start..<min(start + portion, places.count)], scale: 1, to: &kept)
      for row in stride(from: 0, to: kept.count, by: columns.count) {
        for column in incomplete where !kept[row + column].isNaN {
          counts[column] += 1
          if way == .median {
            found[column].append(kept[row + column])
          } else {
            sums[column] += Double(kept[row + column])
          }
        }
      }
    }
    for column in incomplete {
      guard counts[column] > 0 else { throw .noValues(path: path, column: columns[column].name) }
      if way == .median {
        let sorted = found[column].sorted()
        fills[column] = Float((Double(sorted[(sorted.count - 1) / 2]) + Double(sorted[sorted.count / 2])) / 2)
      } else {
        fills[column] = Float(sums[column] / Double(counts[column]))
      }
    }
    return fills
  }

  /// Fills missing numbers by those of some samples.
  ///
  /// - Throws: as `fillings`.
  public func filled(
    _ way: TableRequest.Missing, by places: [Int], path: String
  ) throws(TabularDataError) -> TabularData {
    guard way == .mean || way == .median else { return self }
    var data = self
    data.fills = try fillings(way, by: places, path: path)
    return data
  }

  /// Fills missing numbers as another table does, which has the same columns: samples to test on as those learnt from. What
  /// is missing here alone is filled by that table's own mean or median.
  ///
  /// - Throws: as `fillings`.
  public func filled(
    _ way: TableRequest.Missing, as other: TabularData, by places: [Int], path: String
  ) throws(TabularDataError) -> TabularData {
    guard way == .mean || way == .median else { return self }
    var source = other
    for column in columns.indices where columns[column].missing > 0 {
      source = source.counting(1, missingIn: column)
    }
    var data = self
    data.fills = try source.fillings(way, by: places, path: path)
    return data
  }

  /// The same with so many more values missing in a column.
  private func counting(_ count: Int, missingIn place: Int) -> TabularData {
    var changed = columns
    changed[place].missing += count
    return TabularData(sampleShape: sampleShape, truths: truths, columns: changed, groups: groups, values: values)
  }
}
