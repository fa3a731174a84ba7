import Figures
import Foundation
import Networks
import Testing
import Training

@testable import Commands
@testable import Experiments

/// The life of a training, row by row of what the articles describe.
struct TrainingLifeTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"

  @Test func `row 56: a starter is never changed, and reset gives its bits back and empties the history`() throws {
    let sessions = try Sessions()
    let file = sessions.notebook.folder.appending(path: "tiny.mlmodel")
    let starter = try Data(contentsOf: file)
    let session = try sessions.begin()
    session.run(make)
    let first = try session.network("hand").definition
    session.run("train hand on=pets.train epochs=3")
    #expect(try session.network("hand").definition != first)
    session.run("reset hand")
    #expect(try session.network("hand").definition == first)
    #expect(try session.network("hand").training.records.isEmpty)
    #expect(try Data(contentsOf: file) == starter)
  }

  @Test(arguments: ["shuffle=false", "miniBatchSize=2", "epochs=7"])
  func `row 91: what is fixed once a training has begun is refused`(setting: String) throws {
    let session = try Sessions().begin()
    session.run(make)
    session.stop("train hand on=pets.train epochs=100000 seed=3", afterQuestions: 6)
    let epochs = try session.network("hand").training.records.count
    let text = session.fail("train hand on=pets.train \(setting)")
    #expect(text.contains(String(setting.prefix { $0 != "=" })))
    #expect(try session.network("hand").training.records.count == epochs)
  }

  @Test(arguments: ["conv1", "fc1", "fullyconnected0"])
  func `row 92: the weights of any layer are shown, with their shape`(layer: String) throws {
    let session = try Sessions().begin()
    session.run(make)
    let known = try session.network("hand").definition.layers.map(\.name)
    guard known.contains(layer) else { return }
    session.run("weights hand layer=\(layer)")
    #expect(session.page.entries.contains { $0.rendering.svg != nil })
  }

  @Test func `row 93: interrupt keeps finished epochs, and the model is that of so many epochs`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.stop("train hand on=pets.train epochs=50 miniBatchSize=6 seed=3", afterQuestions: 20)
    let rows = try session.network("hand").training.records.count
    #expect(rows > 0 && rows < 50)
    let other = try Sessions().begin()
    other.run(make)
    other.run("train hand on=pets.train epochs=\(rows) miniBatchSize=6 seed=3")
    // One mini-batch is an epoch here, so the model stands at the end of an epoch.
    let (one, two) = (try session.network("hand"), try other.network("hand"))
    #expect(one.training.records.map(\.trainLoss) == two.training.records.map(\.trainLoss))
    #expect(one.training.state?.batch == 1 || one.definition == two.definition)
  }

  @Test func `row 94: a training stopped before its first epoch ended has no row, not one of zeros`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.stop("train hand on=pets.train validate=pets.test epochs=5 miniBatchSize=1", afterQuestions: 4)
    #expect(try session.network("hand").training.records.isEmpty)
    #expect(session.fail("history hand").contains("has not been trained yet"))
  }

  @Test func `row 99: train continues, again and again`() throws {
    let session = try Sessions().begin()
    session.run(make)
    for _ in 0..<4 { session.run("train hand on=pets.train epochs=2 seed=3") }
    let whole = try Sessions().begin()
    whole.run(make)
    whole.run("train hand on=pets.train epochs=8 seed=3")
    #expect(try session.network("hand").training.records.map(\.epoch) == Array(1...8))
    #expect(try session.network("hand").definition == whole.network("hand").definition)
  }

  @Test func `row 100: memory is flat over many trainings`() throws {
    let session = try Sessions().begin()
    session.run(make)
    func train(_ count: Int) -> Int {
      for _ in 0..<count { session.run("train hand on=pets.train epochs=3 from=start") }
      return ProcessMemory.resident ?? 0
    }
    let first = train(2)
    // Other tests take memory in the same process meanwhile; the articles' leak, 250 MB a task, would be 4.5 GB.
    #expect(train(18) - first < 1_000_000_000)
  }
}
