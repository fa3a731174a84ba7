import Foundation
import Tensors
import Testing

@testable import DataFiles

@Suite struct CSVTests {
  private let folder: DataFolder
  private var path: String { folder.url.appendingPathComponent("table.csv").path }

  init() throws { folder = try DataFolder() }

  /// The samples of a table, without the names of its columns.
  private func read(_ text: String, labelColumn: Int = 0) throws -> TabularData {
    var request = TableRequest(hasHeader: text.hasPrefix("label") ? true : nil)
    if labelColumn > 0 { request.targets = [.place(labelColumn + 1)] }
    let data = try ReadTable(csv: try folder.write(text, as: "table.csv"), request).data
    return TabularData(sampleShape: data.sampleShape, truths: data.truths, values: data.values)
  }

  @Test(arguments: [
    "7,1,2\n0,3,255\n", "7,1,2\r\n0,3,255", "\u{FEFF}7,1,2\n\n\n0,3,255\n\n", "label,a,b\n7,1,2\n0,3,255",
    "7, 1,2.0\n0,3 ,255", "\"7\",+1,2e0\n0,3,2.55e2",
  ])
  func `bytes, however they are written`(text: String) throws {
    #expect(try read(text) == TabularData(sampleShape: [2], labels: ["7", "0"], bytes: [1, 2, 3, 255]))
  }

  @Test(
    arguments: [
      ("a,0.5\nb,1", [0.5, 1]), ("a,1\nb,-1", [1, -1]), ("a,1\nb,256", [1, 256]),
      ("a,1e-3\nb,12345678407663616", [1e-3, 12_345_678_407_663_616]),
      ("a,.5\nb,3.", [0.5, 3]),
    ] as [(String, [Float])])
  func `other numbers are kept as floats`(text: String, floats: [Float]) throws {
    #expect(try read(text) == TabularData(sampleShape: [1], labels: ["a", "b"], floats: floats))
  }

  @Test func `labels may be quoted and stand in any column`() throws {
    let data = try read("1,\"say \"\"a, b\"\"\",2\n3, ✊ ,4", labelColumn: 1)
    #expect(data.labels == ["say \"a, b\"", "✊"])
    #expect(try data.tensor(0..<2).values == [1, 2, 3, 4])
  }

