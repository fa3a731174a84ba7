import CommandLanguage
import Foundation
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct TrainingReplayTests {
  private func notebook(_ words: String = "epochs=4 learningRate=0.05") throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(
      """
      network own input=[3, 16, 16] seed=1 {
        convolution 6 kernel=3 activation=relu
        maxPool 7
        flatten
        innerProduct 2
        softmax
      }
      train own on=pets.train seed=3 \(words)
      """)
    return notebook
  }

  private func strip(_ notebook: Notebook) -> [String] {
    notebook.page.html.components(separatedBy: "scroll-snap-align:start").dropFirst().map { frame in
      String(frame.firstMatch(of: /<b>(.*?)<\/b>/)?.output.1 ?? "")
    }
  }

  @Test func `beyond 20: a frame for the first weights and for every epoch, and the network stays as it is`() throws {
    let notebook = try notebook()
    let before = Snapshot(notebook)
    let text = notebook.run("weights own layer=convolution0 epochs=true")
    #expect(text.contains("convolution0 of own, epoch by epoch: 5 frames\ninitial weights"))
    #expect(!text.contains("was trained before"))
    #expect(strip(notebook) == ["initial weights", "epoch 1", "epoch 2", "epoch 3", "epoch 4"])
    // Six filters a frame, which are not the same in the first and in the last.
    let images = notebook.page.html.matches(of: /src="(data:image\/png[^"]*)"/).map(\.output.1)
    #expect(images.count == 30 && images.prefix(6) != images.suffix(6))
    #expect(!notebook.page.html.contains("<script"))
    #expect(Snapshot(notebook) == before)
  }

  @Test func `the last frame is the network as it stands, and each before it that of a shorter training`() throws {
    let notebook = try notebook()
    let model = try notebook.network("own")
    let frames = try notebook.workbench.withWorkspace { session in
      try TrainingReplay(of: model, in: session, signal: NeverStops()).run { network in
        network.trainableParameters.map { network[parameter: $0] }
      }
    }
    #expect(frames.status == .there && frames.frames.map(\.epoch) == [0, 1, 2, 3, 4])
    for epoch in 1...4 {
      notebook.run("train own on=pets.train from=start seed=3 epochs=\(epoch) learningRate=0.05")
      let parameters = try notebook.network("own").definition.parameters
      let keys = try Network(model.definition).trainableParameters
      #expect(frames.frames[epoch].frame == keys.map { parameters[$0] })
    }
  }

  @Test func `confusion after every epoch ends with the one there is`() throws {
    let notebook = try notebook()
    let last = notebook.run("confusion own on=pets.test").split(separator: "\n").dropFirst()
    let text = notebook.run("confusion own on=pets.test epochs=true")
    #expect(text.contains("own on pets.test, epoch by epoch: 5 frames\n"))
    #expect(text.hasSuffix(last.joined(separator: "\n")), "\(text)\n\(last)")
    #expect(strip(notebook).count == 5)
  }

  @Test func `with flips, too`() throws {
    let notebook = try notebook("epochs=2 augment=[flipHorizontal, flipVertical]")
    #expect(!notebook.run("weights own layer=innerProduct0 epochs=true").contains("was trained before"))
    #expect(strip(notebook) == ["initial weights", "epoch 1", "epoch 2"])
  }

  @Test func `a network that had learnt before stands elsewhere, and that is said`() throws {
    let notebook = try notebook()
    notebook.run("train own on=pets.train epochs=2 seed=3")
    let text = notebook.run("confusion own on=pets.test epochs=true")
    #expect(text.hasSuffix("own was trained before it, too, so its own weights differ."))
    #expect(strip(notebook) == ["initial weights", "epoch 1", "epoch 2"])
  }

  @Test func `a training whose rate was moved is done again with its moves, up to where it was stopped`() throws {
    let session = try Sessions().begin()
    session.run("dataset pets path=\"Pets\"; network hand from=tiny classes=2 seed=1")
    session.run("train hand on=pets.train epochs=1000000 learningRate=0.05 seed=4 background=true")
    try session.waitForEpochs(of: "hand", atLeast: 2) { session.run("print 1") }
    session.run("set hand learningRate=0.01")
    let seen = try session.network("hand").training.records.count
    try session.waitForEpochs(of: "hand", atLeast: seen + 2) { session.run("print 1") }
    session.run("stop")
    session.stop("train hand learningRate=0.002", afterQuestions: 30)
    let model = try session.network("hand")
    #expect(model.training.last?.rateChanges?.map(\.learningRate) == [0.01, 0.002])
    #expect(model.training.last?.settingsBefore?.optimizer.learningRate == 0.05)
    let state = try #require(model.training.state)
    let frames = try session.withSession { workspace in
      try TrainingReplay(of: model, in: workspace, signal: NeverStops()).run { _ in 0 }
    }
    #expect(frames.status == (state.batch == 0 ? .there : .within(epoch: state.epoch + 1)))
    #expect(frames.frames.map(\.epoch) == TrainingReplay.frames(of: state.epoch))
    let text = session.run("weights hand layer=fc1 epochs=true")
    #expect(text.contains("initial weights") && !text.contains("elsewhere"))
  }

  @Test func `what was learnt before, and the best epoch that was kept, are told`() throws {
    let notebook = try notebook("epochs=3 keep=best validate=pets.test learningRate=0.4")
    let text = notebook.run("weights own layer=convolution0 epochs=true")
    let kept = try notebook.network("own").training.state?.best?.epoch
    #expect(text.contains("kept the weights of its best epoch") == (kept != 3), "\(text)")
    notebook.run(
      "reset own; train own on=pets.train seed=3 epochs=2; train own on=pets.train seed=3 epochs=2 learningRate=0.01")
    #expect(notebook.run("weights own layer=convolution0 epochs=true").contains("was trained before it"))
  }

  @Test func `of many epochs 51 frames are taken, the first and the last among them`() {
    #expect(TrainingReplay.frames(of: 3) == [0, 1, 2, 3] && TrainingReplay.frames(of: 50) == Array(0...50))
    let frames = TrainingReplay.frames(of: 1000)
    #expect(frames.count == 51 && frames.first == 0 && frames.last == 1000 && frames[1] == 20)
  }

  @Test(arguments: [
    Mistake(
      "weights own epochs=true",
      """
      weights own epochs=true
                         ^^^^ epochs=true belongs to one layer.
                              Name it: layer=…
      """),
    Mistake(
      "weights hand layer=conv1 epochs=true",
      """
      weights hand layer=conv1 epochs=true
                         ^^^^^ conv1 of hand is not trained: it is the same in every epoch.
                               Trained layers: fc1
      """),
    Mistake(
      "weights idle layer=fc1 epochs=true",
      """
      weights idle layer=fc1 epochs=true
              ^^^^ idle has not been trained yet.
                   To train it: train idle on=pets.train
      """),
    Mistake(
      "weights tiny layer=conv1 epochs=true",
      """
      weights tiny layer=conv1 epochs=true
                                      ^^^^ epochs=true belongs to networks that were trained here.
                                           Leave it out for a file.
      """),
    Mistake(
      "confusion near on=pets.test epochs=true",
      """
      confusion near on=pets.test epochs=true
                ^^^^ epochs=true is for neural networks; near is a k-nearest-neighbours model.
      """),
    Mistake(
      "confusion own on=pets.test epochs=true thumbnails=true",
      """
      confusion own on=pets.test epochs=true thumbnails=true
                                                        ^^^^ thumbnails=true belongs to one matrix.
                                                             Leave it out with epochs=true: every photo would be there many times.
      """),
    Mistake(
      "confusion varied on=pets.test epochs=true",
      """
      confusion varied on=pets.test epochs=true
                ^^^^^^ varied was trained with augmentations other than flips; its epochs cannot be shown again.
                       To see them, train without other augmentations.
      """),
  ])
  func `what cannot be shown again is told`(mistake: Mistake) throws {
    let notebook = try notebook()
    notebook.run(
      """
      network hand from=tiny classes=2 seed=1; train hand on=pets.train epochs=1
      network idle from=tiny classes=2 seed=1; knn near features=tiny.pool1
      network varied from=tiny classes=2 seed=1; train varied on=pets.train epochs=1 augment=[rotate(5)]
      """)
    notebook.expect(mistake)
  }
}
