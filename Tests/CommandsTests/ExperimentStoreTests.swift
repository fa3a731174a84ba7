import CommandLanguage
import Foundation
import RunStore
import Testing
import Training

@testable import Commands
@testable import Experiments

/// What a restarted kernel still knows.
struct ExperimentStoreTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"
  private let train = "train hand on=pets.train validate=pets.test epochs=6 learningRate=0.01 optimizer=adam seed=9"

  @Test func `a network comes back whole: weights, first weights, moments, history, settings`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(make)
    first.run(train)
    let before = try first.network("hand")
    let second = try sessions.begin()
    let text = second.run("history hand last=1")
    #expect(text.contains("hand is from an earlier session: a neural network from tiny, trained for 6 epochs."))
    let after = try second.network("hand")
    #expect(after.definition == before.definition && after.initial.definition == before.initial.definition)
    #expect(after.training.state == before.training.state && after.training.records == before.training.records)
    #expect(after.training.last?.settings == before.training.last?.settings)
    #expect(
      after.outputs.classes == before.outputs.classes && after.source.file == before.source.file
        && after.update.limits == before.update.limits)
    // Said once only.
    #expect(!second.run("history hand last=1").contains("earlier session"))
  }

  @Test func `every part of a network is kept`() throws {
    // A part that is added to `NetworkModel` belongs into `KeptNetwork`, too.
    let model = try Notebook.withNetwork().network("hand")
    let derived: Set = ["name", "file"]
    let parts = Mirror(reflecting: model).children.compactMap(\.label).filter { !derived.contains($0) }
    var packer = NumberPacker { _ in nil }
    let kept = Mirror(reflecting: KeptNetwork(model, &packer)).children.compactMap(\.label)
    #expect(Set(parts).subtracting(kept) == [])
  }

  @Test func `three pieces across restarts are the whole, bit for bit`() throws {
    let whole = try Sessions().begin()
    whole.run(make)
    whole.run(train)
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(make)
    first.stop(train, afterQuestions: 9)
    let second = try sessions.begin()
    second.stop("train hand", afterQuestions: 5)
    let third = try sessions.begin()
    third.run("train hand")
    let (one, other) = (try whole.network("hand"), try third.network("hand"))
    #expect(one.definition == other.definition)
    #expect(one.training.state?.optimizer == other.training.state?.optimizer)
    #expect(one.training.records.map(\.trainLoss) == other.training.records.map(\.trainLoss))
    #expect(one.training.records.map(\.validations) == other.training.records.map(\.validations))
    #expect(other.training.records.map(\.epoch) == [1, 2, 3, 4, 5, 6])
  }

  @Test func `row 98: history is there after a restart, goes on at the next epoch, and reset deletes it`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(make)
    first.run(train)
    let second = try sessions.begin()
    #expect(second.run("train hand epochs=1 on=pets.train").contains("continuing at epoch 7"))
    let record = try #require(try second.network("hand").training.records.last)
    #expect(record.epoch == 7 && record.seed == 4 && record.learningRate == 0.01)
    second.run("reset hand")
    let third = try sessions.begin()
    #expect(third.fail("history hand").contains("hand has not been trained yet."))
    #expect(try third.network("hand").training.records.isEmpty)
    #expect(try third.network("hand").definition == first.network("hand").initial.definition)
  }

  @Test func `row 48: what a k-NN model remembers survives a restart, so nothing is new then`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset pets path=\"Pets\"; knn near features=tiny.pool1 numberOfNeighbors=2 index=kdTree leafSize=5")
    first.run("train near on=pets.train select=[0, 3]")
    let second = try sessions.begin()
    let text = second.run("train near on=pets.train select=[0, 3]")
    #expect(text.contains("near is from an earlier session: a k-NN model that stores 2 photos."))
    #expect(text.contains("pets was read again: 10 photos in Pets/."))
    #expect(text.contains("0 new"))
    let (one, other) = (try first.neighbors("near"), try second.neighbors("near"))
    #expect(one.memory == other.memory && one.extractor.fingerprint == other.extractor.fingerprint)
  }

  @Test func `a table is read again by the statement that read it`() throws {
    let sessions = try Sessions()
    try sessions.notebook.write(Array("a,1,2\nb,2,1\na,1,3\nb,3,1\n".utf8), to: "points.csv")
    let first = try sessions.begin()
    first.run("dataset points csv=\"points.csv\" split=[0.5, 0.5]")
    let second = try sessions.begin()
    #expect(second.run("show points").contains("points was read again: dataset points csv="))
  }

  @Test func `frozen layers are written once`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    let before = sessions.contents()
    session.run("train hand on=pets.train epochs=1")
    let added = sessions.contents().filter { before[$0.key] == nil }
    let head = try session.network("hand").definition.parameterCounts.trainable * 4
    let frozen = try session.network("hand").definition.parameterCounts.all * 4 - head
    #expect(added.values.contains(head))
    #expect(!added.values.contains { $0 == frozen || $0 == frozen + head })
  }

  @Test func `a damaged blob costs its model alone, and says so`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(make)
    let known = Set(sessions.contents().keys)
    first.run("train hand on=pets.train epochs=1; network other from=tiny classes=3 seed=5")
    let all = sessions.contents().filter { !known.contains($0.key) }
    let head = try first.network("hand").definition.parameterCounts.trainable * 4
    let blob = try #require(all.filter { $0.value == head }.keys.sorted { $0.path < $1.path }.first)
    var bytes = try Data(contentsOf: blob)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: blob)
    let second = try sessions.begin()
    let outcomes = ["hand", "other"].map { name in
      second.workbench.run("weights \(name)", on: second.page) == .finished
    }
    #expect(outcomes.filter { $0 }.count == 1)
    let lost = outcomes[0] ? "other" : "hand"
    #expect(
      second.fail("weights \(lost)").contains(
        "\(lost) is from an earlier session and cannot be restored: its stored content ("))
    second.run("network \(lost) from=tiny classes=3; weights \(lost)")
  }

  @Test func `two notebooks at once in one folder do not disturb each other`() throws {
    let sessions = try Sessions()
    let (one, two) = (try sessions.begin(named: "a.ipynb"), try sessions.begin(named: "b.ipynb"))
    one.run(make)
    two.run("dataset pets path=\"Pets\"; network hand from=tiny classes=2 seed=5")
    one.run(train)
    two.run("train hand on=pets.train epochs=2")
    let (again, other) = (try sessions.begin(named: "a.ipynb"), try sessions.begin(named: "b.ipynb"))
    again.run("history hand")
    other.run("history hand")
    #expect(try again.network("hand").training.records.count == 6)
    #expect(try other.network("hand").training.records.count == 2)
  }

  @Test func `a name of an earlier session may be given to anything`() throws {
    let sessions = try Sessions()
    try sessions.begin().run(make)
    let second = try sessions.begin()
    second.run("dataset hand path=\"Pets\"; show hand")
    #expect(!second.page.text.contains("earlier session"))
  }

  @Test func `names of an earlier session are completed`() throws {
    let sessions = try Sessions()
    try sessions.begin().run(make)
    let second = try sessions.begin()
    second.run("print 1")
    #expect(second.workbench.complete("reset ", cursor: 6).matches.map(\.text).contains("hand"))
  }

  @Test func `what is undone stays undone after a restart`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(make)
    first.run(train)
    first.run("undo")
    let second = try sessions.begin()
    #expect(second.fail("history hand").contains("has not been trained yet"))
  }

  @Test func `a state folder that cannot be written is told once and costs nothing here`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run("dataset pets path=\"Pets\"")
    // A file where a folder is needed stops even those whom permissions do not stop.
    try Data().write(to: sessions.state.appending(path: "contents"))
    let text = session.run("network hand from=tiny classes=3 seed=4")
    #expect(text.contains("hand will be lost when the kernel restarts: "))
    #expect(!session.run(train).contains("will be lost"))
    #expect(try session.network("hand").training.records.count == 6)
  }
}

