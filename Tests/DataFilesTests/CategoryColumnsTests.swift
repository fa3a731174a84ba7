import Testing

@testable import DataFiles

/// The columns of texts of a table, and too many of them.
struct CategoryColumnsTests {
  private func columns(_ names: [String], _ request: TableRequest = TableRequest()) throws -> CategoryColumns {
    let rows = [names + ["class"], names.map { _ in "a" } + ["b"], names.map { _ in "b" } + ["c"]]
    let sniffed = ColumnSniffer(rows, header: true, hasDecimalComma: false)
    return CategoryColumns(try TablePlan(sniffed, request: request, path: "t.csv"), request: request, path: "t.csv")
  }

  private func take(_ text: String, _ slot: Int, in count: Int, _ columns: inout CategoryColumns) -> Double {
    var text = text
    return text.withUTF8 { columns.number(of: $0, slot, in: count) }
  }

  @Test func `texts have numbers as they come`() throws {
    var columns = try columns(["colour"])
    #expect(["red", "blue", "red"].map { take($0, 0, in: 0, &columns) } == [0, 1, 0])
    #expect(columns.texts(0) == ["red", "blue"])
    try columns.check()
  }

  @Test func `other columns with too many are waited for, but not for ever`() throws {
    var columns = try columns(["name", "colour", "ticket"], TableRequest(ignored: [.name("colour")]))
    for row in 0...100 { _ = take("n\(row)", 0, in: row, &columns) }
    try columns.check(after: 101)
    for row in 0...100 { _ = take("t\(row)", 1, in: 101 + row, &columns) }
    let error = TabularDataError.tooManyTexts(
      path: "t.csv", columns: ["name", "ticket"], ignored: ["colour"], limit: 100)
    #expect(throws: error) { try columns.check() }
    try columns.check(after: 100_100)
    #expect(throws: error) { try columns.check(after: 100_101) }
  }
}
