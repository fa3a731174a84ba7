import ExperimentSupport
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

/// The cat and dog network of the articles in small: a convolution, and two dense layers that can be trained with SGD at
/// 0.01, mini-batches of 5, two epochs. Its photos are two colours.
struct CorrectCommandTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset()
    try Self.pets().write(to: notebook.folder.appending(path: "CatDog.mlmodel"))
    notebook.run("load pets \"CatDog.mlmodel\"")
    return notebook
  }

  private static func pets() throws -> ModelFile {
    var network = TinyNetwork(outputs: 2).definition
    var generator = SeededGenerator(seed: 3)
    let hidden = InnerProductDefinition(
      inputChannels: 16, outputChannels: 16,
      weights: Tensor(shape: [16, 16], values: (0..<256).map { _ in generator.uniform(-0.4, 0.4) }),
      bias: Tensor(shape: [16]))
    let place = network.layers.count - 2
    network.layers[place].inputs = ["dense_5_out"]
    network.layers[place].name = "dense_6"
    network.layers[place].isUpdatable = true
    network.layers.insert(
      LayerDefinition(
        name: "dense_5", inputs: ["flat1_out"], outputs: ["dense_5_out"], kind: .innerProduct(hidden), isUpdatable: true
      ),
      at: place)
    let update = UpdateParameters(
      .categoricalCrossEntropy, reading: "labelProbs",
      optimizer: .sgd(
        learningRate: DoubleParameter(0.01, allowed: .range(minimum: 0, maximum: 1)),
        miniBatchSize: IntegerParameter(5, allowed: .set([5])),
        momentum: DoubleParameter(0, allowed: .range(minimum: 0, maximum: 1))),
      epochs: IntegerParameter(2, allowed: .set([2])))
    return try ModelFile(classifier: network, labels: .strings(["Cat", "Dog"]), update: update)
  }

  private func answer(_ notebook: Notebook, _ photo: String) throws -> String {
    notebook.run("predict pets image=\"\(photo)\"")
    return try #require(notebook.workbench.withWorkspace { $0.corrections.lastPrediction?.answers.first })
  }

  @Test func `correct alone means the other of two classes, and the queue counts`() throws {
    let notebook = try notebook()
    let said = try answer(notebook, "Pets/train/cat/0.jpg")
    let other = said == "Cat" ? "Dog" : "Cat"
    #expect(
      notebook.run("correct")
        == "0.jpg shows \(other), while pets predicted \(said). 1 photo in the queue: train pets on=corrections trains on it."
    )
    _ = try answer(notebook, "Pets/train/cat/1.jpg")
    #expect(notebook.run("correct to=Dog").contains("2 photos in the queue"))
    #expect(notebook.run("correct to=Cat").contains("2 photos in the queue"))
  }

  @Test func `corrected, retrained, saved and loaded, it gives the same answer, and the file's settings held`() throws {
    let notebook = try notebook()
    let photo = "Pets/train/dog/2.jpg"
    let said = try answer(notebook, photo)
    let wanted = said == "Cat" ? "Dog" : "Cat"
    notebook.run("correct")
    var rounds = 0
    while try answer(notebook, photo) != wanted, rounds < 60 {
      notebook.run("correct to=\(wanted); train pets on=corrections")
      #expect(notebook.page.text.contains("epochs=2 miniBatchSize=5 optimizer=sgd learningRate=0.01"))
      #expect(notebook.page.text.contains("The queue is empty."))
      rounds += 1
    }
    #expect(try answer(notebook, photo) == wanted, "after \(rounds) rounds")
    notebook.run("save pets path=\"CatDog.mlmodel\" replace=true; load again \"CatDog.mlmodel\"")
    notebook.run("dataset all path=\"Pets\" labels=[cat, dog]")
    let own = try notebook.network("pets").definition
    #expect(try notebook.network("again").definition.parameters == own.parameters)
    #expect(notebook.run("predict again image=\"\(photo)\"").hasPrefix("again: \(wanted)"))
  }

  @Test func `the queue survives a restart, and undo takes a correction back`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4")
    first.run("train hand on=pets.train epochs=1 seed=1; predict hand image=\"Pets/test/cat/0.png\"; correct to=dog")
    first.run("predict hand image=\"Pets/test/dog/0.png\"; correct to=cat")
    first.run("undo")
    #expect(first.withSession { $0.corrections.waiting.map(\.photo.label) } == ["dog"])
    first.run("redo")
    let second = try sessions.begin()
    #expect(
      second.withSession { $0.corrections.waiting.map { "\($0.photo.name) \($0.photo.label)" } } == [
        "0.png dog", "0.png cat",
      ])
    let shown = second.run("train hand on=corrections epochs=1")
    #expect(shown.contains("The queue is empty."))
    #expect(try sessions.begin().withSession { $0.corrections.waiting.isEmpty })
    second.run("undo")
    #expect(try sessions.begin().withSession { $0.corrections.waiting.count } == 2)
    // A photo that was replaced is not the one that was corrected.
    try sessions.notebook.photo("Pets/test/cat/0.png", red: 1, green: 2, blue: 3, side: 31)
    #expect(try sessions.begin().withSession { $0.corrections.waiting.map(\.photo.label) } == ["cat"])
  }

  @Test func `a correction that changes no answer is plainly told`() throws {
    let notebook = try notebook()
    let said = try answer(notebook, "Pets/train/cat/0.jpg")
    notebook.run("update pets learningRate=range(0, 1, default=1e-9)")
    notebook.run("correct; train pets on=corrections")
    let text = notebook.page.text
    #expect(text.contains("pets after 1 correction: 0 right now, every prediction unchanged"))
    #expect(text.contains("unchanged"))
    #expect(text.contains("More epochs, a larger learningRate or more photos can change a prediction."))
    #expect(try answer(notebook, "Pets/train/cat/0.jpg") == said)
  }

  @Test func `a k-NN model remembers the corrected photo, under a class of any name`() throws {
    let notebook = try notebook()
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    notebook.run("dataset all path=\"Pets\"; knn near features=tiny.pool1 numberOfNeighbors=1; train near on=all.train")
    notebook.run("predict near image=\"Pets/test/cat/0.png\"; correct to=otter; train near on=corrections")
    #expect(notebook.page.text.contains("near after 1 correction: 1 right now, 1 answer changed"))
    #expect(notebook.run("predict near image=\"Pets/test/cat/0.png\"").hasPrefix("near: otter"))
  }

  @Test func `of several photos one is named`() throws {
    let notebook = try notebook()
    notebook.run("dataset all path=\"Pets\"; predict pets on=all.test")
    #expect(notebook.fail("correct to=Dog").contains("predict was asked about 4 photos: which one?"))
    #expect(notebook.run("correct to=Dog photo=\"Pets/test/cat/1.png\"").hasPrefix("1.png shows Dog, "))
    #expect(notebook.fail("correct to=Dog photo=7").contains("predict was not asked about exactly one photo 7."))
  }

  @Test(arguments: [
    Mistake(
      "correct to=Dog",
      """
      correct to=Dog
      ^^^^^^^ There is no prediction to correct yet.
              First: predict hand image="me.jpg"
      """),
    Mistake(
      "train pets on=corrections",
      """
      train pets on=corrections
                    ^^^^^^^^^^^ There are no corrections to train on.
                                First: predict hand image="me.jpg"
                                Then: correct to=✋
      """),
  ])
  func `what cannot be corrected is told, and nothing changes`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }

  @Test func `a class the network does not know is told`() throws {
    let notebook = try notebook()
    _ = try answer(notebook, "Pets/train/cat/0.jpg")
    notebook.expect(
      Mistake(
        "correct to=Otter",
        """
        correct to=Otter
                   ^^^^^ pets has no class Otter.
                         Its classes: Cat and Dog.
        """))
  }
}
