import CommandLanguage
import Networks
import Pictures
import Tensors
import Testing
import Training
import Wording

@testable import Commands
@testable import Experiments

/// Training in pieces, stopped, and gone astray.
struct TrainingRunTests {
  /// Two networks with the same first weights.
  private func duplicates() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("network twin from=tiny classes=3 seed=42")
    return notebook
  }

  private static let settings = "on=pets.train validate=pets.test miniBatchSize=2 learningRate=0.05"

  private func expectTwins(_ notebook: Notebook, at location: SourceLocation = #_sourceLocation) throws {
    let (hand, twin) = (try notebook.network("hand"), try notebook.network("twin"))
    #expect(hand.definition == twin.definition, sourceLocation: location)
    #expect(hand.training.records.map(\.epoch) == twin.training.records.map(\.epoch), sourceLocation: location)
    #expect(hand.training.records.map(\.trainLoss) == twin.training.records.map(\.trainLoss), sourceLocation: location)
    #expect(
      hand.training.records.map(\.trainLossMean) == twin.training.records.map(\.trainLossMean), sourceLocation: location
    )
    #expect(
      hand.training.records.map(\.trainAccuracy) == twin.training.records.map(\.trainAccuracy), sourceLocation: location
    )
    #expect(
      hand.training.records.map(\.validations) == twin.training.records.map(\.validations), sourceLocation: location)
  }

  @Test(arguments: ["sgd momentum=0.9", "adam", "adam weightDecay=0.01"])
  func `10 epochs and then 40 are 50, bit for bit`(optimizer: String) throws {
    let notebook = try duplicates()
    notebook.run("train hand \(Self.settings) optimizer=\(optimizer) epochs=10")
    notebook.run("train hand \(Self.settings) optimizer=\(optimizer) epochs=40")
    #expect(notebook.page.text.contains("continuing at epoch 11; from=start starts over"))
    notebook.run("train twin \(Self.settings) optimizer=\(optimizer) epochs=50")
    try expectTwins(notebook)
    #expect(try notebook.network("hand").training.records.count == 50)
  }

  @Test(arguments: ["sgd momentum=0.9", "adam"], [(1, 4, 9), (2, 3, 1), (7, 1, 1)])
  func `three interrupted pieces are one whole, bit for bit`(optimizer: String, stops: (Int, Int, Int)) throws {
    let notebook = try duplicates()
    let settings = "\(Self.settings) optimizer=\(optimizer) epochs=8 augment=[flipHorizontal] schedule=exponential(0.9)"
    // Before the first mini-batch the command looks once for the statement, once for the start, and once for each eight
    // photos that are new to it; those are worked out beforehand here.
    notebook.run("train twin \(settings)")
    var cell = "train hand \(settings)"
    for stop in [stops.0, stops.1, stops.2] {
      notebook.page.interrupt(afterQuestions: 2 + stop)
      #expect(notebook.fail(cell).hasPrefix("hand was stopped "))
      cell = "train hand"
    }
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run(cell)
    #expect(notebook.page.text.contains("continuing in epoch"))
    try expectTwins(notebook)
  }

  @Test(arguments: [
    // Of the first mini-batch nobody asks; in every other there are two moments, before the layer and before the way back.
    (0, "in epoch 1, after mini-batch 1 of 3"), (1, "in epoch 1, after mini-batch 1 of 3"),
    (2, "in epoch 1, after mini-batch 2 of 3"), (4, "after epoch 1"), (7, "in epoch 2, after mini-batch 1 of 3"),
  ])
  func `stopped within a mini-batch, that one is dropped and done anew, bit for bit`(
    questions: Int, place: String
  ) throws {
    let notebook = try duplicates()
    let settings = "\(Self.settings) optimizer=adam epochs=4"
    notebook.run("train twin \(settings)")
    notebook.page.interrupt(afterQuestionsWithinSteps: questions)
    #expect(
      notebook.fail("train hand \(settings)")
        == "hand was stopped \(place). Its weights are kept; train hand continues from there.")
    notebook.page.interrupt(afterQuestionsWithinSteps: nil)
    notebook.run("train hand")
    try expectTwins(notebook)
  }

  @Test(arguments: [
    (1, "in epoch 1, after mini-batch 1 of 3"), (2, "in epoch 1, after mini-batch 2 of 3"),
    (3, "in epoch 1, after mini-batch 3 of 3"), (4, "after epoch 1"), (5, "in epoch 2, after mini-batch 1 of 3"),
    (8, "after epoch 2"),
  ])
  func `a stopped training says where, keeps what it learnt, and leaves a figure that says so`(
    events: Int, place: String
  ) throws {
    let notebook = try Notebook.withNetwork()
    let fresh = try notebook.network("hand").definition
    notebook.run("features pets from=tiny layer=flat1; network hand from=tiny classes=3 seed=42")
    notebook.page.interrupt(afterQuestions: 1 + events)
    #expect(
      notebook.fail("train hand on=pets.train miniBatchSize=2 epochs=3")
        == "hand was stopped \(place). Its weights are kept; train hand continues from there.")
    notebook.page.interrupt(afterQuestions: nil)
    #expect(try notebook.network("hand").definition != fresh)
    #expect(try notebook.network("hand").training.records.count == events / 4)
    #expect(notebook.page.entries.count == 1)
    #expect(notebook.page.text.contains("stopped; the weights are kept"))
    let middle = events % 4 == 0 ? "" : " in the middle of epoch \(events / 4 + 1)"
    #expect(notebook.run("describe hand").contains("\(Numbers.count(events / 4, "epoch")), stopped\(middle)\n"))
  }

  @Test func `stopped while photos go through the network, nothing is learnt and the features stay known`() throws {
    let notebook = try Notebook.withNetwork()
    let before = Snapshot(notebook)
    notebook.page.interrupt(afterQuestions: 2)
    #expect(notebook.fail("train hand on=pets") == "8 of 10 photos were run through tiny.")
    #expect(Snapshot(notebook) == before)
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run("train hand on=pets epochs=1")
    #expect(try notebook.network("hand").training.records.count == 1)
  }

  @Test func `stopped before it began, the cell says that the rest was not run`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.page.interrupt(afterQuestions: 0)
    #expect(notebook.fail("train hand on=pets; print 1") == "The rest of the cell was not run.")
    #expect(notebook.page.printed == "")
  }

  @Test func `a cell with from=start gives the same numbers every time`() throws {
    let notebook = try duplicates()
    let cell = "train hand \(Self.settings) epochs=4 from=start"
    notebook.run(cell)
    let first = try notebook.network("hand")
    notebook.run(cell)
    let second = try notebook.network("hand")
    #expect(first.definition == second.definition)
    #expect(first.training.records.map(\.trainLoss) == second.training.records.map(\.trainLoss))
    #expect(second.training.records.count == 4)
    #expect(!notebook.page.text.contains("continuing"))
  }

  @Test func `train with nothing but the name repeats the last training`() throws {
    let notebook = try duplicates()
    notebook.run("train hand \(Self.settings) epochs=2; train hand")
    notebook.run("train twin \(Self.settings) epochs=4")
    try expectTwins(notebook)
  }

  @Test func `a loss beyond numbers changes nothing when no epoch survived, and a rate is named`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand \(Self.settings) epochs=2")
    let seen = "is no longer a number, in epoch "
    for start in ["", " from=start"] {
      let before = Snapshot(notebook)
      let text = notebook.fail(
        "train hand on=pets.train learningRate=1e3 momentum=1 epochs=500 weightDecay=1000\(start)")
      #expect(text.contains(seen))
      #expect(
        text.contains("with learningRate 1000. Nothing was changed.") || text.contains("The weights are those after"))
      #expect(text.hasSuffix("Try learningRate=100."))
      let after = try notebook.network("hand")
      #expect(after.definition.layers.allSatisfy { $0.weights?.values.allSatisfy(\.isFinite) ?? true })
      #expect(try notebook.probabilities("hand", on: "pets").values.allSatisfy(\.isFinite))
      if text.contains("Nothing was changed.") { #expect(Snapshot(notebook) == before) }
      #expect(notebook.page.text.contains("stopped: the loss is no longer a number"))
    }
    notebook.run("train hand \(Self.settings) epochs=1")
  }

  @Test func `a dataset that has changed meanwhile is told when a stopped training goes on`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("features pets from=tiny layer=flat1")
    notebook.page.interrupt(afterQuestions: 4)
    _ = notebook.fail("train hand on=pets.train epochs=2 miniBatchSize=2")
    notebook.page.interrupt(afterQuestions: nil)
    try notebook.photo("Pets/train/cat/new.jpg")
    notebook.run("dataset pets path=\"Pets\"")
    notebook.expect(
      Mistake(
        "train hand",
        """
        train hand
              ^^^^ The stopped training of hand had 6 samples, and now there are 7.
                   Start over with from=start, or give on= again.
        """))
    notebook.run("train hand on=pets.train epochs=1")
  }

  @Test func `augmentation shows turned photos, the same ones for the same seed`() throws {
    let notebook = try Notebook.withNetwork()
    // Photos of one colour look the same however they are turned; these do not.
    for (index, label) in ["left", "right"].enumerated() {
      try notebook.write(
        Notebook.striped(isLeft: index == 0).pngData(), to: "Stripes/train/\(label)/0.png")
    }
    notebook.run("dataset stripes path=\"Stripes\"; network twin from=tiny classes=3 seed=42")
    notebook.run("network plain from=tiny classes=3 seed=42")
    notebook.run("train hand on=stripes epochs=4 augment=[flipHorizontal, flipVertical]")
    notebook.run("train twin on=stripes epochs=4 augment=[flipHorizontal, flipVertical]")
    notebook.run("train plain on=stripes epochs=4")
    #expect(try notebook.network("hand").definition == notebook.network("twin").definition)
    #expect(try notebook.network("hand").definition != notebook.network("plain").definition)
  }
}
