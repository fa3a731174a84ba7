import Foundation
import Testing

@testable import RunStore

@Suite struct RunsTests {
  private let folder: TemporaryFolder
  private let store: RunStore
  private let noon = Date(timeIntervalSince1970: 1_700_000_000.123)

  init() throws {
    folder = try TemporaryFolder()
    store = try RunStore.open(folder: folder.url)
  }

  private func start(_ model: String, seed: UInt64 = 42) -> RunStart {
    RunStart(
      model: model, command: "train \(model)", settings: #"{"epochs":50}"#, seed: seed, fingerprint: "f", engine: "1.0")
  }

  @Test func `a run is remembered whole, across openings`() throws {
    var whole = start("hand", seed: .max)
    whole.session = try store.history.beginSession()
    let id = try store.trainings.begin(whole, at: noon)
    let again = try RunStore.open(folder: folder.url)
    let run = try #require(try again.trainings.run(id))
    #expect(run == Run(id: id, start: whole, state: .running, started: noon, ended: nil))
    #expect(try again.trainings.set(.finished, of: id, at: noon + 60))
    #expect(try store.trainings.run(id)?.ended == noon + 60)
    #expect(try store.trainings.run(id)?.state == .finished)
    #expect(try store.trainings.set(.running, of: id))
    #expect(try store.trainings.run(id)?.ended == nil)
  }

  @Test func `runs of one model or all, the last ones, oldest first`() throws {
    let ids = try ["near", "hand", "hand", "near", "hand"].map { try store.trainings.begin(start($0)) }
    #expect(try store.trainings.runs().map(\.id) == ids)
    #expect(try store.trainings.runs(of: "hand").map(\.id) == [ids[1], ids[2], ids[4]])
    #expect(try store.trainings.runs(of: "hand", last: 2).map(\.id) == [ids[2], ids[4]])
    #expect(try store.trainings.runs(last: 1).map(\.id) == [ids[4]])
    #expect(try store.trainings.runs(of: "nobody").isEmpty)
    #expect(try store.trainings.runs(last: -1).isEmpty)
  }

  @Test func `epochs come in order, an epoch twice is replaced`() throws {
    let run = try store.trainings.begin(start("hand"))
    let other = try store.trainings.begin(start("hand"))
    try store.trainings.append([StoredEpoch(epoch: 2, record: "b"), StoredEpoch(epoch: 1, record: "a")], to: run)
    try store.trainings.append([StoredEpoch(epoch: 2, record: "c")], to: run)
    try store.trainings.append([StoredEpoch(epoch: 1, record: "x")], to: other)
    #expect(
      try store.trainings.epochs(of: run) == [StoredEpoch(epoch: 1, record: "a"), StoredEpoch(epoch: 2, record: "c")])
    #expect(try store.trainings.epochs(of: 99).isEmpty)
  }

  @Test func `epochs of no run are refused, all of them`() throws {
    #expect(throws: StoreError.self) {
      try store.trainings.append([StoredEpoch(epoch: 1, record: "a")], to: 99)
    }
    #expect(try store.trainings.epochs(of: 99).isEmpty)
    #expect(try !store.trainings.set(.failed, of: 99))
    #expect(try store.trainings.run(99) == nil)
  }
}
