import Testing

@testable import Commands
@testable import Experiments

struct StopCommandTests {
  @Test func `a job is stopped by number, by model, or alone`() throws {
    let session = try Sessions().begin()
    defer { session.workbench.shutDown() }
    session.run("dataset pets path=\"Pets\"")
    for name in ["one", "two", "three"] {
      session.run("network \(name) from=tiny classes=3 seed=4")
      session.run("train \(name) on=pets.train epochs=1000000 background=true")
    }
    #expect(
      session.fail("stop") == """
        stop
        ^^^^ stop needs the number or the model of a job.
             Running: 1 (one), 2 (two) and 3 (three).
        """)
    #expect(session.run("stop 2").contains("two was stopped "))
    #expect(session.run("stop one").contains("one was stopped "))
    #expect(
      session.fail("stop 1") == """
        stop 1
             ^ No job 1 is running.
               Running: 3 (three).
        """)
    #expect(session.run("stop").contains("three was stopped "))
    #expect(session.fail("stop").contains("No training is running in the background."))
  }
}
