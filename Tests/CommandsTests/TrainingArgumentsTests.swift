import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Every setting of a training as it is written in a cell.
struct TrainingArgumentsTests {
  private func settings(_ words: String) throws -> TrainingSettings {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 \(words)")
    return try #require(notebook.network("hand").training.last).settings
  }

  @Test(
    arguments: [
      (
        "optimizer=sgd momentum=0.9 nesterov=true weightDecay=0.1",
        .sgd(learningRate: 0.001, momentum: 0.9, isNesterov: true, weightDecay: 0.1)
      ),
      ("optimizer=adam weightDecay=0.1", .adam(weightDecay: 0.1)), ("optimizer=adam", .adam()),
      ("optimizer=adamW", .adamW()),
      ("optimizer=adamW weightDecay=0.2 beta1=0.8", .adamW(beta1: 0.8, weightDecay: 0.2)),
    ] as [(String, OptimizerSettings)])
  func `optimizers`(words: String, optimizer: OptimizerSettings) throws {
    #expect(try settings(words).optimizer == optimizer)
  }

  @Test func `the rest of the loop`() throws {
    let settings = try settings(
      "keep=best earlyStop=3 lastBatch=short labelSmoothing=0.1 shuffle=false loss=crossEntropy")
    #expect(settings.keep == .best)
    #expect(settings.earlyStop == .init(patience: 3))
    #expect(settings.lastBatch == .short)
    #expect(settings.loss.labelSmoothing == 0.1)
    #expect(!settings.shuffle)
  }

