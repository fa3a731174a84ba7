import Foundation
import Tensors
import Testing

@testable import DataFiles

/// What becomes of a table's columns.
@Suite struct TableColumnsTests {
  private let folder: DataFolder
  private var path: String { folder.url.appendingPathComponent("table.csv").path }

  init() throws { folder = try DataFolder() }

  private func read(_ text: String, _ request: TableRequest = TableRequest()) throws -> ReadTable {
    try ReadTable(csv: try folder.write(text, as: "table.csv"), request)
  }

  @Test func `a column of texts becomes a number for each text`() throws {
    let data = try read("colour,size,kind\nred,1,a\nblue,2,b\nred,3,a\n", TableRequest(targets: [.name("kind")])).data
    #expect(data.columns.flatMap(\.numberNames) == ["colour=red", "colour=blue", "size"])
    #expect(try data.tensor([1, 0]).values == [0, 1, 2, 1, 0, 1])
  }

  @Test func `a first line with a name that was given holds the names`() throws {
    let text = "1,2,kind\n1,20,a\n2,21,b\n"
    #expect(try read(text, TableRequest(targets: [.name("Kind")])).data.count == 2)
    #expect(try read(text, TableRequest(targets: [.name("3")])).data.count == 3)
  }

  @Test func `the target is found by name, by place, or by what the columns hold`() throws {
    let text = "a,class,b\n1,x,2\n2,y,3\n"
    #expect(try read(text).report.target == "class")
    #expect(try read(text, TableRequest(targets: [.name("B")], task: .regression)).data.truths == .numbers([2, 3]))
    #expect(try read(text, TableRequest(targets: [.name("3")], task: .regression)).data.truths == .numbers([2, 3]))
    #expect(try read("a,b,c\n1,2,x\n2,3,y\n").report.target == "c")
    #expect(try read("a,b,c\n1,2,3\n2,3,4\n").report.target == "a")
    #expect(try read("day,b,c\n2024-05-30,2,3\n2024-05-31,3,4\n").report.target == "b")
    #expect(try read("b,c,day\n2,x,2024-05-30\n3,y,2024-05-31\n").report.target == "c")
    #expect(throws: TabularDataError.noSuchColumn(path: path, wanted: "d", columns: ["a", "class", "b"])) {
      try read(text, TableRequest(targets: [.name("d")]))
    }
    #expect(throws: TabularDataError.columnTwice(path: path, column: "class")) {
      try read(text, TableRequest(targets: [.name("class")], ignored: [.name("class")]))
    }
  }

  @Test func `few whole numbers may be classes or numbers, so somebody is asked`() throws {
    let text = "x,y\n" + (0..<40).map { "\($0).5,\($0 % 3)" }.joined(separator: "\n")
    #expect(throws: TabularDataError.classesOrNumbers(path: path, column: "y", values: ["0", "1", "2"])) {
      try read(text, TableRequest(targets: [.name("y")]))
    }
    #expect(try read(text).data.classes == ["0", "1", "2"])
    #expect(try read(text, TableRequest(task: .regression)).data.truths.numbers?.count == 40)
    #expect(try read(text, TableRequest(targets: [.name("x")])).data.truths.numbers?.first == 0.5)
  }

  @Test func `0 and 1 alone are classes, unless they are to be numbers`() throws {
    let text = "x,y\n" + (0..<12).map { "\($0).5,\($0 % 2)" }.joined(separator: "\n")
    let named = { (task: TableRequest.Task?) in TableRequest(targets: [.name("y")], task: task) }
    #expect(try read(text, named(nil)).data.classes == ["0", "1"])
    #expect(try read(text, named(.regression)).data.truths.numbers?.count == 12)
    #expect(try read(text.replacing(",1", with: ",1.0"), named(nil)).data.classes == ["0", "1.0"])
  }

  @Test func `missing values are refused, filled by the training samples' mean or median, or left out`() throws {
    let text = "x,colour,y\n1,red,a\nNA,blue,b\n3,,a\n8,red,\n"
    let request = { (missing: TableRequest.MissingValues) in TableRequest(targets: [.name("y")], missing: missing) }
    #expect(throws: TabularDataError.missingValue(path: path, line: 3, column: "x")) {
      try read(text, request(.refuse))
    }
    let dropped = try read(text, request(.drop))
    #expect(dropped.report.dropped == 3 && dropped.data.labels == ["a"])
    // The last sample has no answer, so nothing is learnt from it.
    let mean = try read(text, request(.mean))
    #expect(mean.report.dropped == 1 && mean.data.columns.map(\.missing) == [1, 1])
    #expect(
      try mean.data.filled(.mean, by: [0, 2], path: path).tensor(0..<3).values == [1, 1, 0, 2, 0, 1, 3, 0, 0])
    #expect(try mean.data.filled(.median, by: [2], path: path).tensor([1]).values == [3, 0, 1])
    #expect(throws: TabularDataError.noValues(path: path, column: "x")) {
      try mean.data.filled(.mean, by: [1], path: path)
    }
  }

  @Test func `a column of days becomes the day, the month and the weekday`() throws {
    let text = "day,x,class\n2024-05-31,1,a\n2024-06-03,2,b\n"
    let data = try read(text).data
    #expect(data.columns.flatMap(\.numberNames) == ["day", "day month", "day weekday", "x"])
    #expect(try data.tensor(0..<2).values == [8917, 5, 5, 1, 8920, 6, 1, 2])
    #expect(try read(text, TableRequest(ignored: [.name("day")])).data.sampleShape == [1])
    let texts = try read(text, TableRequest(categories: [.name("day")])).data
    #expect(texts.columns.map(\.kind) == [.categories(["2024-05-31", "2024-06-03"]), .number])
  }

  @Test func `times add the hour, and what is no date in its column is told with its line`() throws {
    let text = "when,x,class\n31.05.2024 10:15,1,a\n1.6.2024 09:30,2,b\n"
    #expect(try read(text).data.tensor(0..<2).values == [8917, 5, 5, 10.25, 1, 8918, 6, 6, 9.5, 2])
    #expect(throws: TabularDataError.notADate(path: path, line: 4, column: "when", field: "5/31/2024")) {
      try read(text + "5/31/2024,3,a\n")
    }
  }

  @Test func `missing days are filled by the mean day of the training samples`() throws {
    let text = "day,x,class\n2024-05-01,1,a\nNA,2,b\n2024-05-03,3,a\n"
    #expect(throws: TabularDataError.missingValue(path: path, line: 3, column: "day")) { try read(text) }
    let data = try read(text, TableRequest(missing: .mean)).data
    #expect(try data.filled(.mean, by: [0, 2], path: path).tensor([1]).values == [8888, 5, 4, 2])
  }

  @Test func `a table to test on is read by the days of the table learnt from`() throws {
    let first = try read("day,class\n13/5/24,a\n14/6/24,b\n")
    let second = try read("class,day\nb,3/4/24\n", TableRequest(schema: first.schema)).data
    #expect(try second.tensor([0]).values == [8859, 4, 3])
  }

  @Test func `columns with too many texts are refused`() throws {
    let names = "name,x,class\n" + (0..<101).map { "n\($0),\($0),a" }.joined(separator: "\n")
    #expect(throws: TabularDataError.tooManyTexts(path: path, columns: ["name"], ignored: [], limit: 100)) {
      try read(names)
    }
    #expect(try read(names, TableRequest(categories: [.name("name")])).data.sampleShape == [102])
    #expect(try read(names, TableRequest(ignored: [.name("name")])).data.sampleShape == [1])
    #expect(throws: TabularDataError.onlyTarget(path: path, column: "class")) {
      try read(names, TableRequest(ignored: [.name("name"), .name("x")]))
    }
  }

  @Test func `all columns with too many texts are told together, with those that are left out already`() throws {
    let rows = (0..<102).map { "n\($0 % 102),t\($0),u\($0),\($0 % 3),a" }
    let text = "name,ticket,cabin,x,class\n" + rows.joined(separator: "\n")
    #expect(
      throws: TabularDataError.tooManyTexts(path: path, columns: ["name", "cabin"], ignored: ["ticket"], limit: 100)
    ) { try read(text, TableRequest(ignored: [.name("ticket")])) }
  }

  @Test func `columns that number the rows are told, unless they are left out`() throws {
    let text = "id,x,class\n" + (0..<12).map { "\($0),\($0 % 3),a" }.joined(separator: "\n")
    #expect(try read(text).report.rowNumbers == ["id"])
    #expect(try read(text, TableRequest(ignored: [.name("id")])).report.rowNumbers == [])
    // Of what stands alone the target is to be learnt.
    #expect(try read(text, TableRequest(ignored: [.name("x")])).report.rowNumbers == [])
    #expect(try read(text, TableRequest(ignored: [.name("id")])).report.ignored == ["id"])
  }

  @Test func `another table of the kind has the first one's columns, whatever their order`() throws {
    let first = try read("x,colour,class\n1,red,a\n2,blue,b\n")
    let second = try read("colour,more,class,x\nblue,9,b,5\ngreen,9,a,6\n", TableRequest(schema: first.schema)).data
    #expect(second.columns.map(\.name) == ["x", "colour"])
    #expect(try second.tensor(0..<2).values == [5, 0, 1, 6, 0, 0])
    #expect(throws: TabularDataError.noSuchColumn(path: path, wanted: "colour", columns: ["x", "class"])) {
      try read("x,class\n1,a\n", TableRequest(schema: first.schema))
    }
  }

  @Test func `a column says which samples belong together, and is none of their numbers`() throws {
    let data = try read("who,x,class\nann,1,a\nbob,2,b\nann,3,b\n", TableRequest(group: .name("who"))).data
    #expect(data.groups == [0, 1, 0] && data.sampleShape == [1])
  }
}
