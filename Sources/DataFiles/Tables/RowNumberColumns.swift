/// Looks for columns that number the rows: whole numbers that grow from row to row, few of them left out.
struct RowNumberColumns {
  /// Those that have grown so far, with the first and the last number.
  private var growing: [(slot: Int, first: Double, last: Double)]

  /// Of how many rows on they are told: the numbers of fewer may grow by chance.
  private static let fewestRows = 10

  /// Begins before the first row.
  init(among columns: [TableColumn]) {
    growing = columns.indices.filter { columns[$0].kind == .number }.map { ($0, .nan, .nan) }
  }

  /// Takes the numbers of the next row; one that is missing does not grow.
  mutating func follow(_ row: [Double]) {
    guard !growing.isEmpty else { return }
    growing = growing.compactMap { slot, first, last in
      let number = row[slot]
      guard number == number.rounded(), last.isNaN || number > last else { return nil }
      return (slot, first.isNaN ? number : first, number)
    }
  }

  /// The places of those found in so many rows.
  func found(of rows: Int) -> [Int] {
    guard rows >= Self.fewestRows else { return [] }
    return growing.filter { $0.last - $0.first < Double(rows * 4) }.map(\.slot)
  }
}
