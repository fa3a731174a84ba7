import Foundation
import Testing

@testable import Commands

/// Tables with days and times, from the file to the answer.
struct DateColumnsTests {
  /// A shop that is full at weekends, with a row for each day of some weeks.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    var lines = ["day,staff,visits"]
    for day in 0..<84 {
      let (month, date) = day < 31 ? (1, day + 1) : day < 60 ? (2, day - 30) : (3, day - 59)
      // 2024-01-01 was a Monday.
      lines.append("\(month)/\(date)/2024,\(day * 7 % 5),\(day % 7 > 4 ? "many" : "few")")
    }
    try notebook.write(lines.joined(separator: "\n").utf8, to: "shop.csv")
    return notebook
  }

  @Test func `days are told, learnt from, asked about and explained`() throws {
    let notebook = try notebook()
    let told = notebook.run("dataset shop csv=\"shop.csv\" target=visits split=[0.75, 0.25] seed=1")
    #expect(told.contains("each sample has the shape [4]"))
    #expect(told.contains("Dates became numbers: day (days since 2000-01-01, month, weekday)."), "\(told)")
    notebook.run(
      "network net input=[4] standardize=true seed=1 { innerProduct 16 activation=relu; innerProduct 2; softmax }")
    notebook.run("train net on=shop.train epochs=60 miniBatchSize=8 optimizer=adam learningRate=0.02 seed=1")
    #expect(notebook.run("evaluate net on=shop.test").contains("100.0 % correct"))
    // The Sunday and the Monday after the last day of the table, in the table's form and in ISO 8601's.
    #expect(notebook.run("predict net values=[\"3/31/2024\", 2]").contains("many"))
    #expect(notebook.run("predict net values=[\"2024-04-01\", 2]").contains("few"))
    let explained = notebook.run("explain net on=shop.test row=0")
    #expect(explained.contains(/2024-0[123]-\d\d/), "\(explained)")
    let wrong = notebook.fail("predict net values=[\"soon\", 2]")
    #expect(wrong.contains("day is a date or time; soon is not.") && wrong.contains("For example: \"2024-05-31\""))
  }

  @Test func `where days and months could change places, it is told how they were read`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write("day,at,y\n1/2/2024,10:15,a\n3/4/2024,9:30,b\n".utf8, to: "t.csv")
    let told = notebook.run("dataset t csv=\"t.csv\"")
    #expect(
      told.contains(
        "Dates became numbers: day (days since 2000-01-01, month, weekday; read as month/day/year) and at (hour)."),
      "\(told)")
  }

  @Test func `a field that is no date is told with its line, and how to go on`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write("day,x,y\n2024-05-31,1,a\n2024-06-01,2,b\nsoon,3,b\n".utf8, to: "t.csv")
    let told = notebook.fail("dataset t csv=\"t.csv\"")
    #expect(
      told.contains("Line 4 of t.csv has \"soon\" in column day, not a date or time as the others are."),
      "\(told)")
    #expect(notebook.run("dataset t csv=\"t.csv\" ignore=[day]").contains("t: 3 samples"))
    #expect(notebook.run("dataset t csv=\"t.csv\" categories=[day]").contains("One-hot encoded: day (3 texts)"))
  }
}