  @Test func `what is wrong has its line and column`() throws {
    #expect(throws: TabularDataError.notANumber(path: path, line: 3, column: 2, field: "x")) {
      try read("7,1\n\n0,x")
    }
    let late = "7,1\n\n" + String(repeating: "0,2\n", count: 1_100) + "0,x"
    #expect(throws: TabularDataError.notANumber(path: path, line: 1_103, column: 2, field: "x")) { try read(late) }
    #expect(throws: TabularDataError.notANumber(path: path, line: 2, column: 2, field: "1e39")) {
      try read("7,1\n0,1e39")
    }
    #expect(throws: TabularDataError.missingValue(path: path, line: 2, column: "column 3")) {
      try read("7,1,2\n0,3,")
    }
    #expect(throws: TabularDataError.missingValue(path: path, line: 2, column: "column 2")) { try read("7,1\n0,nan") }
    #expect(throws: TabularDataError.columns(path: path, line: 2, expected: 3, actual: 2)) { try read("7,1,2\n0,3") }
    #expect(throws: TabularDataError.columns(path: path, line: 2, expected: 3, actual: 2)) {
      try read("label,a,b\n0,3")
    }
    #expect(throws: TabularDataError.oneColumn(path: path, isSeparatorGiven: false)) { try read("7\n8") }
    #expect(throws: TabularDataError.oneColumn(path: path, isSeparatorGiven: true)) {
      try ReadTable(csv: folder.write("7,1\n8,2", as: "table.csv"), TableRequest(separator: UInt8(ascii: ";")))
    }
    #expect(
      throws: TabularDataError.noSuchColumn(path: path, wanted: "6", columns: ["column 1", "column 2"])
    ) {
      try read("7,1", labelColumn: 5)
    }
    #expect(throws: TabularDataError.empty(path: path)) { try read("") }
    #expect(throws: TabularDataError.empty(path: path)) { try read("label,a,b\n") }
  }

  @Test(
    arguments: [
      ("0", 0), ("007", 7), ("123456789012345", 123456789012345), ("0.1", 0.1), ("3.14159265358979", 3.14159265358979),
      ("-0.5", -0.5), ("1e-5", 1e-5), ("+2", 2), ("", nil), (".", nil), ("-", nil), ("1.2.3", nil), ("0x10", nil),
      ("inf", nil), ("1,2", nil), ("1 2", nil), ("1e400", nil), ("١", nil), ("2.5E2", 250),
    ] as [(String, Double?)])
  func `numbers`(text: String, number: Double?) {
    var text = text
    #expect(text.withUTF8 { DecimalText.number($0) } == number)
  }

  // MARK: How a table is written

  @Test(arguments: [
    "a,x,y\n1.5,2,p\n2.5,3,q\n", "a;x;y\n1,5;2;p\n2,5;3;q\n", "a\tx\ty\n1.5\t2\tp\n2.5\t3\tq\n",
    "a|x|y\n1.5|2|p\n2.5|3|q", "a   x  y\n1.5  2 p\n 2.5 3   q\n",
    "# of a kind\na,x,y\r\n1.5,2,\"p\"\r\n2.5,3,\"q\"\r\n",
  ])
  func `separators, decimal commas, comments and quotes are found out`(text: String) throws {
    let table = try ReadTable(csv: try folder.write(text, as: "table.csv"), TableRequest(targets: [.name("y")]))
    #expect(table.data.columns.map(\.name) == ["a", "x"])
    #expect(table.data.labels == ["p", "q"])
    #expect(try table.data.tensor(0..<2).values == [1.5, 2, 2.5, 3])
  }

  @Test func `UTF-16 and Windows-1252 are read as they are meant`() throws {
    let text = "x,y\n1,öl\n2,gas\n"
    for (bytes, encoding): ([UInt8], TextFormat.Encoding) in [
      (Array(text.utf8), .utf8), ([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, .utf16),
      ([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, .utf16),
      (text.unicodeScalars.map { UInt8($0.value) }, .windows1252),
    ] {
      let table = try ReadTable(csv: try folder.write(bytes, as: "table.csv"))
      #expect(table.report.format?.encoding == encoding)
      #expect(table.data.labels == ["öl", "gas"])
    }
  }

  @Test func `quoted fields may hold separators, doubled quotes and line ends`() throws {
    let table = try ReadTable(
      csv: try folder.write("x,y\n1,\"a, \"\"b\"\"\nc\"\n2,d\n", as: "table.csv"), TableRequest(targets: [.name("y")]))
    #expect(table.data.labels == ["a, \"b\"\nc", "d"])
    #expect(throws: TabularDataError.openQuote(path: path, line: 3)) { try read("label,x\na,1\n\"b,2\nc,3\n") }
  }

  @Test func `a line longer than what is looked at is read whole`() throws {
    let line = { (first: String) in first + String(repeating: ",1.25", count: 400_000) + "\n" }
    let data = try read(line("a") + line("b"))
    #expect(data.sampleShape == [400_000] && data.labels == ["a", "b"])
  }

  @Test(arguments: [",", ";", "\t", "|", " "])
  func `a line of too many columns, or of too many bytes, is refused with its number`(separator: String) throws {
    let wide = "1" + String(repeating: separator + "1", count: 1_000_000)
    for (text, line) in [("\(wide)\n\(wide)\n", 1), ("label\(separator)x\n1\(separator)2\n\(wide)", 3)] {
      #expect(throws: TabularDataError.wideLine(path: path, line: line, limit: 1_000_000)) { try read(text) }
      #expect(throws: TabularDataError.wideLine(path: path, line: line, limit: 1_000_000)) {
        try read(text.replacing("1\(separator)1\(separator)1\n", with: "\"1\"\(separator)1\(separator)1\n"))
      }
    }
    let long = "a\(separator)" + String(repeating: "x", count: 1 << 24)
    for (text, line) in [("\(long)\n\(long)", 1), ("label\(separator)x\n1\(separator)2\n\"\(long)", 3)] {
      #expect(throws: TabularDataError.longLine(path: path, line: line, limit: 1 << 24)) { try read(text) }
    }
  }
}
