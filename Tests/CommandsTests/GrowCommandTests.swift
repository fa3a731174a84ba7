import Foundation
import ModelFile
import Networks
import Pictures
import Synchronization
import Tensors
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

struct GrowCommandTests {
  /// What the classifier layer makes of the training photos, before the softmax: [photos, outputs].
  private func logits(_ notebook: Notebook) throws -> Tensor {
    var definition = try notebook.network("hand").definition
    let softmax = definition.layers.removeLast()
    definition.outputs = softmax.inputs
    let network = try Network(definition)
    let photos = try #require(notebook.dataset("pets")).splits.flatMap(\.photos)
    let pixels = try photos.map { photo in
      let picture = try Picture(contentsOf: photo.url).resized(width: 16, height: 16)
      return PixelBuffer(width: 16, height: 16, bytes: picture.pixels)
    }
    return try #require(try network.forward(images: pixels)[definition.outputs[0]])
  }

  @Test(arguments: [4, 5, 8, 12, 17, 40]) func `beyond 11: the scores of the old classes keep their bits`(
    classes: Int
  ) throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=3 learningRate=0.01")
    let before = try logits(notebook)
    notebook.run("grow hand classes=\(classes)")
    let after = try logits(notebook)
    for photo in 0..<before.shape[0] {
      #expect(after.row(photo).prefix(3).map(\.bitPattern) == before.row(photo).map(\.bitPattern))
      #expect(after.row(photo).dropFirst(3).allSatisfy { $0 == 0 })
    }
  }

  @Test func `beyond 11: a grown network says what it has, learns the new class, and its file is consistent`() throws {
    let notebook = try Notebook.withNetwork(classes: 2)
    notebook.run("train hand on=pets.train epochs=2 learningRate=0.01")
    #expect(
      notebook.run("grow hand labels=[🦎]")
        == "hand has 3 outputs now: cat, dog, 🦎; 1 new row, all 0. 51 trainable of 163 parameters.")
    for number in 0..<3 { try notebook.photo("Zoo/train/🦎/\(number).jpg", green: 250) }
    for label in ["cat", "dog"] { try notebook.photo("Zoo/train/\(label)/0.jpg", red: label == "cat" ? 0 : 100) }
    notebook.run("dataset zoo path=\"Zoo\" labels=[cat, dog, 🦎]; train hand on=zoo.train epochs=40 learningRate=0.05")
    #expect(try notebook.network("hand").outputs.labels == ["cat", "dog", "🦎"])
    #expect(notebook.run("predict hand image=\"Zoo/train/🦎/0.jpg\"").hasPrefix("hand: 🦎"))
    notebook.run("save hand path=\"hand.mlmodel\"; load again \"hand.mlmodel\"")
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "hand.mlmodel"))
    #expect(ClassLabels(of: file) == .strings(["cat", "dog", "🦎"]))
    #expect(file.check().findings == [])
    #expect(try notebook.probabilities("again", on: "zoo") == notebook.probabilities("hand", on: "zoo"))
  }

  @Test func `names take free outputs before rows are added`() throws {
    let notebook = try Notebook.withNetwork(classes: 4)
    #expect(
      notebook.run("grow hand labels=[owl]")
        == "hand has 4 outputs now: owl, user0, user1, user2; the names took free outputs. 68 trainable of 180 parameters."
    )
    #expect(
      notebook.run("grow hand labels=[a, b, c, d] init=kaiming seed=3").contains("1 new row, drawn by kaiming, seed=3.")
    )
    #expect(try notebook.network("hand").outputs.labels == ["owl", "a", "b", "c", "d"])
  }

  @Test func `what is grown is there after reset, too`() throws {
    let notebook = try Notebook.withNetwork(classes: 2)
    notebook.run("grow hand classes=5; train hand on=pets.train epochs=1; reset hand")
    let model = try notebook.network("hand")
    #expect(model.outputs.count == 5 && model.definition == model.initial.definition)
    notebook.run("train hand on=pets.train epochs=1")
  }

  @Test(arguments: [
    Mistake(
      "grow hand",
      """
      grow hand
      ^^^^ grow needs classes= or labels=.
           For example: grow hand classes=12
      """),
    Mistake(
      "grow hand classes=3",
      """
      grow hand classes=3
                        ^ hand has 3 outputs and cannot become as large as it is.
                          To add outputs: grow hand classes=4
      """),
    Mistake(
      "grow hand classes=2",
      """
      grow hand classes=2
                        ^ hand has 3 outputs and cannot become smaller.
                          To add outputs: grow hand classes=4
      """),
    Mistake(
      "grow hand labels=[owl, owl]",
      """
      grow hand labels=[owl, owl]
                             ^^^ hand has the class owl already.
      """),
    Mistake(
      "grow hand classes=4 labels=[a, b, c, d, e]",
      """
      grow hand classes=4 labels=[a, b, c, d, e]
                        ^ 4 outputs are too few for the 5 classes of hand.
      """),
  ])
  func `what cannot grow is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook.withNetwork().expect(mistake)
  }
}
