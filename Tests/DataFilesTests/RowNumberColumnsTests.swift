import Testing

@testable import DataFiles

/// Columns that number the rows.
struct RowNumberColumnsTests {
  private func isFound(rows: Int = 12, _ number: (Int) -> Double) -> Bool {
    var search = RowNumberColumns(among: [TableColumn(name: "kind", kind: .categories([])), TableColumn(name: "id")])
    for row in 0..<rows { search.follow([Double(row), number(row)]) }
    return search.found(of: rows) == [1]
  }

  @Test func `whole numbers that grow from row to row are those of rows, also with some left out`() {
    #expect(isFound { Double($0 + 1) })
    #expect(isFound { Double($0 * 3 + 2000) })
  }

  @Test func `numbers with gaps, parts, falls or missing ones are not, nor those of few rows`() {
    #expect(!isFound { Double($0 * 5) })
    #expect(!isFound { Double($0) + 0.5 })
    #expect(!isFound { $0 == 11 ? 3 : Double($0) })
    #expect(!isFound { Double($0 / 2) })
    #expect(!isFound { $0 == 5 ? .nan : Double($0) })
    #expect(!isFound(rows: 9) { Double($0) })
  }
}
