import Foundation
import Networks
import RunStore
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

struct RunRecorderTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"

  @Test func `a run holds the model before and after it`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    let before = try session.network("hand")
    session.run("train hand on=pets.train epochs=2")
    let run = try #require(try session.store.trainings.runs().first)
    let details = try #require(RunDetails(run.start.details))
    let keeper = ModelKeeper(store: session.store, place: "elsewhere", describe: \.told)
    let (first, last) = (try #require(details.before), try #require(details.after))
    #expect(try session.store.held().isSuperset(of: [first, last]))
    guard case .network(let start) = try keeper.read(first, named: "hand"),
      case .network(let end) = try keeper.read(last, named: "hand")
    else {
      Issue.record("no networks were held")
      return
    }
    #expect(start.definition == before.definition)
    #expect(end.definition == (try session.network("hand").definition))
  }

  @Test func `epochs are written while the training goes on`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    // As long as the page is not updated more than some times, a tenth of a second each, the training is under way.
    session.page.interrupt(afterUpdates: 6)
    _ = session.fail("train hand on=pets.train epochs=1000000 background=false")
    session.page.interrupt(afterUpdates: nil)
    let run = try #require(try session.store.trainings.runs().first)
    let epochs = try session.store.trainings.epochs(of: run.id)
    #expect(epochs.count == (try session.network("hand").training.records.count))
    #expect(epochs.map(\.epoch) == Array(1...epochs.count))
  }

  @Test func `a training that diverges leaves a failed run, and the last weights that are numbers`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    _ = session.fail("train hand on=pets.train learningRate=1e3 momentum=1 epochs=500 weightDecay=1000 miniBatchSize=1")
    #expect(try session.store.trainings.runs().map(\.state) == [.failed])
    let layers = try session.network("hand").definition.layers
    #expect(layers.allSatisfy { $0.weights?.values.allSatisfy(\.isFinite) ?? true })
  }
}
