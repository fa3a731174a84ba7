import ExperimentSupport
import Foundation
import RunStore
import TestSupport
import Testing

@testable import Commands
@testable import Experiments

/// What is wrong with the state folder is told before the first output, once, and by `status` as long as it lasts.
struct StoreTroubleTests {
  private let sessions: Sessions

  init() throws { sessions = try Sessions() }

  private var database: URL { sessions.state.appending(path: "whet.sqlite") }

  private static func zero(_ file: URL, from start: Int, count: Int) throws {
    var data = try Data(contentsOf: file)
    data.replaceSubrange(start..<min(start + count, data.count), with: Data(count: min(count, data.count - start)))
    try data.write(to: file)
  }

  @Test func `a damaged database is told by the first output, whatever it is, and by status`() throws {
    do {
      try sessions.begin().run(
        "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4; train hand on=pets.train epochs=2")
    }
    try Self.zero(database, from: 0, count: 64)
    let next = try sessions.begin()
    let first = next.run("print 1")
    #expect(first.contains("The store was damaged when it was read on ") && first.contains("1 run"), "\(first)")
    #expect(first.contains("The damaged file is kept as ") && first.contains("whet.sqlite.damaged-1"))
    #expect(!next.run("help train").contains("damaged"))
    #expect(first.hasSuffix("1") || first.hasPrefix("1"))
    #expect(next.run("status").contains("The store was damaged"))
    #expect(try !sessions.begin().run("help train").contains("damaged"))
  }

  @Test func `a database that is missing is told, where there is content of it`() throws {
    do {
      try sessions.begin().run(
        "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4; train hand on=pets.train epochs=2")
    }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database.path + suffix) }
    let next = try sessions.begin()
    #expect(next.run("help train").contains("The database of the state folder is missing, and a new one was created"))
    #expect(!next.run("help train").contains("is missing"))
  }

  @Test(arguments: [
    (
      StoreError.newerSchema(path: "/state/whet.sqlite", found: 9, known: 3),
      "a later version of whet wrote /state/whet.sqlite."
    ),
    (.cannotOpen(path: "/state/whet.sqlite", code: 14), "/state/whet.sqlite cannot be opened."),
    (.readOnly(path: "/state/whet.sqlite"), "/state/whet.sqlite is read-only."),
  ])
  func `a database that cannot be used is told by the first output and by status`(error: StoreError, end: String) throws
  {
    let notebook = try Notebook(data: nil)
    let workbench = Workbench(
      files: DataFolder(workingFolder: notebook.folder, folder: notebook.folder), store: nil, trouble: error)
    func run(_ cell: String) -> String {
      let page = Page()
      #expect(workbench.run(cell, on: page) == .finished)
      return page.text
    }
    let sentence = "Models and runs are not kept beyond this session: \(end)"
    #expect(run("help train").hasPrefix(sentence))
    #expect(!run("help train").contains(sentence))
    #expect(run("status").contains(sentence))
  }
}
