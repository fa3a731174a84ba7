import DataFiles
import Testing
import Training

@testable import Experiments

/// Columns that outweigh all others by their unit.
struct OutweighingColumnsTests {
  /// A table of so many rows.
  private func table(
    _ columns: [TableColumn], rows: Int = 8, _ row: (Int) -> [Float]
  ) -> TableSelection {
    let rows = (0..<rows).map(row)
    let data = TabularData(
      columns: columns, truths: .numbers(rows.map { $0[0] }), floats: rows.flatMap { $0 })
    let split = TableSplit(name: "train", data: data, places: Array(rows.indices))
    let dataset = TableDataset(name: "t", source: "t.csv", labels: [], scale: 1, splits: [split])
    return TableSelection(text: "t.train", dataset: dataset, splits: [split])
  }

  private func bit(_ bit: Int, of row: Int) -> Float { Float(row >> bit & 1) }

  private func numbers(_ names: String...) -> [TableColumn] { names.map { TableColumn(name: $0) } }

  @Test func `a column in a small unit is named with its share`() throws {
    // Variances of 0.25, 250,000 and 1.
    let table = table(numbers("age", "income", "rooms")) {
      [bit(0, of: $0), bit(1, of: $0) * 1000, bit(2, of: $0) * 2]
    }
    let found = try #require(try OutweighingColumns(of: table))
    #expect(found.names == ["income"] && found.columns == 3)
    #expect(abs(found.share - 250_000 / 250_001.25) < 1e-12)
  }

  @Test func `columns of like size, constant ones and a single one are no matter`() throws {
    #expect(try OutweighingColumns(of: table(numbers("a", "b")) { [bit(0, of: $0), bit(1, of: $0) * 2] }) == nil)
    #expect(try OutweighingColumns(of: table(numbers("a", "b")) { _ in [5, 5] }) == nil)
    #expect(try OutweighingColumns(of: table(numbers("a")) { [bit(0, of: $0) * 1000] }) == nil)
  }

  @Test func `of many columns a third may outweigh the others, the heaviest first`() throws {
    let names = (0..<9).map { TableColumn(name: "c\($0)") }
    func found(heavy: Int) throws -> OutweighingColumns? {
      try OutweighingColumns(
        of: table(names, rows: 64) { row in
          (0..<9).map { column in bit(column % 6, of: row) * (column < heavy ? Float(100 + column) : 1) }
        })
    }
    #expect(try found(heavy: 3)?.names == ["c2", "c1", "c0"])
    #expect(try found(heavy: 4) == nil)
  }

  @Test func `the numbers of a column of texts count together`() throws {
    let columns = [TableColumn(name: "colour", kind: .categories(["red", "blue"])), TableColumn(name: "price")]
    func found(price: Float) throws -> OutweighingColumns? {
      try OutweighingColumns(of: table(columns) { [bit(0, of: $0), bit(1, of: $0) * price] })
    }
    #expect(try found(price: 300)?.names == ["price"])
    #expect(try found(price: 1) == nil)
  }

  /// The year hardly changes and yet decides the angle.
  @Test func `angles are made of the numbers themselves`() throws {
    let table = table(numbers("year", "rooms")) { [2000 + bit(0, of: $0), bit(1, of: $0) * 3] }
    #expect(try OutweighingColumns(of: table, by: .cosine)?.names == ["year"])
    #expect(try OutweighingColumns(of: table) == nil)
  }
}
