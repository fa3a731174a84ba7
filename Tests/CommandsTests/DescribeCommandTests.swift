import ExperimentSupport
import Foundation
import ModelFile
import Testing

@testable import Commands
@testable import Experiments

struct DescribeCommandTests {
  @Test func `a model file tells what goes in, what comes out and what is in between`() throws {
    let notebook = try Notebook(pets: "Pets")
    let lines = notebook.run("describe tiny").split(separator: "\n").map { String($0).trimmed }
    #expect(lines[0] == "tiny.mlmodel")
    #expect(lines.contains { $0.hasPrefix("kind ") && $0.hasSuffix(" a neural network classifier") })
    #expect(lines.contains { $0.hasPrefix("updatable ") && $0.hasSuffix(" no") })
    #expect(lines.contains { $0.hasPrefix("input ") && $0.contains("image: image 16×16 RGB") })
    #expect(lines.contains { $0.hasPrefix("layers ") && $0.hasSuffix(" 6") })
    #expect(lines.contains { $0.hasPrefix("classes ") && $0.hasSuffix(" 3: class 0; class 1; class 2") })
  }

  @Test func `a network tells its parameters, its outputs and its training`() throws {
    let notebook = try Notebook.withNetwork()
    var print = Fingerprint()
    try TinyNetwork().file().bytes.withUnsafeBytes { print.add($0) }
    let fingerprint = print.short
    #expect(
      notebook.run("describe hand").split(separator: "\n").map { String($0).trimmed } == [
        "hand",
        "kind              neural network, 6 layers",
        "made from         tiny (\(fingerprint))",
        "input             image 16×16 RGB, y = 1/64·x − 2 (red), − 2 (green), − 2 (blue)",
        "outputs           3: user0, user1, user2",
        "parameters        51 trainable of 163",
        "trainable layers  fc1",
        "initial weights   seed=42",
        "trained           not yet",
      ])
    notebook.run("train hand on=pets.train validate=pets.test epochs=2 learningRate=0.01 momentum=0.5")
    let text = notebook.run("describe hand")
    for line in [
      "outputs           3: cat, dog, user0", "trained           2 epochs", "last trained on   pets.train",
      "validated on      pets.test",
      "settings          epochs=2 miniBatchSize=8 optimizer=sgd learningRate=0.01 momentum=0.5 shuffle=true seed=42",
    ] { #expect(text.contains(line)) }
  }

  @Test func `a k-NN model tells what it remembers`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1; train near on=pets.train")
    let text = notebook.run("describe near")
    for line in [
      "kind                k-nearest-neighbours classifier", "features            pool1 of tiny, 8 features",
      "numberOfNeighbors   3", "weighting           inverseDistance", "metric              euclidean",
      "defaultLabel        ???", "remembers           6 photos: cat 3, dog 3", "size of the memory  192 bytes",
    ] { #expect(text.contains(line)) }
  }

  @Test func `hyperparameters are told at any time: default, current and allowed`() throws {
    let notebook = try Notebook.withNetwork()
    let before = notebook.run("describe hand parameters=true").squeezed
    #expect(before.contains("epochs 10 any; on a device 1, 10, 50"))
    #expect(before.hasSuffix("Not trained yet: the defaults apply."))
    notebook.run("train hand on=pets.train epochs=2 learningRate=0.01 miniBatchSize=4 seed=9")
    let after = notebook.run("describe hand parameters=true").squeezed
    for line in ["epochs 2 2 any; on a device 1, 2, 10, 50", "learningRate 0.01 0.01 any; on a device 0 to 1"] {
      #expect(after.contains(line), "\(after)")
    }
    notebook.run("save hand path=\"hand.mlmodel\"")
    #expect(
      notebook.run("describe \"hand.mlmodel\" parameters=true").squeezed.contains("miniBatchSize 4 1, 2, 4, 8, 16"))
  }

  @Test func `row 57: a network says when the file it was made from has changed`() throws {
    let notebook = try Notebook.withNetwork()
    func source() -> Substring? {
      notebook.run("describe hand").split(separator: "\n").first { $0.contains("made from") }
    }
    #expect(try #require(source()).contains(/tiny \([0-9a-f]{8}\)$/))
    try TinyNetwork(seed: 2).file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    #expect(try #require(source()).contains(/tiny \([0-9a-f]{8}\), which has changed since$/))
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "tiny.mlmodel"))
    #expect(try #require(source()).hasSuffix(", which is no longer there"))
  }

  @Test func `a file tells what is done to the pixels, and its loss`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("save hand path=\"hand.mlmodel\"")
    let lines = notebook.run("describe \"hand.mlmodel\"").split(separator: "\n").map { String($0).trimmed }
    #expect(
      lines.contains {
        $0.hasPrefix("pixels of image") && $0.hasSuffix("y = 1/64·x − 2 (red), − 2 (green), − 2 (blue)")
      })
    #expect(
      lines.contains {
        $0.hasPrefix("loss ") && $0.hasSuffix(" crossEntropy of labelProbability, target labelProbability_true")
      })
    #expect(lines.contains { $0.hasPrefix("updatable layers") && $0.hasSuffix(" fc1") })
  }

  @Test func `a dataset tells its counts`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(notebook.run("describe pets").hasPrefix("pets: 10 photos in 2 classes\n"))
  }

  @Test(arguments: [
    Mistake(
      "describe hnad",
      """
      describe hnad
               ^^^^ There is no model, dataset or file called hnad. Did you mean hand?
                    There are hand and pets.
      """),
    Mistake(
      "describe \"Pets\"",
      """
      describe "Pets"
               ^^^^^^ Pets is a folder, not a model file.
      """),
    Mistake(
      "describe",
      """
      describe
      ^^^^^^^^ describe needs a thing: a model, a dataset, or the path of a model file.
               For example: describe hand
      """),
    Mistake(
      "describe pets parameters=true",
      """
      describe pets parameters=true
               ^^^^ pets does not say how it is trained.
                    To see what that needs: help update
      """),
  ])
  func `what is not there is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook.withNetwork().expect(mistake)
  }
}
