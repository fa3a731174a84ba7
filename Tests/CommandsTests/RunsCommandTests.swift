import Foundation
import RunStore
import Testing
import Training

@testable import Commands
@testable import Experiments

struct RunsCommandTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"

  @Test func `every training is listed with its statement, seed, losses and state`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    session.run("train hand on=pets.train validate=pets.test epochs=3 learningRate=0.01")
    session.stop("train hand on=pets.train epochs=1000000", afterQuestions: 12)
    let text = session.run("runs")
    #expect(text.hasPrefix("2 runs"))
    #expect(text.contains("train hand on=pets.train validate=pets.test epochs=3 learningRate=0.01"))
    #expect(text.contains("completed") && text.contains("suspended") && text.contains("1–3"))
    #expect(session.run("runs last=1").hasPrefix("1 run\n"))
    #expect(session.run("runs near") == "No training of near is recorded.")
  }

  @Test func `what was set otherwise than before is said, also of the first row shown`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.run("train hand on=pets.train epochs=2 learningRate=0.01 optimizer=adam seed=3")
    session.run("train hand on=pets.train epochs=2 learningRate=0.001 seed=3 from=start optimizer=adam")
    session.run("train hand on=pets.train epochs=2 learningRate=0.001 seed=3 from=start optimizer=adam")
    let text = session.run("runs")
    #expect(text.contains("changed since the run before"))
    #expect(text.contains("learningRate 0.01 → 0.001") && text.contains("  nothing  "))
    #expect(session.run("runs last=1").contains("  nothing  "))
  }

  @Test func `runs survive a restart, and are of their own notebook`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin(named: "a.ipynb")
    first.run(make)
    first.run("train hand on=pets.train epochs=2")
    #expect(try sessions.begin(named: "a.ipynb").run("runs hand").hasPrefix("1 run\n"))
    #expect(try sessions.begin(named: "b.ipynb").run("runs") == "No training is recorded yet.")
  }

  @Test func `the test accuracy is that of the model as it stood after the run`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run(make)
    session.run("train hand on=pets.train epochs=2 seed=3")
    session.run("evaluate hand on=pets.train")
    #expect(!session.run("runs").contains("(pets.train)"))
    let shown = session.run("evaluate hand on=pets.test")
    let accuracy = try #require(shown.firstMatch(of: /(\d+\.\d) % correct/)?.1)
    #expect(session.run("runs").contains("\(accuracy)0 % (pets.test)"))
    // Trained on, it is another model, and the run before keeps what was found.
    session.run("train hand on=pets.train epochs=1 seed=3")
    #expect(session.run("runs").matches(of: /\(pets.test\)/).count == 1)
    session.run("undo; evaluate hand on=pets.test; undo")
    #expect(try sessions.begin().run("runs").matches(of: /\(pets.test\)/).count == 1)
  }

  @Test func `asking for runs brings no model back`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(make)
    first.run("train hand on=pets.train epochs=2")
    #expect(!(try sessions.begin().run("runs hand")).contains("is from an earlier session"))
  }

  @Test func `without a state folder it says so`() throws {
    #expect(
      try Notebook.withNetwork().fail("runs").hasSuffix(
        """
        Nothing is recorded: the state folder cannot be written.
             Make it writable, or name another one: WHET_STATE=…
        """))
  }
}
