/// Finds what stands for the missing numbers of each column: the mean or the median of some samples' values. Means are of double
/// precision, added in the samples' order; the median of an even number of values is the mean of the middle two.
struct ColumnImputation {
  private let columns: [TableColumn]
  private let takesMedian: Bool
  private let incomplete: [Int]
  private var sums: [Double], counts: [Int]
  private var found: [[Float]]

  init(_ columns: [TableColumn], takesMedian: Bool) {
    self.columns = columns
    self.takesMedian = takesMedian
    incomplete = columns.indices.filter { columns[$0].missing > 0 && !columns[$0].isOfTexts }
    sums = [Double](repeating: 0, count: columns.count)
    counts = [Int](repeating: 0, count: columns.count)
    found = [[Float]](repeating: [], count: columns.count)
  }

  /// Whether no column lacks a number.
  var isNeedless: Bool { incomplete.isEmpty }

  /// Takes samples' numbers as they are kept.
  mutating func add(_ kept: [Float]) {
    for row in stride(from: 0, to: kept.count, by: columns.count) {
      for column in incomplete where !kept[row + column].isNaN {
        counts[column] += 1
        if takesMedian {
          found[column].append(kept[row + column])
        } else {
          sums[column] += Double(kept[row + column])
        }
      }
    }
  }

  /// The numbers by column.
  ///
  /// - Throws: `TabularDataError.noValues` for a column that had none.
  func fills(path: String) throws(TabularDataError) -> [Float] {
    var fills = [Float](repeating: 0, count: columns.count)
    for column in incomplete {
      guard counts[column] > 0 else { throw .noValues(path: path, column: columns[column].name) }
      if takesMedian {
        let sorted = found[column].sorted()
        fills[column] = Float((Double(sorted[(sorted.count - 1) / 2]) + Double(sorted[sorted.count / 2])) / 2)
      } else {
        fills[column] = Float(sums[column] / Double(counts[column]))
      }
    }
    return fills
  }
}
