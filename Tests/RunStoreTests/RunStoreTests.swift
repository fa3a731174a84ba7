import Databases
import Foundation
import Testing

@testable import RunStore

@Suite struct RunStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("whet.sqlite").path }

  init() throws { folder = try TemporaryFolder() }

  @Test func `opening makes the folder, for its owner alone`() throws {
    let inner = folder.file("a/b")
    let store = try RunStore.open(folder: inner)
    #expect(store.damage == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: inner.path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func `the file is in write-ahead mode and says its version`() throws {
    let store = try RunStore.open(folder: folder.url)
    let answers = try ["journal_mode", "user_version", "synchronous", "foreign_keys"].map { pragma in
      try store.withConnection { connection throws(StoreError) in
        try connection.rows("PRAGMA \(pragma)", [], atMost: 1) { $0.text(0) }.first
      }
    }
    #expect(answers == ["wal", "\(Schema.current.steps.count)", "1", "1"])
  }

  @Test(arguments: [
    "not a database at all, but long enough to be looked at as one. " + String(repeating: "x", count: 4096), "?",
  ])
  func `a file that is no store is set aside, not touched`(content: String) throws {
    try content.write(toFile: path, atomically: false, encoding: .utf8)
    let store = try RunStore.open(folder: folder.url)
    let damage = try #require(store.damage)
    #expect(damage.path == path + ".damaged-1" && damage.recovered.isEmpty)
    #expect(abs(damage.date.timeIntervalSinceNow) < 60)
    #expect(try String(contentsOfFile: damage.path, encoding: .utf8) == content)
    #expect(try store.history.beginSession() == 1)
    #expect(try RunStore.open(folder: folder.url).damage == damage)
    try FileManager.default.removeItem(atPath: damage.path)
    #expect(store.damage == nil)
  }

  @Test func `a second damaged file gets the next name`() throws {
    for number in 1...3 {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try Data(repeating: 7, count: 5000).write(to: folder.file("whet.sqlite"))
      #expect(try RunStore.open(folder: folder.url).damage?.path == path + ".damaged-\(number)")
    }
  }

  @Test func `an empty file becomes a store`() throws {
    try Data().write(to: folder.file("whet.sqlite"))
    #expect(try RunStore.open(folder: folder.url).damage == nil)
  }

  @Test func `damage found later is mended as it is found`() throws {
    do {
      let store = try RunStore.open(folder: folder.url)
      let session = try store.history.beginSession()
      for line in 1...500 {
        try store.history.record(HistoryEntry(session: session, line: line, source: String(repeating: "x", count: 200)))
      }
    }
    let store = try RunStore.open(folder: folder.url)
    let file = try FileHandle(forUpdating: folder.file("whet.sqlite"))
    let size = try file.seekToEnd()
    try file.seek(toOffset: size / 2)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    try file.close()
    let read = try store.history.tail(500)
    #expect(read.count > 400 && read.count < 500)
    #expect(store.damage?.path == path + ".damaged-1" && store.damage?.recovered["commands"] == read.count)
    #expect(try store.history.beginSession() == 2)
    #expect(try RunStore.open(folder: folder.url).history.beginSession() == 3)
  }

  @Test func `a store whose file is removed meanwhile goes on with a fresh one`() throws {
    let store = try RunStore.open(folder: folder.url)
    _ = try store.history.beginSession()
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    #expect(try store.history.beginSession() == 1)
    #expect(try RunStore.open(folder: folder.url).history.beginSession() == 2)
  }

  @Test func `only its owner may read the file, though it was made otherwise`() throws {
    try Data().write(to: folder.file("whet.sqlite"))
    chmod(path, 0o644)
    _ = try RunStore.open(folder: folder.url).history.beginSession()
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `a store of an older schema is brought up to date with all it holds`() throws {
    let old = Schema(steps: Schema.current.steps)
    _ = try RunStore(folder: folder.url, schema: old).history.beginSession()
    let new = Schema(steps: old.steps + ["ALTER TABLE sessions ADD COLUMN note TEXT"])
    #expect(try RunStore(folder: folder.url, schema: new).history.beginSession() == 2)
  }

  @Test func `a store of a newer schema is left alone`() throws {
    let newer = Schema(steps: Schema.current.steps + ["CREATE TABLE future (x)"])
    _ = try RunStore(folder: folder.url, schema: newer)
    let known = Schema.current.steps.count
    #expect(throws: StoreError.newerSchema(path: path, found: known + 1, known: known)) {
      try RunStore.open(folder: folder.url)
    }
    #expect(!folder.files.contains("whet.sqlite.damaged-1"))
  }

  @Test func `a step that fails leaves the older schema`() throws {
    _ = try RunStore.open(folder: folder.url)
    let broken = Schema(steps: Schema.current.steps + ["CREATE TABLE half (x); CREATE TABLE half (x)"])
    #expect(throws: StoreError.self) { try RunStore(folder: folder.url, schema: broken) }
    #expect(try RunStore.open(folder: folder.url).history.beginSession() == 1)
  }

  @Test func `a full disk is a fact, and what was written stays`() throws {
    let store = try RunStore.open(folder: folder.url)
    let session = try store.history.beginSession()
    try store.history.record(HistoryEntry(session: session, line: 1, source: "kept"))
    try store.withConnection { connection throws(StoreError) in
      try connection.run(script: "PRAGMA max_page_count = 20")
    }
    #expect(throws: StoreError.full(path: path)) {
      try store.history.record(HistoryEntry(session: session, line: 2, source: String(repeating: "x", count: 200_000)))
    }
    #expect(try store.history.tail(10).map(\.source) == ["kept"])
    try store.history.record(HistoryEntry(session: session, line: 3, source: "small"))
    #expect(try store.history.tail(10).map(\.source) == ["kept", "small"])
  }

  @Test func `a store that may only be read is a fact`() throws {
    let store = try RunStore.open(folder: folder.url)
    try store.withConnection { connection throws(StoreError) in
      try connection.run(script: "PRAGMA query_only = ON")
    }
    #expect(throws: StoreError.readOnly(path: path)) { try store.history.beginSession() }
    #expect(try store.history.tail(1).isEmpty)
  }

  @Test func `a folder that cannot be is a fact`() throws {
    try "in the way".write(to: folder.file("state"), atomically: false, encoding: .utf8)
    #expect(throws: StoreError.self) { try RunStore.open(folder: folder.file("state")) }
    #expect(throws: StoreError.self) { try RunStore.open(folder: folder.file("state/inner")) }
    #expect(throws: StoreError.self) { try RunStore.open(folder: URL(fileURLWithPath: "/proc/nowhere")) }
  }

  @Test func `a folder in the file's place is a fact`() throws {
    try FileManager.default.createDirectory(at: folder.file("whet.sqlite"), withIntermediateDirectories: true)
    #expect(throws: StoreError.self) { try RunStore.open(folder: folder.url) }
  }

  @Test func `many open at once, each writes, nothing is lost`() async throws {
    let url = folder.url
    let threads = 8
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<threads {
        group.addTask {
          let store = try RunStore.open(folder: url)
          let session = try store.history.beginSession()
          for line in 1...50 {
            try store.history.record(HistoryEntry(session: session, line: line, source: "command"))
          }
        }
      }
      try await group.waitForAll()
    }
    let entries = try RunStore.open(folder: url).history.tail(1000)
    #expect(entries.count == threads * 50)
    #expect(Set(entries.map(\.session)) == Set(1...threads))
  }
}
