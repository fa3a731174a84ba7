import Foundation
import RunStore
import Testing
import Training

@testable import Commands
@testable import Experiments

struct RerunCommandTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"
  private let train = "train hand on=pets.train validate=pets.test epochs=5 optimizer=adam augment=[flipHorizontal]"

  @Test
  func `beyond 8: a run done again has the same bits, also in another session and with another number of threads`()
    throws
  {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(make)
    first.run(train)
    first.run("train hand on=pets.train epochs=2 threads=1")
    let before = try first.network("hand")
    #expect(first.run("rerun 1 verify=true").hasPrefix("Run 1: same bits. 51 weights and the losses of 5 epochs"))
    #expect(first.run("rerun 2 verify=true").hasPrefix("Run 2: same bits."))
    // Only compared, nothing changed, nothing written down.
    #expect(try first.network("hand").definition == before.definition)
    #expect(try first.store.trainings.runs().count == 2)
    let second = try sessions.begin()
    #expect(second.run("rerun 1 verify=true").contains("Run 1: same bits."))
  }

  @Test func `beyond 9: pieces of a training are verified, too`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.stop(train, afterQuestions: 8)
    session.run("train hand")
    #expect(session.run("rerun 1 verify=true").contains("Run 1: same bits."))
    #expect(session.run("rerun 2 verify=true").contains("Run 2: same bits."))
  }

  @Test func `a run that ended early is compared with the weights it kept`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.run(
      "train hand on=pets.train validate=pets.test epochs=50 earlyStop=4 keep=best learningRate=0.01 schedule=step(1e-9, 1)"
    )
    #expect(session.page.text.contains("stopped early: 4 epochs without improvement"))
    #expect(session.page.text.contains("the weights are those of epoch 1, the best"))
    #expect(session.run("rerun 1 verify=true").contains("Run 1: same bits."))
  }

  @Test func `changed data is told, with what it changes`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    session.run(train)
    try sessions.notebook.photo("Pets/train/cat/0.jpg", red: 3, green: 250, blue: 7, side: 40)
    session.run("dataset pets path=\"Pets\"")
    let text = session.run("rerun 1 verify=true")
    #expect(text.contains("pets.train has changed: its fingerprint was "))
    #expect(text.hasPrefix("Run 1: not the same bits."))
  }

  @Test func `without verify the model becomes what comes out, as a new run`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.run(train)
    let after = try session.network("hand").definition
    session.run("train hand on=pets.train epochs=3")
    session.run("rerun 1")
    #expect(try session.network("hand").definition == after)
    #expect(try session.network("hand").training.records.count == 5)
    #expect(try session.store.trainings.runs().count == 3)
  }

  @Test func `an unknown run is told with those there are`() throws {
    let session = try Sessions().begin()
    #expect(
      session.fail("rerun 3") == """
        rerun 3
              ^ There is no run 3.
                No training is recorded yet.
        """)
  }
}
