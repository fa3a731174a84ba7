import Databases
import Foundation
import Testing

@testable import RunStore

/// Stores as earlier versions of the program left them.
@Suite struct SchemaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a store that has been through so many steps, and puts something into each table it has then.
  private func make(steps: Int) throws {
    let store = try RunStore(folder: folder.url, schema: Schema(steps: Array(Schema.current.steps.prefix(steps))))
    try store.withConnection { connection throws(StoreError) in
      try connection.run(
        script: """
          INSERT INTO sessions (started) VALUES (1000);
          INSERT INTO commands VALUES (1, 1, 'train hand epochs=2', 'done');
          INSERT INTO runs (session, model, command, settings, seed, fingerprint, engine, state, started, ended)
            VALUES (1, 'hand', 'train hand epochs=2', '{}', 42, 'abcd', '0.0.1', 'finished', 1000, 2000);
          INSERT INTO epochs VALUES (1, 1, '{"epoch":1}'), (1, 2, '{"epoch":2}');
          INSERT INTO remembered VALUES ('models /here', 'hand', '{"a":1}');
          """)
      guard steps >= 2 else { return }
      try connection.run(
        script: """
          INSERT INTO changes (session, place, statement, told, state, started, files)
            VALUES ('s', '/here', 'remove hands.train 0', '1.jpg was removed', 'done', 1000, '[]');
          INSERT INTO holdings VALUES ('models /here hand', 'ff');
          """)
    }
  }

  @Test(arguments: 1...Schema.current.steps.count)
  func `a store of every earlier version opens with all that is in it, and can be written to`(steps: Int) throws {
    try make(steps: steps)
    let store = try RunStore.open(folder: folder.url)
    #expect(store.damage == nil)
    #expect(try store.history.tail(10).map(\.source) == ["train hand epochs=2"])
    let run = try #require(try store.trainings.runs().first)
    #expect(run.id == 1 && run.start.model == "hand" && run.start.seed == 42 && run.state == .finished)
    #expect(run.start.place == "" && run.start.details == "{}")
    #expect(try store.trainings.epochs(of: 1).count == 2)
    #expect(try store.remembered("hand", in: "models /here") == "{\"a\":1}")
    #expect(try store.history.beginSession() == 2)
    try store.remember("new", as: "hand", in: "models /here")
    #expect(try RunStore.open(folder: folder.url).remembered("hand", in: "models /here") == "new")
    let version = try store.withConnection { connection throws(StoreError) in
      try connection.rows("PRAGMA user_version", [], atMost: 1) { Int($0.integer(0)) }.first
    }
    #expect(version == Schema.current.steps.count)
  }
}
