import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// What goes on beside a training: threads, the log of events, checkpoints.
struct LoopOptionsTests {
  private static let settings = "on=pets.train validate=pets.test miniBatchSize=2 learningRate=0.05 seed=4"

  private func pair() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("network twin from=tiny classes=3 seed=42")
    return notebook
  }

  /// Row 102: compute units do not change what is learnt.
  @Test(arguments: [1, 2, 4])
  func `any number of threads learns the same bits`(threads: Int) throws {
    let notebook = try pair()
    notebook.run("train twin \(Self.settings) optimizer=adam epochs=5")
    notebook.run("train hand \(Self.settings) optimizer=adam epochs=5 threads=\(threads)")
    #expect(notebook.page.text.contains(" · threads=\(threads)\n"))
    #expect(try notebook.network("hand").definition == notebook.network("twin").definition)
  }

  /// Row 78: 1 + 4E + E + 1 events in order, for 4 mini-batches and E epochs.
  @Test func `log=batches prints every event in order`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand \(Self.settings) epochs=3 log=batches")
    let words = notebook.page.printed.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let epoch = ["miniBatchEnd", "miniBatchEnd", "miniBatchEnd", "epochEnd"]
    #expect(words.map { $0[0] } == ["trainingBegin"] + epoch + epoch + epoch + ["completed"])
    let ends = words.filter { $0[0] == "miniBatchEnd" }.map { $0[1...4].joined(separator: " ") }
    #expect(ends == (0..<9).map { (end: Int) -> String in "epochIndex=\(end / 3) miniBatchIndex=\(end % 3) of 3" })
    let records = try notebook.network("hand").training.records
    for (record, line) in zip(records, words.filter { $0[0] == "epochEnd" }) {
      #expect(line[1] == "epochIndex=\(record.epoch - 1)")
      #expect(line[2] == "lossValue=\(Float(record.trainLoss))")
    }
  }

  @Test func `classes that are appended, and steps that never come, are told`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(!notebook.run("train hand \(Self.settings) epochs=1").contains("appended"))
    try notebook.photo("Other/train/bird/0.jpg")
    notebook.run("dataset other path=\"Other\"")
    let shown = notebook.run("train hand on=other.train epochs=2 schedule=step seed=4")
    #expect(shown.contains("bird was appended to its classes: 3 of its "))
    #expect(
      shown.contains("schedule=step(0.1, 10) changes nothing within 2 epochs; for example schedule=step(0.1, every=1)"))
    #expect(
      !notebook.run("train hand on=other.train epochs=2 schedule=step(0.1, every=1) seed=4").contains("changes nothing")
    )
  }

  @Test func `nothing is printed unless asked for`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand \(Self.settings) epochs=1")
    #expect(notebook.page.printed == "")
  }

  // MARK: Checkpoints

  /// Row 96: files at 2, 4 …; load continues bit-equal.
  @Test(arguments: [
    "optimizer=sgd momentum=0.9 keep=best", "optimizer=adam schedule=cosine augment=[flipHorizontal]",
    "optimizer=adamW labelSmoothing=0.1 classWeights=balanced",
  ])
  func `a checkpoint goes on with the same bits`(words: String) throws {
    let notebook = try pair()
    notebook.run("train twin \(Self.settings) \(words) epochs=7")
    notebook.run("train hand \(Self.settings) \(words) epochs=7 checkpoint=2")
    #expect(notebook.page.text.contains("3 checkpoints, the last: checkpoints/hand-6.mlmodel"))
    let files = try FileManager.default.contentsOfDirectory(
      atPath: notebook.folder.appending(path: "checkpoints").path(percentEncoded: false))
    #expect(files.sorted() == ["hand-2.mlmodel", "hand-4.mlmodel", "hand-6.mlmodel"])
    for epoch in [2, 4, 6] {
      notebook.run("load again \"checkpoints/hand-\(epoch).mlmodel\"; train again")
      #expect(notebook.page.text.contains("continuing in epoch \(epoch + 1)"))
      let (again, twin) = (try notebook.network("again"), try notebook.network("twin"))
      #expect(again.training.records.map(\.trainLoss) == twin.training.records.map(\.trainLoss))
      #expect(again.training.records.map(\.validations) == twin.training.records.map(\.validations))
      #expect(again.definition.parameters == twin.definition.parameters)
      #expect(again.outputs.classes == ["cat", "dog"])
    }
  }

  @Test func `the checkpoint of a training's last epoch is a finished one`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand \(Self.settings) epochs=2 checkpoint=2; load again \"checkpoints/hand-2.mlmodel\"")
    #expect(try notebook.network("again").training.paused == nil)
    notebook.run("train again \(Self.settings) epochs=1")
    #expect(notebook.page.text.contains("continuing at epoch 3"))
  }

  @Test func `a model saved from a checkpoint is no checkpoint`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand \(Self.settings) epochs=2 checkpoint=1; load again \"checkpoints/hand-1.mlmodel\"")
    notebook.run("save again path=\"plain.mlmodel\"; load plain \"plain.mlmodel\"")
    #expect(try notebook.network("plain").training.records.isEmpty)
    #expect(try notebook.network("plain").training.paused == nil)
  }

  @Test func `a network that no Core ML file holds whole is told so before anything is trained`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(
      "network own input=[3, 16, 16] seed=1 { flatten; dropout 0.5 name=rest; innerProduct 2; softmax }")
    notebook.expect(
      Mistake(
        "train own on=pets.train checkpoint=1",
        """
        train own on=pets.train checkpoint=1
                                           ^ own has dropout (rest), which a Core ML file leaves out, so training could not continue from a checkpoint.
                                             Leave out checkpoint=.
        """))
  }

  @Test func `a checkpoint that cannot be written stops the training, and what was learnt stays`() throws {
    let notebook = try Notebook.withNetwork()
    // A folder stands where the file should go.
    try notebook.photo("checkpoints/hand-2.mlmodel/x.jpg")
    let text = notebook.fail("train hand \(Self.settings) epochs=5 checkpoint=2")
    #expect(text.contains("checkpoints/hand-2.mlmodel is not a regular file but a folder."))
    #expect(text.contains("hand was stopped after epoch 2; its weights are kept."))
    #expect(try notebook.network("hand").training.records.count == 2)
    notebook.run("network twin from=tiny classes=3 seed=42; train twin \(Self.settings) epochs=5")
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "checkpoints/hand-2.mlmodel"))
    notebook.run("train hand")
    #expect(try notebook.network("hand").definition == notebook.network("twin").definition)
  }

  @Test(arguments: [
    "", "{}", "[1]", #"{"state":7}"#,
  ])
  func `a damaged record is told`(text: String) throws {
    #expect(CheckpointRecord(text: text) == nil)
  }

  @Test func `a record whose counts no training has is refused`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand \(Self.settings) epochs=2")
    let text = try #require(CheckpointRecord(try notebook.network("hand"))?.text)
    #expect(CheckpointRecord(text: text)?.text == text)
    for (old, new) in [
      (#""firstEpoch":0"#, #""firstEpoch":-1"#), (#""step":6"#, #""step":9223372036854775807"#),
      (#""sampleCount":6"#, #""sampleCount":-6"#), (#""miniBatchSize":2"#, #""miniBatchSize":0"#),
      (#""epoch":1"#, #""epoch":9223372036854775807"#),
    ] {
      let broken = text.replacing(old, with: new)
      #expect(broken != text, "\(old)")
      #expect(CheckpointRecord(text: broken) == nil, "\(new)")
    }
  }
}
