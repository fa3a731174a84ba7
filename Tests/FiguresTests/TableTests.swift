import Figures
import Foundation
import Testing

@Suite struct TableTests {
  @Test func `text stands in columns, numbers to the right`() {
    let table = Table(
      caption: "Result", columns: [Table.Column("label"), .number("count"), Table.Column("", .center)],
      rows: [
        [.text("✌️"), .integer(5), .badge(.good)], [.text("scissors"), .integer(1200), .badge(.bad)],
        [.text("short row")],
      ], note: "That was all.")
    #expect(
      table.plainText == """
        Result
        label      count
        ---------  -----  --
        ✌️             5  ✅
        scissors   1,200  ❌
        short row
        That was all.
        """)
  }

  @Test func `a shape is not broken inside its brackets`() {
    let table = Table(columns: [Table.Column("reads")], rows: [[.text("[3, 96, 96]")], [.text("a word [3, 96]")]])
    let cells = table.html.split(separator: "<td").dropFirst()
    #expect(cells.map { $0.contains("white-space:nowrap") } == [true, false])
  }

  @Test func `the page has the same content as the text`() throws {
    for table in [Gallery.epochs, Gallery.evaluation, Gallery.sweep] {
      for cell in table.rows.prefix(3).flatMap(\.self) {
        let text = Table(columns: [Table.Column("")], rows: [[cell]]).plainText
        guard !text.isEmpty else { continue }
        #expect(table.plainText.contains(text))
        #expect(table.html.contains(MarkupEscape.attribute(text)), "\(text)")
      }
    }
  }

  @Test(
    arguments: [
      (10, nil, 10, nil), (10, 10, 10, nil), (10, 9, 9, "⋯ 1 more row"), (50, 12, 12, "⋯ 38 more rows"),
      (5, 0, 2, "⋯ 3 more rows"),
      (2, 1, 2, nil), (0, 5, 0, nil),
    ] as [(Int, Int?, Int, String?)])
  func `of long tables the first and the last rows are shown`(count: Int, limit: Int?, shown: Int, gap: String?) {
    let table = Table(columns: [Table.Column("n")], rows: (0..<count).map { [.text("row \($0)")] }, rowLimit: limit)
    let lines = table.plainText.split(separator: "\n").dropFirst(2)
    #expect(lines.count { $0.hasPrefix("row") } == shown)
    #expect(lines.first { $0.hasPrefix("⋯") }.map(String.init) == gap)
    let rows = table.html.split(separator: "\n").filter { $0.hasPrefix("<tr") }
    #expect(rows.count { !$0.contains("hidden") } == shown + (gap == nil ? 0 : 1))
    #expect(rows.count { $0.hasPrefix("<tr hidden style=\"display:none\">") } == count - shown, "pages can open them")
    var light = table
    light.carriesRest = false
    #expect(!light.html.contains("hidden"))
    if count > 2 { #expect(lines.last == "row \(count - 1)") }
  }

  @Test func `where nothing is said five hundred rows are shown, and how to see the others`() {
    let rows = (0..<100_000).map { [Table.Cell.text("row \($0)")] }
    let table = Table(columns: [Table.Column("n")], rows: rows, remedy: "To see more: show")
    let lines = table.plainText.split(separator: "\n")
    #expect(lines.count == 2 + 501)
    #expect(lines[252] == "⋯ 99,500 more rows. To see more: show")
    #expect(table.html.contains("⋯ 99,500 more rows. To see more: show</td>"))
    #expect(table.html.components(separatedBy: "<tr hidden").count - 1 == 200)
  }

  @Test func `a book in a field is cut, and makes the other rows no wider than a console`() {
    let table = Table(
      columns: [Table.Column("a"), Table.Column("b")],
      rows: [["x", "y"], [.text(String(repeating: "é", count: 30_000)), "z"]])
    let lines = table.plainText.split(separator: "\n")
    #expect(lines[2] == "x" + String(repeating: " ", count: 201) + "y")
    #expect(lines[3] == String(repeating: "é", count: 19_999) + "…  z")
    #expect(table.html.contains("é…</td>"))
  }

  @Test func `a wide table scrolls by itself`() {
    #expect(Gallery.epochs.html.contains("<div class=\"whet-scroll\" style=\"overflow-x:auto;max-width:100%\">"))
  }

  @Test func `line ends in a cell stay within it`() {
    let table = Table(columns: [Table.Column("a\nb")], rows: [["c\nd"]])
    #expect(table.plainText == "a b\n---\nc d")
    #expect(table.html.contains("c<br>d"))
  }

  @Test func `a picture is only shown from its own data`() {
    let cell = { (source: String) in
      Table(columns: [Table.Column("")], rows: [[.picture(Thumbnail(source: source, description: "me"))]]).html
    }
    #expect(cell("data:image/png;base64,AA").contains("<img src=\"data:image/png;base64,AA\" alt=\"me\""))
    for foreign in ["https://example.org/x.png", "javascript:alert(1)", "data:text/html,x", ""] {
      #expect(!cell(foreign).contains("<img"))
      #expect(cell(foreign).contains(">me</td>"))
    }
  }

  @Test(arguments: [(0.5, "width:30px"), (-1, "width:0px"), (7, "width:60px"), (.nan, "")])
  func `a share is a bar of that length`(share: Double, style: String) {
    let html = Table(columns: [Table.Column("")], rows: [[Table.Cell(.share(share, decimals: 0))]]).html
    #expect(style.isEmpty ? !html.contains("inline-block") : html.contains(style + ";height"))
  }

  @Test func `a missing number is an empty cell`() {
    #expect(Table.Cell.number(nil, .fixed(2)) == Table.Cell(.empty))
  }
}