/// Two kernels at work in one place.
struct TwoKernelsTests {
  @Test func `neither model of a name that two kernels train is lost, and the later is told`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4; train hand on=pets.train epochs=1")
    let second = try sessions.begin()
    second.run("describe hand")
    #expect(!first.run("train hand epochs=20").contains("Another kernel"))
    let told = second.run("train hand epochs=2")
    #expect(
      told.contains(
        """
        ⚠️ Another kernel on this notebook has changed hand meanwhile: there it is a neural network from tiny, trained \
        for 21 epochs. For later sessions that one is kept as hand, and this kernel's as hand_2.
        """), "\(told)")
    #expect(!second.run("train hand epochs=1").contains("Another kernel"))
    #expect(!first.run("train hand epochs=1").contains("Another kernel"))
    let third = try sessions.begin()
    third.run("describe hand; describe hand_2")
    #expect(try third.network("hand").training.records.count == 22)
    #expect(try third.network("hand_2").training.records.count == 4)
  }

  @Test func `kernels one after the other have no conflict`() throws {
    let sessions = try Sessions()
    try sessions.begin().run(
      "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4; train hand on=pets.train epochs=1")
    let second = try sessions.begin()
    #expect(!second.run("train hand epochs=2").contains("Another kernel"))
    #expect(!(try sessions.begin().run("train hand epochs=2").contains("Another kernel")))
  }
}
