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
      ("learningRate=5", "learningRate=5 is far: above 1 the loss of most networks grows with sgd."),
      (
        "optimizer=adam learningRate=0.5",
        "learningRate=0.5 is far: above 0.1 the loss of most networks grows with adam."
      ), ("learningRate=1", nil), ("optimizer=adam learningRate=0.1", nil), ("epochs=2", nil),
    ] as [(String, String?)])
  func `a rate that few trainings come through is set, and said`(setting: String, words: String?) throws {
    let session = try Sessions().begin()
    session.run(make)
    let lines = session.run("set hand \(setting)").split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("train hand means, where it says nothing: "))
    #expect(
      Array(lines.dropFirst()) == (words.map { ["\($0) To look for a better one: find hand learningRate on=…"] } ?? []))
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
}