  @Test func `the settings are told as one would type them`() throws {
    let notebook = try Notebook.withNetwork()
    let words =
      "momentum=0.5 nesterov=true labelSmoothing=0.25 classWeights=[2, 1] seed=1 keep=best earlyStop=9"
    notebook.run("train hand on=pets.train epochs=1 \(words)")
    #expect(
      notebook.page.text.contains(
        "epochs=1 miniBatchSize=8 optimizer=sgd learningRate=0.001 momentum=0.5 nesterov=true labelSmoothing=0.25 "
          + "classWeights=[2, 1, 1] shuffle=true seed=1 keep=best earlyStop=9"))
  }

  // MARK: Loss

  /// Three cats and one dog: n / (classes · count) for each, 1 for the output nobody has.
  @Test func `balanced classes count as much as they are rare`() throws {
    let notebook = try Notebook.withNetwork()
    for number in 0..<3 { try notebook.photo("Few/train/cat/\(number).jpg", red: UInt8(number)) }
    try notebook.photo("Few/train/dog/0.jpg", red: 200)
    notebook.run("dataset few path=\"Few\"; train hand on=few epochs=1 classWeights=balanced")
    #expect(try notebook.network("hand").training.last?.settings.loss.classWeights == [4 / 6, 2, 1])
    notebook.run("network twin from=tiny classes=3 seed=42; network same from=tiny classes=3 seed=42")
    notebook.run("train twin on=few epochs=3 seed=5 classWeights=[1, 1]; train same on=few epochs=3 seed=5")
    #expect(try notebook.network("twin").definition == notebook.network("same").definition)
  }

  /// Row 61: with squared errors a photo's class is to have 1, the others 0.
  @Test func `row 61: the squared error is that of the probabilities`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("features pets from=tiny layer=flat1")
    notebook.run(
      "train hand on=pets.train validate=pets.test epochs=1 loss=meanSquaredError learningRate=0 miniBatchSize=6")
    let record = try #require(notebook.network("hand").training.records.last)
    for (split, loss) in [("pets.train", record.trainLossMean), ("pets.test", try #require(record.validationLoss))] {
      let probabilities = try notebook.probabilities("hand", on: split)
      let half = probabilities.shape[0] / 2
      var sum = 0.0
      for row in 0..<2 * half {
        for (output, value) in probabilities.row(row).enumerated() {
          let wanted: Double = output == (row < half ? 0 : 1) ? 1 : 0
          sum += (Double(value) - wanted) * (Double(value) - wanted)
        }
      }
      #expect(abs(sum / Double(probabilities.count) - loss) < 1e-6)
    }
    #expect(record.trainAccuracy != nil && record.validationAccuracy != nil)
    notebook.run("train hand on=pets.train epochs=200 loss=meanSquaredError optimizer=adam learningRate=0.02")
    let history = try notebook.network("hand").training.records
    #expect(try #require(history.last).trainLossMean < 0.5 * record.trainLossMean)
  }

  // MARK: Schedules

  /// Row 89: the rate after 10 epochs is 0.9044 of the first (0.99^10); each epoch's row tells its own.
  @Test func `an exponential schedule falls after every epoch`() throws {
    let rates = try self.rates("schedule=exponential(0.99, every=epoch) learningRate=0.01", epochs: 11)
    for (epoch, rate) in rates.enumerated() { #expect(abs(rate - 0.01 * pow(0.99, Double(epoch))) < 1e-12) }
    #expect(abs(rates[10] / rates[0] - 0.9044) < 5e-5)
  }

  /// Row 90, each by its formula; a row has the rate of its epoch's last mini-batch, of which there are 3.
  @Test func `row 90: the rates of all schedules follow their formulas`() throws {
    let base = 0.01
    let expected: [(String, (Int) -> Double)] = [
      ("constant", { _ in base }), ("step(0.5, 2)", { base * pow(0.5, Double($0 / 2)) }),
      ("cosine", { base * (1 + cos(.pi * Double($0) / 6)) / 2 }),
      ("cosine(0.001)", { 0.001 + 0.009 * (1 + cos(.pi * Double($0) / 6)) / 2 }),
      ("exponential(0.9, every=batch)", { base * pow(0.9, Double(3 * $0 + 2)) }),
      ("cyclic(0.02, 6)", { base + 0.01 * (1 - abs(Double((3 * $0 + 2) % 12) / 6 - 1)) }),
      ("warmUp(2)", { base * min(1, Double(3 * $0 + 3) / 6) }),
      ("warmUp(2, step(0.5, 2))", { base * pow(0.5, Double($0 / 2)) * min(1, Double(3 * $0 + 3) / 6) }),
      ("oneCycle", Self.oneCycle),
    ]
    for (schedule, formula) in expected {
      let rates = try rates("schedule=\(schedule) learningRate=\(base)", epochs: 6)
      for (epoch, rate) in rates.enumerated() {
        #expect(abs(rate - formula(epoch)) < 1e-12, "\(schedule), epoch \(epoch)")
      }
    }
  }

  /// PyTorch's OneCycleLR with max_lr=0.01 and 18 steps, at the last step of each of 6 epochs.
  private static func oneCycle(_ epoch: Int) -> Double {
    let (top, start, end, step, peak) = (0.01, 0.01 / 25, 0.01 / 250_000, Double(3 * epoch + 2), 0.3 * 18 - 1)
    func along(_ from: Double, _ to: Double, _ share: Double) -> Double {
      to + (from - to) * (1 + cos(.pi * share)) / 2
    }
    return step < peak ? along(start, top, step / peak) : along(top, end, (step - peak) / (17 - peak))
  }

  private func rates(_ words: String, epochs: Int) throws -> [Double] {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train miniBatchSize=2 epochs=\(epochs) \(words)")
    return try notebook.network("hand").training.records.map(\.learningRate)
  }

  // MARK: Several validation sets

  /// Row 85: the training photos watched too.
  @Test func `every validation set has columns of its own`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train validate=[pets.test, pets.train] epochs=2")
    let record = try #require(notebook.network("hand").training.records.last)
    #expect(record.validations.map(\.name) == ["pets.test", "pets.train"])
    #expect(notebook.page.text.contains("pets.train loss  pets.train accuracy"))
    #expect(try record.validations[1].accuracy == notebook.accuracy("hand", on: "pets.train"))
  }

  // MARK: Endings

  @Test func `early stop ends the run, and keep=best returns to the best epoch`() throws {
    let notebook = try Notebook.withNetwork()
    // The rate is 0 after the first epoch, so nothing gets better any more.
    notebook.run(
      "train hand on=pets.train validate=pets.test epochs=50 earlyStop=4 keep=best learningRate=0.01 schedule=step(1e-9, 1)"
    )
    let model = try notebook.network("hand")
    #expect(model.training.records.count < 50)
    #expect(notebook.page.text.contains("stopped early: 4 epochs without improvement"))
    let best = try #require(model.training.records.min { ($0.validationLoss ?? 0) < ($1.validationLoss ?? 0) })
    #expect(best.epoch == model.training.records.count - 4)
    #expect(notebook.page.text.contains("the weights are those of epoch \(best.epoch), the best"))
    #expect(try best.validationAccuracy == notebook.accuracy("hand", on: "pets.test"))
  }

  @Test(arguments: [
    Mistake(
      "train hand on=pets.train optimizer=adam nesterov=true",
      """
      train hand on=pets.train optimizer=adam nesterov=true
                                                       ^^^^ nesterov=true belongs to optimizer=sgd.
                                                            Leave it out, or set optimizer=sgd.
      """),
    Mistake(
      "train hand on=pets.train classWeights=[1, 2, 3]",
      """
      train hand on=pets.train classWeights=[1, 2, 3]
                                            ^^^^^^^^^ classWeights has 3 numbers for 2 classes: cat dog.
                                                      One number above 0 for each, in this order, or classWeights=balanced.
      """),
    Mistake(
      "train hand on=pets.train classWeights=[1, none]",
      """
      train hand on=pets.train classWeights=[1, none]
                                                ^^^^ classWeights takes a number from 0 to 1000000, not none.
      """),
    Mistake(
      "train hand on=pets.train loss=meanSquaredError labelSmoothing=0.1",
      """
      train hand on=pets.train loss=meanSquaredError labelSmoothing=0.1
                                                                    ^^^ labelSmoothing=0.1 belongs to loss=crossEntropy.
                                                                        Leave it out, or the other loss.
      """),
    Mistake(
      "train hand on=pets.train loss=hinge",
      """
      train hand on=pets.train loss=hinge
                                    ^^^^^ loss cannot be hinge. It can be crossEntropy, meanSquaredError, meanAbsoluteError or huber.
      """),
    Mistake(
      "train hand on=pets.train earlyStop=0",
      """
      train hand on=pets.train earlyStop=0
                                         ^ earlyStop takes a whole number from 1 to 1,000,000, not 0.
      """),
    Mistake(
      "train hand on=pets.train threads=0",
      """
      train hand on=pets.train threads=0
                                       ^ threads takes a whole number from 1 to 64, not 0.
      """),
  ])
  func `what cannot be is told`(mistake: Mistake) throws { try Notebook.withNetwork().expect(mistake) }
}
