import Testing
import Training

@testable import Commands
@testable import Experiments

/// Row 91: what may change while a training is stopped in its midst, and what is fixed once it has begun.
struct StoppedTrainingTests {
  private static let settings = "on=pets.train miniBatchSize=2 epochs=6 learningRate=0.05 seed=4"

  /// A network stopped in epoch 2 of 6, after mini-batch 1 of 3.
  private func stopped() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("features pets from=tiny layer=flat1")
    notebook.page.interrupt(afterQuestions: 1 + 5)
    #expect(notebook.fail("train hand \(Self.settings)").contains("in epoch 2, after mini-batch 1 of 3"))
    notebook.page.interrupt(afterQuestions: nil)
    return notebook
  }

  @Test func `the same cell again goes on with the same bits`() throws {
    let notebook = try stopped()
    notebook.run("train hand \(Self.settings)")
    #expect(notebook.page.text.contains("continuing in epoch 2"))
    notebook.run("network twin from=tiny classes=3 seed=42; train twin \(Self.settings)")
    #expect(try notebook.network("hand").definition == notebook.network("twin").definition)
    #expect(try notebook.network("hand").training.records.count == 6)
  }

  @Test func `the learning rate may change meanwhile`() throws {
    let notebook = try stopped()
    notebook.run("train hand learningRate=0.01")
    let history = try notebook.network("hand").training.records
    #expect(history.map(\.learningRate) == [0.05, 0.01, 0.01, 0.01, 0.01, 0.01])
    #expect(try notebook.network("hand").training.paused == nil)
  }

  @Test func `so may the photos it is checked on`() throws {
    let notebook = try stopped()
    notebook.run("train hand validate=pets.test")
    #expect(try notebook.network("hand").training.records.map(\.validations.count) == [0, 1, 1, 1, 1, 1])
  }

  @Test(arguments: [
    ("epochs=9", "9", "epochs"), ("miniBatchSize=3", "3", "miniBatchSize"), ("shuffle=false", "false", "shuffle"),
    ("seed=5", "5", "seed"), ("lastBatch=short", "short", "lastBatch"),
    ("augment=[flipVertical]", "[flipVertical]", "augment"),
  ])
  func `what a mini-batch holds is fixed`(words: String, value: String, key: String) throws {
    let notebook = try stopped()
    let line = "train hand \(words)"
    let margin = String(repeating: " ", count: line.count - value.count)
    let below = margin + String(repeating: " ", count: value.count + 1)
    notebook.expect(
      Mistake(
        line,
        """
        \(line)
        \(margin)\(String(repeating: "^", count: value.count)) \(key) cannot change while hand is stopped in epoch 2 of 6.
        \(below)Other settings may change, such as learningRate. To continue: train hand
        \(below)To start over from these weights, add from=here; from the initial weights, from=start.
        """))
  }

  @Test func `from=here begins another training from these weights`() throws {
    let notebook = try stopped()
    notebook.run("train hand epochs=2 from=here")
    #expect(notebook.page.text.contains("continuing at epoch 2; from=start starts over"))
    #expect(try notebook.network("hand").training.records.map(\.epoch) == [1, 2, 3])
    #expect(try notebook.network("hand").training.paused == nil)
  }

  @Test func `from=here with nothing new goes on`() throws {
    let notebook = try stopped()
    notebook.run("train hand from=here")
    #expect(try notebook.network("hand").training.records.count == 6)
  }

  @Test func `other photos are another training`() throws {
    let notebook = try stopped()
    notebook.run("train hand on=pets.test epochs=1")
    #expect(try notebook.network("hand").training.records.map(\.epoch) == [1, 2])
  }

  @Test func `the best epoch is not forgotten over a stop`() throws {
    let words = "on=pets.train validate=pets.test miniBatchSize=2 epochs=6 keep=best seed=4 schedule=cyclic(2, 3)"
    let notebook = try Notebook.withNetwork()
    notebook.run("network twin from=tiny classes=3 seed=42; train twin \(words)")
    notebook.page.interrupt(afterQuestions: 2 + 14)
    #expect(notebook.fail("train hand \(words)").contains("hand was stopped"))
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run("train hand")
    #expect(try notebook.network("hand").definition == notebook.network("twin").definition)
  }
}
