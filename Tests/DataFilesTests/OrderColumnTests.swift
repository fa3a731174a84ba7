import Foundation
import Testing

@testable import DataFiles

/// The column by which samples stand in an order.
@Suite struct OrderColumnTests {
  private let folder: DataFolder
  private var path: String { folder.url.appendingPathComponent("table.csv").path }

  init() throws { folder = try DataFolder() }

  private func read(_ text: String, _ request: TableRequest) throws -> ReadTable {
    try ReadTable(csv: try folder.write(text, as: "table.csv"), request)
  }

  @Test func `samples have the numbers of a column, also of one that is left out`() throws {
    let text = "day,x,class\n2024-05-02,1,a\n2024-05-01 12:00,2,b\n2024-05-03,3,a\n"
    for ignored in [[], [TableRequest.Column.name("day")]] {
      let table = try read(text, TableRequest(order: .column(.name("Day")), ignored: ignored))
      let order = try #require(table.order)
      #expect(order.indices.sorted { order[$0] < order[$1] } == [1, 0, 2])
      #expect(table.report.order == .column(.name("day")))
      #expect(table.data.sampleShape == [ignored.isEmpty ? 5 : 1])
      #expect(table.report.ignored == (ignored.isEmpty ? [] : ["day"]))
    }
    #expect(try read(text, TableRequest(order: .column(.place(2)))).order == [1, 2, 3])
    #expect(
      try read("x,g,class\n1,5,a\n2,4,b\n", TableRequest(group: .name("g"), order: .column(.name("g")))).order == [
        5, 4,
      ])
    #expect(try read(text, TableRequest(order: .rows)).order == [0, 1, 2])
    #expect(try read(text, TableRequest()).order == nil)
  }

  @Test func `a sample without a number has no place`() throws {
    let text = "when,x,class\n3,1,a\n,2,b\n1,3,a\n"
    #expect(throws: TabularDataError.missingValue(path: path, line: 3, column: "when")) {
      try read(text, TableRequest(order: .column(.name("when"))))
    }
    for missing in [TableRequest.MissingValues.mean, .drop] {
      let table = try read(text, TableRequest(missing: missing, order: .column(.name("when"))))
      #expect(table.order == [3, 1] && table.report.dropped == 1 && table.data.count == 2)
    }
    let apart = try read(text, TableRequest(missing: .mean, order: .column(.name("when")), ignored: [.name("when")]))
    #expect(apart.order == [3, 1] && apart.report.dropped == 1)
  }

  @Test func `texts have no order, and a field that is no number is told with its line`() throws {
    let text = "week,x,class\none,1,a\ntwo,2,b\n"
    #expect(throws: TabularDataError.noOrder(path: path, column: "week")) {
      try read(text, TableRequest(order: .column(.name("week"))))
    }
    #expect(throws: TabularDataError.columnTwice(path: path, column: "class")) {
      try read(text, TableRequest(order: .column(.name("class"))))
    }
    let ignored: [TableRequest.Column] = [.name("when")]
    #expect(throws: TabularDataError.notANumber(path: path, line: 4, column: 1, field: "soon")) {
      try read(
        "when,x,class\n1,1,a\n2,2,b\nsoon,3,a\n3,4,b\n", TableRequest(order: .column(.name("when")), ignored: ignored))
    }
    #expect(throws: TabularDataError.notADate(path: path, line: 4, column: "when", field: "soon")) {
      try read(
        "when,x,class\n2024-05-01,1,a\n2024-05-02,2,b\nsoon,3,a\n2024-05-04,4,b\n",
        TableRequest(order: .column(.name("when")), ignored: ignored))
    }
  }
}
