import Databases
import Files
import Foundation
import Tensors
import Testing

@testable import DataFiles

/// Tables that are no text: NumPy's arrays and SQLite's tables.
@Suite struct ForeignTablesTests {
  private let folder: DataFolder

  init() throws { folder = try DataFolder() }

  /// An array as NumPy writes it.
  private func array(_ kind: String, _ shape: String, fortran: Bool = false, _ content: [UInt8]) -> [UInt8] {
    let head = "{'descr': '\(kind)', 'fortran_order': \(fortran ? "True" : "False"), 'shape': (\(shape)), }"
    let padded = head + String(repeating: " ", count: 118 - head.utf8.count - 1) + "\n"
    return [0x93] + Array("NUMPY".utf8) + [1, 0, 118, 0] + Array(padded.utf8) + content
  }

  private func bytes<Number>(_ numbers: [Number]) -> [UInt8] { numbers.withUnsafeBytes { Array($0) } }

  @Test func `arrays of every kind hold the same numbers`() throws {
    let kinds: [(String, [UInt8])] = [
      ("|u1", [1, 2, 3, 4]), ("<i2", bytes([1, 2, 3, 4] as [Int16])), ("<i8", bytes([1, 2, 3, 4] as [Int64])),
      ("<f4", bytes([1, 2, 3, 4] as [Float])), ("<f8", bytes([1, 2, 3, 4] as [Double])),
      (">f4", bytes(([1, 2, 3, 4] as [Float]).map(\.bitPattern.bigEndian))),
      ("<f2", bytes([0x3C00, 0x4000, 0x4200, 0x4400] as [UInt16])),
    ]
    for (kind, content) in kinds {
      let read = try NPYArray(Data(array(kind, "2, 2", content)))
      #expect((0..<4).map(read.number) == [1, 2, 3, 4])
      let turned = try NPYArray(Data(array(kind, "2, 2", fortran: true, content)))
      #expect((0..<4).map(turned.number) == [1, 3, 2, 4])
      for (array, expected) in [(read, [2.0, 3]), (turned, [3, 2])] {
        var numbers = [0.0, 0]
        array.numbers(from: 1, into: &numbers)
        #expect(numbers == expected)
      }
    }
  }

  @Test func `one array is a table whose target is a column`() throws {
    let file = try folder.write(array("<f4", "3, 2", bytes([0, 1.5, 1, 2.5, 0, 3.5] as [Float])), as: "x.npy")
    let data = try ReadTable(npz: file, samples: nil, TableRequest(targets: [.place(1)], task: .classification)).data
    #expect(data.labels == ["0.0", "1.0", "0.0"])
    #expect(try data.tensor(0..<3).values == [1.5, 2.5, 3.5])
  }

