import Foundation
import ModelFile
import Networks
import Pictures
import Synchronization
import Tensors
import TestSupport
import Testing
import Training
import Wording

@testable import Commands
@testable import Experiments

struct SaveCommandTests {
  private func trained() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=3 learningRate=0.01 miniBatchSize=4")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=2; train near on=pets.train")
    return notebook
  }

  @Test func `a network saved and loaded answers with the same bits`() throws {
    let notebook = try trained()
    let shown = notebook.run("save hand path=\"hand.mlmodel\" author=\"Ada\" license=\"MIT\" description=\"pets\"")
    #expect(shown.hasPrefix("hand is in hand.mlmodel: a neural network classifier, specification version "))
    #expect(shown.contains(", updatable, "))
    notebook.run("load again \"hand.mlmodel\"")
    #expect(
      try notebook.probabilities("again", on: "pets").values.map(\.bitPattern)
        == notebook.probabilities("hand", on: "pets").values.map(\.bitPattern))
    #expect(try notebook.network("again").outputs.labels == ["cat", "dog", "user0"])
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "hand.mlmodel"))
    #expect(file.description.metadata.author == "Ada")
    #expect(file.description.metadata.license == "MIT")
    #expect(file.description.metadata.shortDescription == "pets")
  }

  @Test func `export means save, and that is said once`() throws {
    let notebook = try trained()
    let shown = notebook.run("export hand path=\"one.mlmodel\"")
    #expect(shown.hasPrefix("export is understood as save.\nhand is in one.mlmodel: "))
    #expect(notebook.run("export hand path=\"two.mlmodel\"").hasPrefix("hand is in two.mlmodel: "))
    #expect(notebook.run("help export").hasPrefix("save: "))
  }

  @Test func `what a device may choose includes what it was trained with here`() throws {
    let notebook = try trained()
    notebook.run("save hand path=\"hand.mlmodel\"")
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "hand.mlmodel"))
    let update = try #require(file.updateParameters)
    #expect(update.epochs == IntegerParameter(3, allowed: .set([1, 3, 10, 50])))
    #expect(update.optimizer?.miniBatchSize == IntegerParameter(4, allowed: .set([1, 2, 4, 8, 16])))
    #expect(update.optimizer?.learningRate == DoubleParameter(0.01, allowed: .range(minimum: 0, maximum: 1)))
    #expect(update.losses.map(\.kind) == [.categoricalCrossEntropy])
  }

  @Test func `without a path the file is called like the model`() throws {
    let notebook = try trained()
    #expect(notebook.run("save hand updatable=false").hasPrefix("hand is in hand.mlmodel: "))
    #expect(FileManager.default.fileExists(atPath: notebook.folder.path + "/hand.mlmodel"))
    try Data("notes".utf8).write(to: notebook.folder.appending(path: "hand.mlmodel"))
    #expect(notebook.fail("save hand").contains("To replace it: save hand replace=true"))
  }

  @Test func `a file need not be updatable`() throws {
    let notebook = try trained()
    #expect(notebook.run("save hand path=\"fixed.mlmodel\" updatable=\"false\"").contains(", not updatable, "))
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "fixed.mlmodel"))
    #expect(!file.isUpdatable)
    #expect(file.updateParameters == nil)
    #expect(notebook.run("load fixed \"fixed.mlmodel\"").hasSuffix("no layer is updatable."))
  }

  @Test(arguments: [("batchnorm name=b", "b"), ("permute [2, 3, 0, 1]; gru 5 name=g", "g")])
  func `what learns here and could not on a device is refused with the way to save it`(
    layer: String, name: String
  ) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(
      "network x input=[3, 8, 8] seed=1 { convolution 4; \(layer); flatten; innerProduct 2; softmax }"
    )
    notebook.expect(
      Mistake(
        "save x path=\"x.mlmodel\"",
        """
        save x path="x.mlmodel"
                    ^^^^^^^^^^^ x.mlmodel cannot be written as a Core ML file: layer \(name) is of a type that cannot be updatable.
                                To save it for predictions only, not for training on a device: updatable=false
        """))
    #expect(notebook.run("save x path=\"x.mlmodel\" updatable=false").contains(", not updatable, "))
  }

  @Test(arguments: ["float16", "16", "8", "6", "4", "1", "lookupTable8", "lookupTable4", "lookupTable1"])
  func `fewer bits make smaller files, and the output says by how much and what it costs`(precision: String) throws {
    let notebook = try trained()
    notebook.run("save hand path=\"plain.mlmodel\" updatable=false")
    let text = notebook.run("save hand path=\"small.mlmodel\" updatable=false precision=\(precision)")
    #expect(text.contains(" without precision=)."))
    // 8 bits name 256 numbers, more than the layers here have.
    #expect(text.contains("Weights were rounded, by ") == (precision != "lookupTable8"))
    let plain = try ModelFile(contentsOf: notebook.folder.appending(path: "plain.mlmodel"))
    let small = try ModelFile(contentsOf: notebook.folder.appending(path: "small.mlmodel"))
    #expect(precision == "lookupTable8" || small.storage.byteCount < plain.storage.byteCount)
    #expect(small.specificationVersion == SpecificationVersion.least(for: small))
    #expect(small.check().isAccepted)
    notebook.run("load small \"small.mlmodel\"; predict small on=pets.test")
  }

  @Test func `an updatable network keeps single precision where it learns, and says so`() throws {
    let notebook = try trained()
    let half = notebook.run("save hand path=\"half.mlmodel\" precision=float16")
    #expect(half.contains("Half precision is for models that are not updatable"))
    #expect(
      notebook.run("save hand path=\"eight.mlmodel\" precision=8").contains(
        "Layers that can be trained keep single precision."))
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "eight.mlmodel"))
    #expect(file.layers.first { $0.name == "fc1" }?.weights.map(\.parameters.encoding) == [.float32, .float32])
    #expect(file.layers.first { $0.name == "conv1" }?.weights.first?.parameters.encoding == .linear(bits: 8))
    #expect(file.check().findings == [])
  }

  @Test func `what a phone cannot continue is named`() throws {
    let notebook = try trained()
    #expect(!notebook.run("save hand path=\"hand.mlmodel\"").contains("phone"))
    notebook.run("train hand on=pets.train epochs=1 weightDecay=0.1 augment=flipHorizontal")
    let text = notebook.run("save hand path=\"hand.mlmodel\"")
    #expect(text.contains("What a phone cannot continue: training goes on without weight decay (0.1 here)."))
    #expect(text.contains("What a phone cannot continue: it does not support augmentation."))
    #expect(!notebook.run("save hand path=\"frozen.mlmodel\" updatable=false").contains("phone"))
    notebook.run(
      """
      network deep input=[4] {
        innerProduct 4 name=low
        leakyRelu name=leaky
        dropout 0.5 name=drop
        innerProduct 2
        softmax
      }
      """)
    let deep = notebook.run("save deep path=\"deep.mlmodel\"")
    #expect(
      deep.contains(
        "What a phone cannot continue: low cannot be trained there: no gradient passes leaky (activation leakyReLU)."))
    #expect(deep.contains("What a phone cannot continue: the format has no dropout: drop is left out."))
  }

  @Test func `several losses and a squared error of probabilities stay here, and a phone gets one cross entropy`()
    throws
  {
    let notebook = try trained()
    notebook.run("train hand on=pets.train epochs=1 loss=meanSquaredError")
    #expect(
      notebook.run("save hand path=\"hand.mlmodel\"").contains(
        "What a phone cannot continue: it minimises crossEntropy (meanSquaredError here): otherwise no gradient passes the "
          + "softmax."))
    notebook.run("train hand on=pets.train epochs=1 loss=[crossEntropy, meanSquaredError(fc1, weight=0.25)]")
    #expect(
      notebook.run("save hand path=\"hand.mlmodel\"").contains(
        "What a phone cannot continue: it minimises one loss, crossEntropy of labelProbability: "
          + "meanSquaredError(fc1_output, weight=0.25) is left out."))
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "hand.mlmodel"))
    #expect(file.updateParameters?.losses.map(\.kind) == [.categoricalCrossEntropy] && file.check().findings == [])
  }

  @Test func `a place where nothing can be written is named beforehand`() throws {
    let notebook = try trained()
    try notebook.write("notes".utf8, to: "notes.txt")
    try FileManager.default.createDirectory(
      at: notebook.folder.appending(path: "out"), withIntermediateDirectories: true)
    for (path, sentences) in [
      ("no/hand.mlmodel", ["The folder no does not exist.", "Create it, or give another path."]),
      ("notes.txt/hand.mlmodel", ["notes.txt is not a folder, so nothing can be written into it."]),
      (
        "/proc/hand.mlmodel",
        [
          "/proc/hand.mlmodel could not be written: its folder belongs to the system or is missing, and takes no new files."
        ]
      ),
      ("out", ["out is a folder.", "To write into it: save hand path=\"out/hand.mlmodel\""]),
      (
        "notes.txt",
        [
          "notes.txt was not written by Whet, or was changed since. Nothing was changed.",
          "To replace it: save hand path=\"notes.txt\" replace=true",
        ]
      ),
    ] {
      let text = notebook.fail("save hand path=\"\(path)\"")
      for sentence in sentences { #expect(text.contains(sentence), "\(path)") }
    }
    #expect(try Data(contentsOf: notebook.folder.appending(path: "notes.txt")) == Data("notes".utf8))
    #expect(!notebook.run("save hand path=\"hand.mlmodel\"").contains("replaced the earlier"))
    #expect(
      notebook.run("save hand path=\"hand.mlmodel\"").contains("It replaced the earlier file."))
    #expect(
      notebook.run("save hand path=\"hand\"").contains(
        "Core ML's tools open it only under a name that ends in .mlmodel."))
  }

  @Test func `a k-NN model becomes a pipeline, and answers the same from it`() throws {
    let notebook = try trained()
    #expect(
      notebook.run("save near path=\"near.mlmodel\"").hasPrefix("near is in near.mlmodel: a pipeline classifier, "))
    notebook.run("load again path=\"near.mlmodel\"")
    let near = notebook.run("predict near on=pets.test").split(separator: "\n").dropFirst()
    #expect(notebook.run("predict again on=pets.test").split(separator: "\n").dropFirst() == near)
    #expect(try notebook.neighbors("again").memory.samples == notebook.neighbors("near").memory.samples)
    notebook.run("train again on=pets.test; save again path=\"more.mlmodel\"; load third \"more.mlmodel\"")
    #expect(try notebook.neighbors("third").memory.count == 10)
  }

  @Test func `a file is replaced as a whole, and read anew at once`() throws {
    let notebook = try trained()
    notebook.run("save hand path=\"hand.mlmodel\"; load again \"hand.mlmodel\"")
    notebook.run("train hand on=pets.train epochs=1; save hand path=\"hand.mlmodel\"; load again \"hand.mlmodel\"")
    #expect(
      try notebook.probabilities("again", on: "pets.test") == notebook.probabilities("hand", on: "pets.test"))
    let names = try FileManager.default.contentsOfDirectory(atPath: notebook.folder.path)
    #expect(Set(names) == ["Pets", "hand.mlmodel", "tiny.mlmodel"])
  }

  @Test(arguments: ["with space.mlmodel", "✊ 👩‍👩‍👧.mlmodel", "percent%20.mlmodel", "a?b#c.mlmodel"])
  func `any name will do`(name: String) throws {
    let notebook = try trained()
    notebook.run("save hand path=\"\(name)\"; load again \"\(name)\"")
    #expect(FileManager.default.fileExists(atPath: notebook.folder.path + "/" + name))
  }

  @Test(arguments: [
    Mistake(
      "save hand path=\"nowhere/hand.mlmodel\"",
      """
      save hand path="nowhere/hand.mlmodel"
                     ^^^^^^^^^^^^^^^^^^^^^^ The folder nowhere does not exist.
                                            Create it, or give another path.
      """),
    Mistake(
      "save hand path=\"Pets\"",
      """
      save hand path="Pets"
                     ^^^^^^ Pets is a folder.
                            To write into it: save hand path="Pets/hand.mlmodel"
      """),
    Mistake(
      "save hand path=\"hand.mlmodel\" updatable=perhaps",
      """
      save hand path="hand.mlmodel" updatable=perhaps
                                              ^^^^^^^ updatable takes true or false, not perhaps.
      """),
    Mistake(
      "save cosine path=\"cosine.mlmodel\"",
      """
      save cosine path="cosine.mlmodel"
                       ^^^^^^^^^^^^^^^^ cosine.mlmodel cannot be written as a Core ML file: the format has only the squared Euclidean distance, not the cosine.
                                        To save it: knn … metric=euclidean, and train it again.
      """),
    Mistake(
      "save hand path=\"tiny.mlmodel\"",
      """
      save hand path="tiny.mlmodel"
                     ^^^^^^^^^^^^^^ cosine was loaded from tiny.mlmodel, which is never replaced.
                                    Give another name: save hand path="hand.mlmodel"
      """),
    Mistake(
      "save hand path=\"hand.mlmodel\" precision=12",
      """
      save hand path="hand.mlmodel" precision=12
                                              ^^ precision cannot be 12. It can be float32, float16, 16, 8, 7, 6, 5, 4, 3, 2, 1, lookupTable8, lookupTable7, lookupTable6, lookupTable5, lookupTable4, lookupTable3, lookupTable2 or lookupTable1.
      """),
    Mistake(
      "save hnad path=\"hand.mlmodel\"",
      """
      save hnad path="hand.mlmodel"
           ^^^^ There is no model called hnad. Did you mean hand?
                There are cosine, hand and near.
      """),
  ])
  func `what cannot be written is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try trained()
    notebook.run("knn cosine features=tiny.pool1 metric=cosine")
    notebook.expect(mistake)
  }
}
