import Foundation
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Every statement that changes a model or a dataset, tried on models in every state: it changes the model, or it is refused
/// and nothing has changed; never is a change confirmed and lost.
struct CatalogueWritersTests {
  /// The statements that change what `hand` or `near` stands for, or what they know of `pets`.
  static let writers = [
    "train hand on=pets.train epochs=1", "train hand", "fit hand on=pets.train", "reset hand", "reset hand seed=9",
    "reset hand to=other", "network hand from=tiny classes=3 seed=2", "load hand \"tiny.mlmodel\"",
    "update hand epochs=[1, 2]", "update hand layers=[fc1]", "grow hand classes=4", "set hand epochs=3",
    "delta hand apply=[\"hand.json\"]", "federate hand on=pets.train clients=class validate=pets.test rounds=1",
    "forget hand", "class pets rename=cat to=tiger", "undo", "redo",
    "rerun 1", "correct to=dog; train hand on=corrections epochs=1",
  ]

  /// How `hand` stands when they are tried.
  enum Situation: String, CaseIterable, Sendable {
    case untrained, trained, fitted, loaded, stopped, inJob, inOtherCell
  }

  /// A session in which `hand` stands so.
  private func session(_ situation: Situation) throws -> (session: LiveSession, end: () -> Void) {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(
      "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4; network other from=tiny classes=3 seed=5")
    session.run("train hand on=pets.train epochs=2 seed=1; delta hand path=\"hand.json\"")
    session.run("predict hand image=\"Pets/test/cat/0.png\"")
    let long = "train hand on=pets.train epochs=1000000 seed=3"
    switch situation {
    case .untrained: session.run("reset hand")
    case .trained: break
    case .fitted: session.run("fit hand on=pets.train")
    case .loaded: session.run("save hand path=\"saved.mlmodel\"; load hand \"saved.mlmodel\"")
    case .stopped: session.stop("train hand on=pets.train epochs=40 seed=3", afterQuestions: 30)
    case .inJob:
      session.run("\(long) background=true")
      return (session, { session.workbench.shutDown() })
    case .inOtherCell:
      let beside = LiveSession(notebook: session.notebook, workbench: session.workbench, store: session.store)
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = beside.workbench.run(long, on: beside.page)
        isOver.signal()
      }
      for _ in 0..<30_000 where session.workbench.jobs.atWork.isEmpty { Thread.sleep(forTimeInterval: 0.002) }
      return (
        session,
        {
          session.workbench.shutDown()
          isOver.wait()
        }
      )
    }
    return (session, {})
  }

  /// What of a model a statement can change, but for what a training that goes on changes.
  private func mark(_ session: LiveSession) -> [String] {
    session.withSession { session in
      let models = session.models.values.sorted { $0.name < $1.name }.map { model in
        guard case .network(let network) = model else { return model.name }
        let isHeld = session.catalogue.training(of: model.name) != nil
        let parameters = isHeld ? "" : Fingerprint(of: network.definition).text
        return [
          network.name, "\(network.outputs.classes)", "\(network.outputs.count)", parameters,
          "\(network.update.parameters == nil)",
          "\(network.update.defaults?.epochs ?? 0)",
          isHeld ? "" : "\(network.training.records.count) \(network.initial.origin)",
        ].joined(separator: " ")
      }
      return models + session.datasets.values.map { "\($0.name) \($0.labels)" }.sorted()
    }
  }

  @Test(arguments: [Situation.untrained, .trained, .fitted, .loaded, .stopped])
  func `what is refused has changed nothing, whatever the state of the model`(_ situation: Situation) throws {
    for writer in Self.writers {
      let (session, end) = try session(situation)
      defer { end() }
      let before = mark(session)
      if case .failed(let problem) = session.workbench.run(writer, on: session.page) {
        #expect(mark(session) == before, "\(writer) on \(situation): \(problem.lines)")
        #expect(problem.name == "Mistake", "\(writer) on \(situation): \(problem.lines)")
      }
      session.workbench.settle()
    }
  }

  @Test(arguments: [Situation.inJob, .inOtherCell])
  func `no statement but its training changes a model in training`(_ situation: Situation) throws {
    let (session, end) = try session(situation)
    defer { end() }
    let before = mark(session)
    for writer in Self.writers {
      let outcome = session.workbench.run(writer, on: session.page)
      session.workbench.settle()
      #expect(mark(session) == before, "\(writer) on \(situation)")
      guard case .failed(let problem) = outcome else {
        // What is not about the model in training may be done.
        #expect(["undo", "redo"].contains(writer), "\(writer) on \(situation) was confirmed")
        continue
      }
      #expect(problem.name == "Mistake", "\(writer) on \(situation): \(problem.lines)")
    }
    #expect(!session.workbench.jobs.atWork.isEmpty)
  }

  @Test func `a class cannot be renamed under a training that knows it`() throws {
    let (session, end) = try session(.inJob)
    defer { end() }
    let text = session.fail("class pets rename=cat to=tiger")
    #expect(
      text.contains("hand is in training in the background, as job 1, and nothing else can change it meanwhile."))
    #expect(session.run("show pets").contains("cat"))
    session.run("stop; class pets rename=cat to=tiger")
    #expect(try session.network("hand").outputs.classes == ["tiger", "dog"])
  }

  @Test func `differences are not added to a model in training`() throws {
    let (session, end) = try session(.inJob)
    defer { end() }
    #expect(
      session.fail("delta hand apply=[\"hand.json\"]").contains(
        "hand is in training in the background, as job 1, and nothing else can change it meanwhile."))
  }

  @Test func `undo does not reach into a model in training`() throws {
    let (session, end) = try session(.inJob)
    defer { end() }
    session.run("x = 1")
    #expect(
      session.fail("undo").contains(
        "hand is in training in the background, as job 1, and nothing else can change it meanwhile."))
    #expect(session.run("jobs").contains("running"))
  }

  @Test func `a training in the background is a step that can be taken back once it is over`() throws {
    let session = try Sessions().begin()
    session.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4")
    session.run("train hand on=pets.train epochs=3 seed=3 background=true")
    session.workbench.waitForJobs { false }
    session.run("print 1")
    #expect(try session.network("hand").training.records.count == 3)
    #expect(session.run("undo").hasPrefix("Undone: train hand on=pets.train epochs=3 seed=3 background=true"))
    #expect(try session.network("hand").training.records.isEmpty)
    session.run("redo")
    #expect(try session.network("hand").training.records.count == 3)
  }
}
