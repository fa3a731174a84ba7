import Foundation
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

struct DiffCommandTests {
  private func trained() throws -> LiveSession {
    let session = try Sessions().begin()
    session.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4")
    session.run("train hand on=pets.train validate=pets.test epochs=1 learningRate=0.0001")
    session.run("train hand on=pets.train validate=pets.test epochs=30 learningRate=0.05 from=start")
    return session
  }

  @Test func `it tells what was set otherwise and nothing else`() throws {
    let session = try trained()
    let text = session.run("diff 1 2")
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.contains(["learningRate", "1e-4", "0.05"]))
    #expect(lines.contains(["epochs", "1", "30"]))
    #expect(!text.contains("miniBatchSize") && !text.contains("shuffle"))
  }

  @Test func `beyond 26: the photos listed are those the two answer otherwise`() throws {
    let session = try trained()
    let text = session.run("diff 1 2 on=pets")
    let (one, other) = try answers(session)
    let changed = zip(one.rows, other.rows).count { $0.predicted != $1.predicted }
    let listed = text.split(separator: "\n").count { $0.contains(".jpg") || $0.contains(".png") }
    #expect(listed == changed)
    let (first, second) = RunDifferenceView.Answers(
      selection: try selection(session), first: one, second: other
    ).onlyOne
    #expect(
      changed == 0 || text.contains("Only run 1 is right on \(first), only run 2 on \(second): McNemar's exact p = "))
    #expect(first + second >= 6 || text.contains("These photos cannot tell which of the two is better."))
  }

  @Test func `a run and itself were set alike and answer alike`() throws {
    let text = try trained().run("diff 2 2")
    #expect(text.contains("run 2 and run 2 do not differ"))
    #expect(text.contains("All 4 photos of pets.test are predicted alike."))
  }

  @Test func `mistakes have their place`() throws {
    let session = try trained()
    #expect(
      session.fail("diff 1 9") == """
        diff 1 9
               ^ There is no run 9.
                 The last ones: 1, 2. All of them: runs
        """)
    #expect(session.fail("diff 1").contains("diff compares two runs; one is given."))
    #expect(session.fail("diff 1 2 1").contains("diff compares two runs; 3 are given."))
  }

  private func selection(_ session: LiveSession) throws -> Selection {
    try session.withSession { try $0.selection(named: "pets") }
  }

  private func answers(_ session: LiveSession) throws -> (Evaluation, Evaluation) {
    try session.withSession { inner in
      let runs = RunHistory(inner).rememberedRuns()
      let selection = try inner.selection(named: "pets")
      let all = try runs.map { try inner.inference().evaluate(RunHistory(inner).model(after: $0), on: selection) }
      return (all[0], all[1])
    }
  }
}
