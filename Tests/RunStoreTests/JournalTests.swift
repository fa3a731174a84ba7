import Databases
import Foundation
import Testing

@testable import RunStore

@Suite struct JournalTests {
  private let folder: TemporaryFolder
  private let work: String

  init() throws {
    folder = try TemporaryFolder()
    work = folder.file("work").path
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
  }

  private func journal(place: String = "here") throws -> Journal {
    try Journal(store: RunStore.open(folder: folder.file("state")), place: place)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(work)/\(name)"))
  }

  /// Everything in the folder: paths, and what stands in the files.
  private var tree: [String: String] {
    var tree: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: work)?.compactMap({ $0 as? String }) ?? [] {
      let content = FileManager.default.contents(atPath: "\(work)/\(name)")
      tree[name] = content.map { String(decoding: $0, as: UTF8.self) } ?? "/"
    }
    return tree
  }

  /// Edits of every sort on a folder with two files, and what they leave.
  private var edits: [FileEdit] {
    [
      .write(path: "\(work)/new", Data("new".utf8)), .write(path: "\(work)/a", Data("other".utf8)),
      .makeFolder(path: "\(work)/cats"), .copy(of: "\(work)/b", to: "\(work)/cats/copy"),
      .move(from: "\(work)/b", to: "\(work)/cats/b"), .remove(path: "\(work)/new"),
      .makeFolder(path: "\(work)/brief"), .removeFolder(path: "\(work)/brief"),
    ]
  }
  private let before = ["a": "A", "b": "B"]
  private let after = ["a": "other", "cats": "/", "cats/copy": "B", "cats/b": "B"]

  private func start() throws {
    for (name, text) in before { try write(text, to: name) }
  }

  @Test func `edits are made, taken back, and made again`() throws {
    try start()
    let journal = try journal()
    let id = try journal.perform(edits, for: "add …", told: "things were added")
    #expect(tree == after)
    let change = try #require(journal.done().first)
    #expect(change.id == id && change.statement == "add …" && change.told == "things were added")
    #expect(try journal.undone().isEmpty)
    try journal.undo(change)
    #expect(tree == before)
    #expect(try journal.done().isEmpty)
    let undone = try #require(journal.undone().first)
    try journal.redo(undone)
    #expect(tree == after)
    #expect(throws: JournalError.self) { try journal.redo(undone) }
    #expect(tree == after)
  }

  @Test func `a later session takes back what an earlier one did, in the same place`() throws {
    try start()
    do { try journal().perform(edits, for: "add", told: "") }
    #expect(try journal(place: "elsewhere").done().isEmpty)
    let later = try journal()
    try later.undo(try #require(later.done().first))
    #expect(tree == before)
  }

  @Test func `what another living session did is not touched`() throws {
    try start()
    let one = try journal()
    let other = try journal()
    try one.perform(edits, for: "add", told: "")
    #expect(try other.done().isEmpty)
    #expect(try one.done().count == 1)
  }

  @Test func `an edit that cannot be made leaves everything as it was`() throws {
    try start()
    let journal = try journal()
    let impossible: [(FileEdit, JournalError)] = [
      (.remove(path: "\(work)/none"), .notThere(path: "\(work)/none")),
      (.makeFolder(path: "\(work)/a"), .inTheWay(path: "\(work)/a")),
      (.move(from: "\(work)/none", to: "\(work)/c"), .notThere(path: "\(work)/none")),
      (.move(from: "\(work)/a", to: "\(work)/cats/b"), .inTheWay(path: "\(work)/cats/b")),
      (.write(path: "\(work)/cats", Data()), .inTheWay(path: "\(work)/cats")),
      (.removeFolder(path: "\(work)/a"), .notThere(path: "\(work)/a")),
      (
        .write(path: "\(work)/no/such/folder", Data()),
        .content(.cannotWrite(path: "\(work)/no/such/folder", code: ENOENT))
      ),
      (.removeFolder(path: "\(work)/cats"), .content(.cannotWrite(path: "\(work)/cats", code: ENOTEMPTY))),
      (
        .copy(of: "\(work)/none", to: "\(work)/c"), .content(.cannotRead(path: "\(work)/none", code: ENOENT))
      ),
    ]
    for (edit, error) in impossible {
      #expect(throws: error) { try journal.perform(edits + [edit], for: "add", told: "") }
      #expect(tree == before)
      #expect(try journal.done().isEmpty)
      #expect(try journal.store.held().isEmpty)
    }
  }

  @Test func `a file that was changed since is not written over`() throws {
    try start()
    let journal = try journal()
    try journal.perform(edits, for: "add", told: "")
    try write("mine", to: "cats/copy")
    let change = try #require(journal.done().first)
    #expect(throws: JournalError.changedSince(path: "\(work)/cats/copy")) { try journal.undo(change) }
    #expect(tree["cats/copy"] == "mine" && tree["a"] == "other")
    try write("B", to: "cats/copy")
    try journal.undo(change)
    #expect(tree == before)
  }

  @Test func `a folder somebody has put something into is not taken back`() throws {
    try start()
    let journal = try journal()
    try journal.perform([.makeFolder(path: "\(work)/cats")], for: "class", told: "")
    try write("mine", to: "cats/mine")
    #expect(throws: JournalError.content(.cannotWrite(path: "\(work)/cats", code: ENOTEMPTY))) {
      try journal.undo(try #require(journal.done().first))
    }
    #expect(try journal.done().count == 1)
    #expect(tree["cats/mine"] == "mine")
  }

  @Test func `content that was copied is stored when it is taken back, so that it can be made again`() throws {
    try write("B", to: "b")
    let journal = try journal()
    try journal.perform([.copy(of: "\(work)/b", to: "\(work)/c")], for: "dataset", told: "")
    let hash = ContentHash(of: Data("B".utf8))
    #expect(!journal.contents.contains(hash))
    try journal.undo(try #require(journal.done().first))
    try FileManager.default.removeItem(atPath: "\(work)/b")
    try journal.redo(try #require(journal.undone().first))
    #expect(tree == ["c": "B"])
  }

  /// A session that ended after each number of edits, in each direction: the next session brings everything back.
  @Test(arguments: 0...8) func `what an ended session left half done is taken back`(made: Int) throws {
    for state in [Change.State.begun, .undoing, .redoing] {
      let folder = try JournalTests()
      try folder.start()
      let store = try RunStore.open(folder: folder.folder.file("state"))
      let contents = ContentStore(stateFolder: store.folder)
      var plan = FilePlan(contents: contents)
      var changes: [FileChange] = []
      for edit in folder.edits { changes.append(try plan.change(edit)) }
      try contents.put(Data("B".utf8))
      let id = try store.fileChanges.begin(
        changes, "add", told: "", session: UUID().uuidString, place: "here", at: Date())
      #expect(try store.fileChanges.set(state, of: id, from: .begun, session: UUID().uuidString))
      let maker = ChangeMaker(contents: contents, id: id)
      for (edit, change) in zip(folder.edits, changes).prefix(made) { try maker.make(change, from: edit) }
      try folder.write("half", to: ".whet-\(id)")
      // Also in a folder that the change itself has made.
      if made >= 3 { try folder.write("half", to: "cats/.whet-\(id)") }

      let next = try folder.journal()
      #expect(folder.tree == folder.before)
      #expect(try next.done().isEmpty)
      #expect(try next.undone().count == (state == .begun ? 0 : 1))
    }
  }

  @Test func `what a living session is doing is left alone`() throws {
    try start()
    let one = try journal()
    let id = try one.perform(edits, for: "add", told: "")
    let change = try #require(one.done().first)
    #expect(try one.store.fileChanges.set(.undoing, of: id, from: .done, session: change.session))
    _ = try journal()
    #expect(tree == after)
  }

  @Test func `only so many changes are remembered`() throws {
    let journal = try journal()
    for number in 0...Journal.memory {
      try journal.store.withConnection { connection throws(StoreError) in
        try connection.execute(
          "INSERT INTO changes (session, place, statement, told, state, started, files) VALUES ('x', 'here', ?, '', 'done', 0, '[]')",
          .integer(Int64(number)))
      }
    }
    #expect(try self.journal().done().count == Journal.memory)
    #expect(try self.journal().done().last?.statement == "1")
  }

  @Test func `a store of the first schema opens, with all it holds`() throws {
    let first = Schema(steps: Array(Schema.current.steps.prefix(1)))
    let state = folder.file("state")
    let old = try RunStore(folder: state, schema: first)
    try old.remember("0.1", as: "learningRate", in: "hand")
    let journal = try journal()
    #expect(try journal.store.remembered("learningRate", in: "hand") == "0.1")
    try write("A", to: "a")
    try journal.perform([.remove(path: "\(work)/a")], for: "remove", told: "")
    #expect(tree.isEmpty)
  }
}
