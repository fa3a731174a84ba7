import Foundation
import Tensors
import Testing

@testable import DataFiles

/// Tables for whose numbers there is no room in memory.
@Suite struct RowFileTests {
  private let folder: DataFolder

  init() throws { folder = try DataFolder() }

  private var rows: URL { folder.url.appendingPathComponent("rows") }
  private func room(_ bytes: Int) -> TableRoom { TableRoom(bytes: bytes, folder: rows) }

  /// Text with as many lines as wanted: a label, and three numbers made of the line's.
  private func text(_ lines: Int, _ number: (Int) -> String = { "\($0 % 256)" }) -> String {
    (0..<lines).map { "\($0 % 3),\(number($0)),\(number($0 + 1)),\(number(7 * $0))" }.joined(separator: "\n")
  }

  @Test(arguments: [0, 1, 100, 299, 300, 301, 100_000])
  func `a table is the same wherever its numbers are`(bytes: Int) throws {
    for number: (Int) -> String in [{ "\($0 % 256)" }, { "\(Double($0) / 8)" }, { $0 < 60 ? "\($0)" : "-1.5" }] {
      let file = try folder.write(text(100, number), as: "t.csv")
      let (whole, streamed) = (
        try ReadTable(csv: file).data, try ReadTable(csv: file, TableRequest(room: room(bytes))).data
      )
      #expect(streamed.isInFile == (whole.byteCount > bytes))
      #expect(streamed.labels == whole.labels && streamed.sampleShape == whole.sampleShape)
      #expect(streamed.byteCount == whole.byteCount)
      for places in [Array(0..<100), [99, 0, 0, 1, 2, 50], []] {
        #expect(try streamed.tensor(places, scale: 1 / 255) == whole.tensor(places, scale: 1 / 255))
      }
    }
  }

  @Test func `rows may be longer than what is read at once, and the numbers more than what is written at once`() throws
  {
    let lines = (0..<5).map { line in
      "\(line)," + (0..<300_000).map { line < 3 ? "\(($0 + line) % 250)" : "\(-$0)" }.joined(separator: ",")
    }
    let file = try folder.write(lines.joined(separator: "\n"), as: "wide.csv")
    let (whole, streamed) = (
      try ReadTable(csv: file).data, try ReadTable(csv: file, TableRequest(room: room(1000))).data
    )
    #expect(!whole.isInFile && streamed.isInFile)
    #expect(try streamed.tensor([4, 0, 1, 2, 3]) == whole.tensor([4, 0, 1, 2, 3]))
  }

  @Test func `IDX files of every type`() throws {
    let labels = try folder.write([0, 0, 8, 1, 0, 0, 0, 3, 1, 2, 1], as: "labels")
    for (type, size): (UInt8, Int) in [(0x08, 1), (0x09, 1), (0x0B, 2), (0x0C, 4), (0x0D, 4), (0x0E, 8)] {
      let numbers = (0..<12 * size).map { UInt8(truncatingIfNeeded: 31 * $0) & 0x3F }
      let images = try folder.write([0, 0, type, 3, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2] + numbers, as: "images")
      let whole = try TabularData(idxSamples: images, labels: labels)
      let streamed = try TabularData(idxSamples: images, labels: labels, room: room(0))
      #expect(streamed.isInFile && streamed.byteCount == whole.byteCount)
      #expect(try streamed.tensor([2, 0, 1]) == whole.tensor([2, 0, 1]))
      #expect(try streamed.reshaped([4])?.tensor([2]) == whole.reshaped([4])?.tensor([2]))
    }
  }

  @Test func `the file has no name, and what becomes of the table's own does not matter`() throws {
    let file = try folder.write(text(50), as: "t.csv")
    let whole = try ReadTable(csv: file).data, streamed = try ReadTable(csv: file, TableRequest(room: room(0))).data
    #expect(try FileManager.default.contentsOfDirectory(atPath: rows.path) == [])
    try FileManager.default.removeItem(at: file)
    try FileManager.default.removeItem(at: rows)
    #expect(try streamed.tensor(0..<50) == whole.tensor(0..<50))
  }

  @Test func `a disk that is full, a folder that cannot be made, rows that are gone`() throws {
    let full = RowFile(descriptor: open("/dev/full", O_RDWR), number: .byte)
    #expect(throws: TabularDataError.noRoom(folder: rows.path, errorNumber: ENOSPC)) {
      try [UInt8](repeating: 1, count: 10).withUnsafeBytes { try full.write($0, at: 0, in: rows) }
    }
    let file = try folder.write(text(50), as: "t.csv")
    let inTheWay = try folder.write("", as: "file").appendingPathComponent("rows")
    #expect(throws: TabularDataError.noRoom(folder: inTheWay.path, errorNumber: ENOTDIR)) {
      try ReadTable(csv: file, TableRequest(room: TableRoom(bytes: 0, folder: inTheWay))).data
    }
    let empty = RowFile(descriptor: open("/dev/null", O_RDWR), number: .float)
    var numbers: [Float] = []
    #expect(throws: TabularDataError.rowsLost(errorNumber: EIO)) {
      try empty.append([0], length: 2, scale: 1, to: &numbers)
    }
  }

  @Test func `mini-batches are the same, asked ahead for or not`() throws {
    let file = try folder.write(text(60) { "\(Double($0) / 4)" }, as: "t.csv")
    let (whole, streamed) = (try ReadTable(csv: file).data, try ReadTable(csv: file, TableRequest(room: room(0))).data)
    for start in stride(from: 0, to: 60, by: 7) {
      let places = (start..<start + 7).map { $0 * 37 % 60 }
      streamed.prepare(places)
      #expect(try whole.tensor(places) == streamed.tensor(places))
    }
  }
}
