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
}
