import Foundation
import Tensors
import Testing

@testable import DataFiles

@Suite struct CSVTests {
  private let folder: DataFolder
  private var path: String { folder.url.appendingPathComponent("table.csv").path }

  init() throws { folder = try DataFolder() }

  private func read(_ text: String, labelColumn: Int = 0) throws -> TabularData {
    try TabularData(csv: try folder.write(text, as: "table.csv"), labelColumn: labelColumn)
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
    #expect(throws: TabularDataError.notANumber(path: path, line: 2, column: 3, field: "")) { try read("7,1,2\n0,3,") }
    #expect(throws: TabularDataError.notANumber(path: path, line: 2, column: 2, field: "nan")) {
      try read("7,1\n0,nan")
    }
    #expect(throws: TabularDataError.notANumber(path: path, line: 2, column: 2, field: "1e39")) {
      try read("7,1\n0,1e39")
    }
    #expect(throws: TabularDataError.columns(path: path, line: 2, expected: 3, actual: 2)) { try read("7,1,2\n0,3") }
    #expect(throws: TabularDataError.columns(path: path, line: 2, expected: 3, actual: 2)) {
      try read("label,a,b\n0,3")
    }
    #expect(throws: TabularDataError.columns(path: path, line: 1, expected: 2, actual: 1)) { try read("7\n8") }
    #expect(throws: TabularDataError.columns(path: path, line: 1, expected: 6, actual: 2)) {
      try read("7,1", labelColumn: 5)
    }
    #expect(throws: TabularDataError.empty(path: path)) { try read("") }
    #expect(throws: TabularDataError.empty(path: path)) { try read("label,a,b\n") }
    #expect(throws: TabularDataError.notANumber(path: path, line: 2, column: 2, field: "b")) {
      try read("label,a\nx,b")
    }
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
}