  @Test func `an archive's target may have several numbers of each sample, or be several arrays`() throws {
    let url = folder.url.appending(path: "two.npz")
    func write(_ entries: [(name: String, content: [UInt8])]) throws {
      let file = try AtomicFile(at: url.path)
      let writer = try ZipWriter(file)
      for (name, content) in entries { try writer.add(file: name + ".npy", Data(content)) }
      _ = try writer.finish()
      try file.finish()
    }
    let samples = ("x", array("<f4", "2, 3", bytes([1, 2, 3, 4, 5, 6] as [Float])))
    try write([samples, ("y", array("<f8", "2, 2", bytes([0.5, 10, 1.5, 20])))])
    let table = try ReadTable(npz: url, samples: nil, TableRequest())
    #expect(table.data.truths == .numbers([0.5, 10, 1.5, 20], outputs: 2) && table.report.targets == ["y 0", "y 1"])
    #expect(table.data.labels == ["0.5 10.0", "1.5 20.0"] && table.data.sampleShape == [3])
    #expect(throws: TabularDataError.severalClasses(path: url.path, columns: ["y 0", "y 1"])) {
      try ReadTable(npz: url, samples: nil, TableRequest(task: .classification))
    }
    try write([
      samples, ("a", array("<f8", "2", bytes([0.5, 1.5]))), ("b", array("<i8", "2", bytes([7, 8] as [Int64]))),
    ])
    let named = TableRequest(targets: [.name("b"), .name("a")])
    #expect(try ReadTable(npz: url, samples: nil, named).data.truths == .numbers([7, 0.5, 8, 1.5], outputs: 2))
  }

  @Test func `numbers of an array that are none are missing values, or told`() throws {
    func read(_ numbers: [Double], _ missing: TableRequest.MissingValues = .mean) throws -> TabularData {
      let file = try folder.write(array("<f8", "4, 2", bytes(numbers)), as: "x.npy")
      var request = TableRequest(targets: [.place(1)], task: .classification)
      request.missing = missing
      return try ReadTable(npz: file, samples: nil, request).data
    }
    let holed = [0, 1.5, 1, .nan, 0, 3.5, 1, -4]
    #expect(try read(holed).columns.map(\.missing) == [1])
    #expect(try read(holed, .drop).labels == ["0.0", "0.0", "1.0"])
    for (number, field) in [(Double.infinity, "inf"), (-1e300, "-1e+300")] {
      #expect(
        throws: TabularDataError.notANumber(
          path: folder.url.appending(path: "x.npy").path, line: 3, column: 2, field: field)
      ) { try read([0, 1, 1, 2, 0, number, 1, 4]) }
    }
  }

  @Test func `an array that is damaged or of another kind is told`() throws {
    let whole = array("<f4", "2", bytes([1, 2] as [Float]))
    #expect(throws: ArrayError.damaged) { try NPYArray(Data(whole.dropLast())) }
    #expect(throws: ArrayError.damaged) { try NPYArray(Data(whole[..<20])) }
    #expect(throws: ArrayError.kind("<c8")) { try NPYArray(Data(array("<c8", "2", bytes([1, 2] as [Float])))) }
    let file = try folder.write([1, 2, 3], as: "x.npz")
    #expect(throws: TabularDataError.array(path: file.path, name: "x.npz", .damaged)) {
      try ReadTable(npz: file, samples: nil, TableRequest())
    }
  }

  @Test func `a table of a database has numbers, texts and missing values`() throws {
    let url = folder.url.appendingPathComponent("x.db")
    let text = """
      CREATE TABLE plants(size REAL, colour TEXT, kind TEXT);
      INSERT INTO plants VALUES (1.5, 'red', 'a'), (NULL, 'blue', 'b'), (3, 'red', 'b');
      CREATE TABLE other(x BLOB, y TEXT); INSERT INTO other VALUES (x'00', 'a'), (x'01', 'b');
      """
    try Database(path: url.path, .writing, patience: 0).run(script: text)
    let request = TableRequest(targets: [.name("kind")], missing: .mean)
    let table = try ReadTable(sqlite: url, table: "Plants", request)
    #expect(table.data.labels == ["a", "b", "b"] && table.report.part == "plants")
    #expect(
      try table.data.filled(.mean, by: [0, 2], path: "").tensor(0..<3).values == [1.5, 1, 0, 2.25, 0, 1, 3, 1, 0])
    #expect(throws: TabularDataError.noSuchPart(path: url.path, kind: .table, wanted: nil, known: ["other", "plants"]))
    {
      try ReadTable(sqlite: url, table: nil, request)
    }
    #expect(throws: TabularDataError.blob(path: url.path, row: 1, column: "x")) {
      try ReadTable(sqlite: url, table: "other", TableRequest(targets: [.name("y")]))
    }
    let broken = try folder.write("no database", as: "y.db")
    #expect(throws: TabularDataError.database(path: broken.path, message: "file is not a database")) {
      try ReadTable(sqlite: broken, table: nil, request)
    }
  }

  @Test func `a view that finds no row for ever is read until nobody wants more`() throws {
    let url = folder.url.appendingPathComponent("endless.db")
    let numbers = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x, x % 2 AS y FROM c"
    try Database(path: url.path, .writing, patience: 0).run(
      script: "CREATE VIEW none AS \(numbers) WHERE x < 0; CREATE VIEW every AS \(numbers)")
    for view in ["none", "every"] {
      var questions = 0
      #expect(throws: TabularDataError.stopped) {
        try ReadTable(sqlite: url, table: view, TableRequest(targets: [.name("y")])) { _ in
          questions += 1
          return questions < 4
        }
      }
      #expect(questions == 4)
    }
  }
}
