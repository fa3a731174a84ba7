import Foundation
import RunStore
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

struct LedgerCommandTests {
  @Test func `every statement is in the ledger, with what was learnt and what was cached`() throws {
    let sessions = try Sessions()
    let session = try sessions.begin()
    session.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4")
    session.run("train hand on=pets.train epochs=5")
    session.run("train hand on=pets.train epochs=1")
    let costs = try session.store.costs(in: try #require(session.withSession { $0.memory?.place })).map { cost in
      try JSONDecoder().decode(Cost.self, from: Data(cost.record.utf8))
    }
    #expect(costs.map(\.samplesLearnt) == [0, 0, 30, 6])
    #expect(costs.map(\.photosRun) == [0, 0, 6, 0])
    #expect(costs.map(\.photosKnown) == [0, 0, 0, 6])
    let text = session.run("ledger")
    #expect(text.hasPrefix("4 statements in "))
    #expect(text.contains("train hand on=pets.train epochs=5"))
    let sum = try #require(text.split(separator: "\n").first { $0.contains("in all") })
    #expect(sum.split(separator: " ").contains("36"))
    // A later session begins its own, and can ask for all.
    let later = try sessions.begin()
    #expect(later.run("ledger") == "No statement has been run yet.")
    #expect(later.run("ledger of=all last=3").hasPrefix("3 statements in "))
  }

  @Test func `beyond 23: time and memory are those of a stopwatch and of /proc`() throws {
    let session = try Sessions().begin()
    session.withSession { inner in
      let outer = ContinuousClock.now
      let meter = CostMeter(inner)
      let clock = ContinuousClock.now
      // 40 MB that are written to are 40 MB of memory.
      var block = [UInt8](repeating: 1, count: 40_000_000)
      block[7] = 2
      Thread.sleep(forTimeInterval: 0.2)
      let resident = ProcessMemory.resident ?? 0
      let least = (ContinuousClock.now - clock).seconds
      let cost = meter.cost(inner)
      #expect(cost.seconds >= least && cost.seconds <= (ContinuousClock.now - outer).seconds)
      #expect(cost.peakBytes > 40_000_000 && block[7] == 2)
      // The system counts resident pages by the handful.
      #expect(cost.peakBytes > resident - resident / 20)
    }
  }

  @Test func `short statements that change nothing are not noted, however many`() throws {
    let session = try Sessions().begin()
    let cell = (0..<100).map { "print \($0)" }.joined(separator: "; ")
    session.run(cell)
    session.run("seconds=1; dataset pets path=\"Pets\"")
    let text = session.run("ledger")
    // A print that the machine held up for a millisecond is noted, as anything that takes its time.
    #expect(text.contains("dataset pets path=\"Pets\""))
    #expect((text.split(separator: "\n").first?.split(separator: " ").first.flatMap { Int($0) } ?? 100) < 50)
  }

  @Test func `the line of a cost is short`() {
    let cost = Cost(seconds: 12.34, photosRun: 15, photosKnown: 30, samplesLearnt: 1500, peakBytes: 312_000_000)
    #expect(
      cost.line == "took 12.3 s · 122 a second · features 30 of 45 cached · at most 312.0 MB of memory")
    #expect(Cost(seconds: 3).line == "took 3.0 s")
  }
}
