import Foundation
import ModelFile
import Networks
import RunStore
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Tables that are larger than the memory they may take: all that works with a table works with them, to the same bits.
struct LargeTableTests {
  /// A notebook with two tables that a line can part, whose numbers may take so much memory.
  private func notebook(memory: Int?) throws -> LiveSession {
    let notebook = try Notebook(data: nil)
    let lines = (0..<60).map { index in
      index.isMultiple(of: 2)
        ? "low,\(index),\(100 - index),3,\(index % 7)" : "high,\(100 + index),\(155 + index),\(index % 5),9"
    }
    try notebook.write(lines.joined(separator: "\n").utf8, to: "t.csv")
    let numbers = (0..<60).map { "\(Double($0) / 30),\(Double($0) / 60),\(Double(60 - $0) / 60)" }
    try notebook.write(numbers.joined(separator: "\n").utf8, to: "numbers.csv")
    var files = DataFolder(workingFolder: notebook.folder, folder: notebook.folder.appending(path: "data"))
    files.tableMemory = memory
    let store = try RunStore.open(folder: notebook.folder.appending(path: "state"))
    let session = LiveSession(notebook: notebook, workbench: Workbench(files: files, store: store), store: store)
    session.run("dataset t csv=\"t.csv\" scale=1/255")
    session.run("dataset numbers csv=\"numbers.csv\"")
    return session
  }

  /// What a cell says, without how long it took.
  private func told(_ text: String) -> String {
    text.replacing(#/[0-9.,]+ (ms|s|min)\b/#, with: "…").replacing(#/\([0-9.,]+/s\)/#, with: "…").replacing(
      #/ It is larger than.*/#, with: "")
  }

  @Test func `it says where its numbers are`() throws {
    let text = try notebook(memory: 100).run("describe t")
    #expect(
      text.hasSuffix(
        "From t.csv; each sample has the shape [4], each number times 1/255. Target: column 1. "
          + "Divided at random, seed=1, each class in the same shares. It is larger than the 100 bytes that "
          + "tables may use in memory, so its numbers, 240 bytes, are read from a file as needed."))
    #expect(try notebook(memory: nil).run("describe t").hasSuffix("each class in the same shares."))
  }

  @Test(arguments: [
    "describe t; show t; check t", "network n input=[4] seed=3 { innerProduct 2; softmax }",
    "train n on=t.train validate=t.test epochs=5 learningRate=0.5 miniBatchSize=7 seed=4",
    "evaluate n on=t.test baselines=false", "evaluate n on=t calibration=true baselines=false",
    "confusion n on=t epochs=true", "gallery n on=t.test",
    "compare n on=t by=folds folds=3 seed=2 baselines=false",
    "sweep n on=t.train folds=3 learningRate=[0.1, 0.5] epochs=3 seed=2",
    "sweep n on=t.train validate=t.test learningRate=[0.1, 0.5] epochs=3",
    "compare n on=t examplesPerClass=[2, 4] draws=2 seed=2", "find n learningRate on=t.train steps=20",
    "plot n", "history n", "rerun 1 verify=true",
    """
    network deep input=[4] seed=3 { innerProduct 5 activation=relu updatable=false; innerProduct 2; softmax }
    train deep on=t.train validate=t.test epochs=4 learningRate=0.5 optimizer=adam seed=4
    evaluate deep on=t.test
    compare deep n on=t by=test seed=2 baselines=false
    """,
  ])
  func `whatever is asked gives the same as in memory`(cell: String) throws {
    let before = [
      "network n input=[4] seed=3 { innerProduct 2; softmax }",
      "train n on=t.train validate=t.test epochs=2 learningRate=0.5 seed=4",
    ]
    let (small, large) = (try notebook(memory: nil), try notebook(memory: 50))
    for cell in before + [cell] {
      let (one, other) = (small.run(cell), large.run(cell))
      #expect(told(one) == told(other))
      #expect(!one.isEmpty)
    }
    for name in ["n", "deep"] {
      guard let one = try? small.network(name) else { continue }
      #expect(try one.definition == large.network(name).definition)
      #expect(
        try one.training.records.map(\.trainLossMean) == large.network(name).training.records.map(\.trainLossMean))
    }
  }

  @Test func `what needs all of it at once is refused, and a part of it is not`() throws {
    let session = try notebook(memory: 200)
    session.run("network n input=[4] seed=3 { innerProduct 2; softmax }")
    let words = """
      ^^^^^^^ This needs all 48 samples of t.train in memory at once, 768 bytes, and tables may use 200 bytes.
      """
    let more = "Use a part of the table: dataset t … split=[0.1, 0.2]   Or give tables more memory: WHET_TABLE_MEMORY=…"
    let memory = try ModelFile(
      nearestNeighbors: NearestNeighbors(dimension: 4), allowedNumbers: .range(minimum: 1, maximum: 10),
      featureName: "features")
    try memory.write(to: session.notebook.folder.appending(path: "near.mlmodel"))
    session.run("load near \"near.mlmodel\"")
    for cell in ["fit n on=t.train", "train near on=t.train"] {
      let told = session.fail(cell)
      #expect(told.contains(words) && told.contains(more), "\(told)")
    }
    session.run("cluster lab launcher=local")
    let sent = session.fail("sweep n on=t.train cluster=lab learningRate=[0.1, 0.2]")
    #expect(sent.contains("The samples that n learns from do not fit memory, and are not sent to other machines."))
    session.run("dataset t csv=\"t.csv\" scale=1/255 split=[0.1, 0.2]")
    session.run("fit n on=t.train")
    session.run("train near on=t.train")
    #expect(session.run("evaluate near on=t.test").hasPrefix("near on t.test: 100.0 % correct (12 of 12)"))
  }

  @Test func `its file may change or vanish while a network learns`() throws {
    let session = try notebook(memory: 0)
    session.run("network n input=[4] seed=3 { innerProduct 2; softmax }")
    session.run("train n on=t.train epochs=1 learningRate=0.5 seed=4")
    try FileManager.default.removeItem(at: session.notebook.folder.appending(path: "t.csv"))
    session.run("train n on=t.train epochs=1 learningRate=0.5 seed=4")
    #expect(try session.network("n").training.records.count == 2)
    #expect(session.fail("dataset t csv=\"t.csv\"").contains("t.csv does not exist."))
    #expect(session.run("evaluate n on=t.test").hasPrefix("n on t.test: "))
  }

  @Test func `where its numbers cannot be put it is told, and nothing changes`() throws {
    let session = try notebook(memory: 50)
    let tables = session.notebook.folder.appending(path: "state/tables")
    try FileManager.default.removeItem(at: tables)
    try Data().write(to: tables)
    let told = session.fail("dataset u csv=\"t.csv\"")
    #expect(told.contains("t.csv is larger than the memory for tables, and its numbers cannot be written to"))
    #expect(told.contains("WHET_TABLE_MEMORY=…"))
    #expect(session.fail("show u").contains("u"))
  }

  @Test(
    arguments: [
      ("2000000", 2_000_000), ("500M", 500_000_000), ("2g", 2_000_000_000), ("3K", 3000), ("0", 0), ("", nil),
      ("much", nil), ("-1", nil), ("1.5G", nil), ("99999999999G", nil), ("M", nil),
    ] as [(String, Int?)])
  func `the environment says how much memory tables may take`(text: String, bytes: Int?) {
    #expect(DataFolder(environment: ["WHET_TABLE_MEMORY": text]).tableMemory == bytes)
  }
}
