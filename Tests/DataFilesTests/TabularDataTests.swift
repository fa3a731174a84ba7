import Files
import Foundation
import Tensors
import Testing

@testable import DataFiles

@Suite struct TabularDataTests {
  private let data = TabularData(sampleShape: [2], labels: ["10", "9", "10"], bytes: [1, 2, 3, 4, 255, 0])

  @Test func `samples come out as floats, times the scale`() throws {
    #expect(
      try data.tensor([2, 0], scale: 1 / 255) == Tensor(shape: [2, 2], values: [1, 0, Float(1) / 255, Float(2) / 255]))
    let floats = TabularData(sampleShape: [1], labels: ["a"], floats: [0.5])
    #expect(try floats.tensor(0..<1, scale: 2) == Tensor(shape: [1, 1], values: [1]))
  }

  @Test func `labels that are numbers stand in their order, others as they appear`() {
    #expect(data.classes == ["9", "10"])
    #expect(TabularData(sampleShape: [], labels: ["b", "a", "b"], bytes: [1, 2, 3]).classes == ["b", "a"])
    #expect(TabularData(sampleShape: [], labels: ["2", "x", "1"], bytes: [1, 2, 3]).classes == ["2", "x", "1"])
  }

  @Test func `another shape must hold as many numbers`() throws {
    #expect(try data.reshaped([1, 2, 1])?.tensor([0]).shape == [1, 1, 2, 1])
    #expect(data.reshaped([3]) == nil)
    #expect(data.reshaped([-1, -2]) == nil)
    #expect(data.reshaped([Int](repeating: 1_000_000, count: 5)) == nil)
  }

  @Test func `a column comes out as it is kept`() throws {
    let columns = [TableColumn(name: "a"), TableColumn(name: "b", kind: .categories(["x", "y"]))]
    let table = TabularData(
      columns: columns, truths: TableTruths(labels: ["p", "q", "p"]), floats: [1.5, 0, -2, 1, 3, .nan])
    #expect(try table.column(0, of: [0, 1, 2]) == [1.5, -2, 3])
    let texts = try table.column(1, of: [2, 1])
    #expect(texts[0].isNaN && texts[1] == 1 && texts.count == 2)
    #expect(try table.column(1, of: []) == [])
  }

  @Test func `a missing file and a folder cannot be read`() throws {
    let folder = try DataFolder()
    let missing = folder.url.appendingPathComponent("missing.csv")
    #expect(throws: TabularDataError.unreadable(path: missing.path, errorNumber: ENOENT)) {
      try ReadTable(csv: missing).data
    }
    #expect(throws: TabularDataError.notRegular(path: folder.url.path, kind: .folder)) {
      try ReadTable(csv: folder.url)
    }
  }

  @Test func `a pipe and a device are refused at once`() throws {
    let folder = try DataFolder()
    let pipe = folder.url.appendingPathComponent("pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    #expect(throws: TabularDataError.notRegular(path: pipe.path, kind: .pipe)) { try ReadTable(csv: pipe).data }
    #expect(throws: TabularDataError.notRegular(path: pipe.path, kind: .pipe)) {
      try TabularData(idxSamples: pipe, labels: pipe)
    }
    #expect(throws: TabularDataError.notRegular(path: "/dev/zero", kind: .characterDevice)) {
      try ReadTable(csv: URL(filePath: "/dev/zero")).data
    }
  }

  @Test func `a file beyond the limit is not read`() throws {
    let folder = try DataFolder()
    let file = try folder.write([1, 2, 3, 4], as: "x")
    var count = 0
    func take(_ piece: UnsafeRawBufferPointer) -> TabularDataError? {
      count += piece.count
      return nil
    }
    try TabularData.read(file, limit: 4, take: take)
    #expect(count == 4)
    #expect(throws: TabularDataError.tooLarge(path: file.path, limit: 3)) {
      try TabularData.read(file, limit: 3, take: take)
    }
  }
}
