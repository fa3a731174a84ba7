import Foundation
import Networks
import RunStore
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Trainings in the background, as the cells beside them see them.
struct JobsCommandTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"
  private let long = "train hand on=pets.train epochs=1000000 background=true"

  /// Waits until the job has learnt for so many epochs.
  private func waitForEpochs(_ session: LiveSession, atLeast count: Int) throws {
    try session.waitForEpochs(of: "hand", atLeast: count) { session.run("print 1") }
  }

  private func begun() throws -> (sessions: Sessions, session: LiveSession) {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    session.run(long)
    return (sessions, session)
  }

  @Test func `row 101: other cells answer while a training goes on, and see it go on`() throws {
    let (_, session) = try begun()
    defer { session.workbench.shutDown() }
    session.run("evaluate hand on=pets.test")
    #expect(session.run("jobs").contains("running"))
    let first = try session.network("hand").training.records.count
    try waitForEpochs(session, atLeast: first + 1)
    #expect(session.run("jobs").contains("running"))
  }

  @Test func `the cell that began it goes on showing it, in place`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    session.run(long)
    let page = session.page
    for _ in 0..<3000 where page.updates < 2 { Thread.sleep(forTimeInterval: 0.02) }
    session.workbench.shutDown()
    // The result, and one figure that was replaced.
    #expect(page.entries.count == 2)
    #expect(page.updates >= 2)
    #expect(page.text.contains("hand is in training in the background as job 1."))
    #expect(page.text.contains("stopped; the weights are kept"))
  }

  @Test func `nothing else changes the model meanwhile`() throws {
    let (_, session) = try begun()
    defer { session.workbench.shutDown() }
    for statement in [
      "train hand", "reset hand", "network hand from=tiny classes=3", "set hand epochs=3", "load hand \"tiny.mlmodel\"",
      "fit hand on=pets.train", "forget hand", "grow hand classes=4", "update hand epochs=3",
    ] {
      #expect(
        session.fail(statement).contains(
          "hand is in training in the background, as job 1, and nothing else can change it meanwhile."),
        "\(statement)"
      )
    }
    // What reads it, works; what is another model's, too.
    session.run("describe hand; network other from=tiny classes=3 seed=1; train other on=pets.train epochs=1")
    session.run("undo")
    #expect(session.run("jobs").contains("running"))
  }

  @Test func `stop keeps what was learnt, and train goes on with the same bits`() throws {
    let (_, session) = try begun()
    try waitForEpochs(session, atLeast: 1)
    #expect(session.run("stop").contains("Its weights are kept; train hand continues from there."))
    #expect(session.run("status").contains("suspended"))
    let epochs = try session.network("hand").training.records.count
    session.stop("train hand", afterQuestions: 40)
    let history = try session.network("hand").training.records
    #expect(history.count > epochs)
    // In one piece, in another notebook.
    let whole = try Sessions().begin()
    whole.run(make)
    whole.run("train hand on=pets.train epochs=\(history.count) seed=4")
    #expect(try whole.network("hand").training.records.map(\.trainLoss) == history.map(\.trainLoss))
  }

  @Test func `a training that comes to its end is completed, written down and kept`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    session.run("train hand on=pets.train epochs=4 background=true")
    session.workbench.waitForJobs { false }
    #expect(session.run("jobs").contains("completed"))
    #expect(session.run("status").contains("completed"))
    #expect(try session.network("hand").training.records.count == 4)
    #expect(try session.store.trainings.runs().map(\.state) == [.finished])
    let next = try sessions.begin()
    next.run("history hand")
    #expect(try next.network("hand").definition == session.network("hand").definition)
  }

  @Test func `the end of the kernel stops a job and keeps what it learnt`() throws {
    let (sessions, session) = try begun()
    try waitForEpochs(session, atLeast: 1)
    session.workbench.shutDown()
    let next = try sessions.begin()
    #expect(next.run("runs").contains("suspended"))
    next.stop("train hand", afterQuestions: 3)
    #expect(try next.network("hand").training.records.count > 0)
  }

  @Test func `a job that fails says so in its cell, and leaves weights that are numbers`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.run(
      "train hand on=pets.train learningRate=1e3 momentum=1 epochs=500 weightDecay=1000 miniBatchSize=1 background=true"
    )
    let page = session.page
    session.workbench.waitForJobs { false }
    #expect(page.text.contains("no longer a number"))
    #expect(session.run("jobs").contains("failed"))
    #expect(session.run("status").contains("failed"))
    let layers = try session.network("hand").definition.layers
    #expect(layers.allSatisfy { $0.weights?.values.allSatisfy(\.isFinite) ?? true })
  }

  @Test func `a mistake is told by the cell, and no job is begun`() throws {
    let session = try Sessions().begin()
    session.run(make)
    #expect(session.fail("train hand on=pets.none background=true").contains("pets has no none."))
    #expect(session.run("jobs").hasPrefix("No training has run in the background."))
    #expect(session.fail("stop").contains("No training is running in the background."))
  }
}
