import Testing

@testable import Samples

/// Tables that are drawn.
@Suite struct DrawnTableTests {
  @Test(arguments: [DrawnTable.Theme.flowers, .houses])
  func `a row has a value for each column, and follows from the seed`(
    subject: DrawnTable.Theme
  ) {
    let table = DrawnTable(subject, seed: 1)
    for number in 0..<200 {
      let row = table.row(number)
      #expect(row.values.count == table.columns.count)
      #expect(DrawnTable(subject, seed: 1).row(number) == row)
      for (column, value) in zip(table.columns, row.values) where !column.texts.isEmpty {
        #expect(column.texts.indices.contains(Int(value)))
      }
      if !table.classes.isEmpty { #expect(Int(row.truth) == number % table.classes.count) }
    }
    #expect((0..<20).contains { DrawnTable(subject, seed: 2).row($0).values != table.row($0).values })
  }

  @Test func `prices are positive, and rise with the area`() {
    let rows = (0..<400).map(DrawnTable(.houses, seed: 1).row)
    #expect(rows.allSatisfy { $0.truth > 0 })
    func mean(_ prices: [Float]) -> Float { prices.reduce(0, +) / Float(prices.count) }
    let small = rows.filter { $0.values[0] < 80 }.map(\.truth)
    let large = rows.filter { $0.values[0] > 160 }.map(\.truth)
    #expect(mean(small) < mean(large))
  }
}
