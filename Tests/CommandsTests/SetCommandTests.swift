import Foundation
import RunStore
import Testing
import Training

@testable import Commands
@testable import Experiments

struct SetCommandTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"

  @Test func `row 75: a learning rate that is set is used, shown in every row, and survives a restart`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run(make)
    #expect(
      first.run("set hand learningRate=1e-4 epochs=2").hasPrefix(
        "train hand means, where it says nothing: epochs=2 miniBatchSize=8 optimizer=sgd learningRate=1e-4"))
    first.run("train hand on=pets.train")
    #expect(try first.network("hand").training.records.map(\.learningRate) == [1e-4, 1e-4])
    let second = try sessions.begin()
    second.run("train hand on=pets.train")
    #expect(try second.network("hand").training.records.map(\.learningRate) == [1e-4, 1e-4, 1e-4, 1e-4])
  }

  @Test(
    arguments: [
      ("learningRate=5", "learningRate=5 is high: above 1 the loss of most networks grows with sgd."),
      (
        "optimizer=adam learningRate=0.5",
        "learningRate=0.5 is high: above 0.1 the loss of most networks grows with adam."
      ), ("learningRate=1", nil), ("optimizer=adam learningRate=0.1", nil), ("epochs=2", nil),
    ] as [(String, String?)])
  func `a rate that few trainings come through is set, and said`(setting: String, words: String?) throws {
    let session = try Sessions().begin()
    session.run(make)
    let lines = session.run("set hand \(setting)").split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("train hand means, where it says nothing: "))
    #expect(
      Array(lines.dropFirst()) == (words.map { ["\($0) To find a better one: find hand learningRate on=…"] } ?? []))
  }

  @Test func `row 88: what train is told holds before what was set, for this training alone`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.run("set hand learningRate=0.5 epochs=1")
    session.run("train hand on=pets.train learningRate=0.25")
    session.run("train hand on=pets.train")
    #expect(try session.network("hand").training.records.map(\.learningRate) == [0.25, 0.5])
    #expect(try session.network("hand").training.records.map(\.miniBatchSize) == [8, 8])
  }

  @Test func `mistakes have their place and change nothing`() throws {
    let session = try Sessions().begin()
    session.run(make)
    #expect(
      session.fail("set hand beta1=0.5") == """
        set hand beta1=0.5
                       ^^^ beta1=0.5 belongs to optimizer=adam.
                           Set optimizer=adam, or leave it out.
        """)
    #expect(session.fail("set hand checkpoint=5").contains("set has no \"checkpoint\"."))
    #expect(session.fail("set hand classWeights=balanced").contains("belongs to train, which knows the classes"))
    #expect(try session.network("hand").update.defaults == nil)
  }

  // MARK: While the model is in training

  private let endless = "train hand on=pets.train epochs=1000000 schedule=exponential(0.9999) seed=4 background=true"

  @Test func `the rate of a training goes on from what is set, is written down, and done again gives the same bits`()
    throws
  {
    let session = try Sessions().begin()
    session.run(make)
    session.run(endless)
    for (place, rate) in ["1e-4", "0.002"].enumerated() {
      let epochs = try session.network("hand").training.records.count
      try session.waitForEpochs(of: "hand", atLeast: epochs + 1) { session.run("print 1") }
      #expect(
        session.run("set hand learningRate=\(rate)")
          == "hand continues with learningRate=\(rate) from its next mini-batch; its run records the change.")
      for _ in 0..<3000 where (try session.runDetails(1).rateChanges ?? []).count <= place {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    // The training may be far ahead of what the notebook has seen of it.
    let changed = try #require(session.runDetails(1).rateChanges?.last?.epoch)
    try session.waitForEpochs(of: "hand", atLeast: changed + 2) { session.run("print 1") }
    session.run("stop")
    let changes = try #require(session.runDetails(1).rateChanges)
    #expect(changes.map(\.learningRate) == [1e-4, 0.002])
    let records = try session.network("hand").training.records
    for change in changes {
      let next = try #require(records.first { $0.epoch > change.epoch + 1 })
      #expect(abs(next.learningRate / change.learningRate - 1) < 0.3)
    }
    #expect(session.run("runs").contains("learningRate set to 1e-4 from epoch "))
    #expect(session.run("rerun 1 verify=true").hasPrefix("Run 1: same bits."))
    // What goes on goes on with it, and its epochs are shown with it.
    session.stop("train hand", afterQuestions: 30)
    let last = try #require(session.network("hand").training.records.last)
    let before = try #require(records.last)
    #expect(last.epoch > before.epoch && last.learningRate <= before.learningRate)
    #expect(abs(last.learningRate / before.learningRate - 1) < 0.1)
    #expect(try session.network("hand").training.last?.rateChanges == changes)
    #expect(!session.run("weights hand layer=fc1 epochs=true").contains("elsewhere"))
  }

  @Test func `a rate that is set right before a stop holds when the training goes on`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.run(endless)
    try session.waitForEpochs(of: "hand", atLeast: 1) { session.run("print 1") }
    session.run("set hand learningRate=2e-6; stop")
    #expect(try session.network("hand").training.last?.rateChanges?.map(\.learningRate) == [2e-6])
    session.stop("train hand", afterQuestions: 30)
    #expect(try #require(session.network("hand").training.records.last).learningRate <= 2e-6)
  }

  @Test func `nothing but the rate can be set meanwhile, and none that is not allowed`() throws {
    let session = try Sessions().begin()
    session.run(make)
    session.run("update hand learningRate=range(0, 0.5, default=0.001)")
    session.run(endless)
    defer { session.workbench.shutDown() }
    for other in ["epochs=3", "learningRate=0.1 epochs=3", "optimizer=adam"] {
      #expect(session.fail("set hand \(other)").contains("hand is in training in the background, as job 1"))
    }
    #expect(session.fail("set hand learningRate=0.7").contains("hand allows learningRate from 0 to 0.5"))
    #expect(session.fail("set hand learningRate=-1").contains("learningRate"))
    #expect(try session.runDetails(1).rateChanges == nil)
    // What it tells without a setting it tells meanwhile, too.
    #expect(session.run("set hand").hasPrefix("train hand means"))
  }
}

extension LiveSession {
  /// What is remembered of a run.
  fileprivate func runDetails(_ number: Int64) throws -> RunDetails {
    let run = try #require(try store.trainings.runs().first { $0.id == number })
    return try #require(RunDetails(run.start.details))
  }
}
