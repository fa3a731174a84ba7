import Foundation
import Testing

@testable import Commands

/// What is said of the columns of a table that help nobody to predict: names of people and numbers of rows.
struct TableNoteTests {
  @Test func `columns of too many texts and numbers of rows are told with a line that leaves all of them out`() throws {
    let notebook = try Notebook(data: nil)
    let rows = (0..<120).map { row in
      "\(row + 1),\"\(row), Anna\",\(row * 37 % 71),A/\(row),\(row % 2 == 0 ? "yes" : "no")"
    }
    try notebook.write((["Id,Name,Age,Ticket,Survived"] + rows).joined(separator: "\n").utf8, to: "ship.csv")
    let refused = notebook.fail("dataset ship csv=\"ship.csv\" target=Survived")
    #expect(
      refused.contains("The columns Name and Ticket of ship.csv have more than 100 different texts each."), "\(refused)"
    )
    let remedy = try #require(refused.firstMatch(of: /Leave them out: (ignore=\[.*?\])/)).1
    #expect(remedy == "ignore=[\"Name\", \"Ticket\"]")
    let told = notebook.run("dataset ship csv=\"ship.csv\" target=Survived \(remedy)")
    #expect(told.contains("⚠️ Id grows from row to row, as numbers of rows do. To learn nothing from it: "), "\(told)")
    let next = try #require(told.firstMatch(of: /To learn nothing from it: (ignore=\[.*?\])/)).1
    #expect(next == "ignore=[\"Name\", \"Ticket\", \"Id\"]")
    #expect(!notebook.run("dataset ship csv=\"ship.csv\" target=Survived \(next)").contains("⚠️"))
  }

  /// Sales that grow: whoever has seen the next day knows this one.
  @Test func `a table with dates is divided by them where wanted, which is offered`() throws {
    let notebook = try Notebook(data: nil)
    let rows = (0..<40).map { "\($0 * 7 % 40 / 20 + 1)/\($0 * 7 % 20 + 1)/2024,\($0 * 13 % 29),\($0 * 7 % 40).5" }
    try notebook.write((["day,rain,sales"] + rows).joined(separator: "\n").utf8, to: "shop.csv")
    let told = notebook.run("dataset shop csv=\"shop.csv\" target=sales")
    let order = try #require(told.firstMatch(of: /To test on the latest day instead: (orderBy="day")/)).1
    let ordered = notebook.run("dataset shop csv=\"shop.csv\" target=sales \(order)")
    #expect(ordered.contains("Divided in the order of day: the last samples are for testing."), "\(ordered)")
    let tested = notebook.run("show shop.test")
    #expect((32..<40).allSatisfy { tested.contains(" \($0).5 ") }, "\(tested)")
    // In the order of the file the last row is 273 % 40 days on.
    notebook.run("dataset shop csv=\"shop.csv\" target=sales orderBy=rows")
    let last = notebook.run("show shop.test")
    #expect(last.contains(" 33.5 ") && last.contains(" 24.5 ") && !last.contains(" 39.5 "), "\(last)")
  }

  @Test func `what has no meaning beside an order is refused with what to do`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write("week,x,class\none,1,a\ntwo,2,b\n".utf8, to: "t.csv")
    let line = "dataset t csv=\"t.csv\" target=class orderBy="
    #expect(notebook.fail(line + "week").contains("Column week of t.csv holds texts, which have no order."))
    #expect(notebook.fail(line + "weak").contains("t.csv has no column weak. Did you mean week?"))
    #expect(notebook.fail(line + "x seed=1").contains("seed=1 belongs to a split at random."))
    #expect(notebook.fail(line + "x group=week").contains("group=week belongs to a split at random."))
    #expect(notebook.fail(line + "x test=\"t.csv\"").contains("test=\"t.csv\" belongs to a table that is not divided."))
    #expect(
      notebook.fail("dataset d sample=digits orderBy=rows").contains("orderBy=rows belongs to csv=, npz= and sqlite=."))
  }
}
