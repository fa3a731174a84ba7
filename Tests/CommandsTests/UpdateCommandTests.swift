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

struct UpdateCommandTests {
  private func saved(_ notebook: Notebook, _ name: String = "hand") throws -> ModelFile {
    notebook.run("save \(name) path=\"out/\(name).mlmodel\"")
    return try ModelFile(contentsOf: notebook.folder.appending(path: "out/\(name).mlmodel"))
  }

  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    try FileManager.default.createDirectory(
      at: notebook.folder.appending(path: "out"), withIntermediateDirectories: true)
    return notebook
  }

  @Test func `the layers named are trained, all others frozen`() throws {
    let notebook = try notebook()
    let text = notebook.run("update hand layers=[fc1, conv1]")
    #expect(text.hasPrefix("hand trains conv1 and fc1: 163 trainable of 163 parameters."))
    let before = try notebook.network("hand").definition
    notebook.run("train hand on=pets.train epochs=1 learningRate=0.01")
    let after = try notebook.network("hand").definition
    for name in ["conv1", "fc1"] {
      #expect(before.layers.first { $0.name == name }?.weights != after.layers.first { $0.name == name }?.weights)
    }
    #expect(try saved(notebook).layers.filter(\.isUpdatable).map(\.name) == ["conv1", "fc1"])
    notebook.run("update hand layers=[conv1]; train hand on=pets.train epochs=1 learningRate=0.01 from=start")
    let start = try notebook.network("hand").initial.definition
    let only = try notebook.network("hand").definition
    #expect(start.layers.first { $0.name == "fc1" }?.weights == only.layers.first { $0.name == "fc1" }?.weights)
    #expect(start.layers.first { $0.name == "conv1" }?.weights != only.layers.first { $0.name == "conv1" }?.weights)
  }

  @Test func `memories and normalisations can be named, and what no device trains of them is said`() throws {
    let notebook = try notebook()
    notebook.run(
      """
      network deep input=[3, 8, 8] seed=1 {
        convolution 4 kernel=3 name=conv
        batchnorm name=even
        permute [2, 3, 0, 1]
        uniDirectionalLSTM 4 name=memory
        innerProduct 2 name=top
        softmax
      }
      """)
    let text = notebook.run("update deep layers=[even, memory]")
    #expect(
      text.hasPrefix(
        "deep trains even and memory: 472 trainable of 594 parameters. On a device: even cannot be trained there: "
          + "no device trains layers of type batchnorm."))
    let before = try notebook.network("deep").definition
    notebook.run("train deep on=pets.train epochs=1 learningRate=0.1 seed=1")
    let after = try notebook.network("deep").definition
    let moved = zip(before.layers, after.layers).filter { $0.weights != $1.weights }.map(\.0.name)
    #expect(moved == ["even", "memory"])
  }

  @Test func `beyond 10: layers are trained where a device stops, and that is said`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run(
      """
      network branched input=[4] {
        innerProduct 3 name=low
        leakyRelu name=leaky
        innerProduct 2 name=high
        softmax
      }
      """)
    let text = notebook.run("update branched layers=[low, high]")
    #expect(
      text.contains(
        "On a device: low cannot be trained there: no gradient passes leaky (activation leakyReLU)."))
  }

  @Test(arguments: [
    ("epochs=[1, 10, 50]", IntegerParameter(10, allowed: .set([1, 10, 50]))),
    ("epochs=[3, 7]", IntegerParameter(3, allowed: .set([3, 7]))),
    ("epochs=choice([3, 7], default=7)", IntegerParameter(7, allowed: .set([3, 7]))),
    ("epochs=range(1, 100, default=20)", IntegerParameter(20, allowed: .range(minimum: 1, maximum: 100))),
    ("epochs=1...100", IntegerParameter(10, allowed: .range(minimum: 1, maximum: 100))),
    ("epochs=50", IntegerParameter(50, allowed: .set([1, 10, 50]))),
    ("epochs=20", IntegerParameter(20, allowed: .set([1, 10, 20, 50]))),
  ])
  func `what may be chosen of a whole number is in the file`(given: String, expected: IntegerParameter) throws {
    let notebook = try notebook()
    notebook.run("update hand \(given)")
    #expect(try saved(notebook).updateParameters?.epochs == expected)
  }

  @Test(arguments: [
    ("learningRate=0.1", DoubleParameter(0.1, allowed: .range(minimum: 0, maximum: 1))),
    ("learningRate=2", DoubleParameter(2, allowed: .range(minimum: 0, maximum: 2))),
    ("learningRate=range(0, 0.3, default=1e-4)", DoubleParameter(1e-4, allowed: .range(minimum: 0, maximum: 0.3))),
    ("learningRate=0.01...0.5", DoubleParameter(0.01, allowed: .range(minimum: 0.01, maximum: 0.5))),
    ("lr=0...1", DoubleParameter(0.001, allowed: .range(minimum: 0, maximum: 1))),
  ])
  func `what may be chosen of a number is in the file`(given: String, expected: DoubleParameter) throws {
    let notebook = try notebook()
    notebook.run("update hand \(given)")
    #expect(try saved(notebook).updateParameters?.optimizer?.learningRate == expected)
  }

  @Test func `loss, optimizer, shuffle and seed are in the file, and hold for training here`() throws {
    let notebook = try notebook()
    notebook.run("update hand optimizer=adam beta1=0.8 epochs=[2] miniBatchSize=[3, 6] shuffle=false seed=5")
    let update = try #require(try saved(notebook).updateParameters)
    guard case .adam(_, let size, let beta1, let beta2, let eps)? = update.optimizer else {
      Issue.record("no Adam")
      return
    }
    #expect(size == IntegerParameter(3, allowed: .set([3, 6])))
    #expect(beta1?.defaultValue == 0.8 && beta2?.defaultValue == 0.999 && eps?.defaultValue == 1e-8)
    #expect(update.shuffle == false && update.seed == IntegerParameter(5))
    #expect(update.losses.map(\.kind) == [.categoricalCrossEntropy])
    notebook.run("train hand on=pets.train")
    #expect(
      notebook.page.text.contains("epochs=2 miniBatchSize=3 optimizer=adam learningRate=0.001 beta1=0.8"))
    #expect(try saved(notebook).check().findings == [])
  }

  @Test func `a value that is not allowed is refused with the line that allows it, and that line works`() throws {
    let notebook = try notebook()
    notebook.run("update hand miniBatchSize=[1, 2, 8, 16]")
    notebook.expect(
      Mistake(
        "train hand on=pets.train miniBatchSize=7",
        """
        train hand on=pets.train miniBatchSize=7
                                               ^ hand allows miniBatchSize 1, 2, 8, 16 (set in update).
                                                 To allow it: update hand miniBatchSize=[1, 2, 7, 8, 16]
        """))
    notebook.run("update hand miniBatchSize=[1, 2, 7, 8, 16]; train hand on=pets.train miniBatchSize=7 epochs=1")
  }

  @Test func `of SqueezeNet with a fresh head, two layers have 523,010 numbers to learn`() throws {
    let notebook = try Notebook.withSqueezeNet()
    notebook.run("network hand from=squeezenet classes=10 seed=1")
    #expect(
      notebook.run("update hand layers=[fullyconnected0, conv10]")
        .hasPrefix("hand trains conv10 and fullyconnected0: 523,010 trainable of 1,245,506 parameters.\n"))
    notebook.expect(
      Mistake(
        "update hand layers=[pool10]",
        """
        update hand layers=[pool10]
                            ^^^^^^ pool10 is a pooling layer and has no weights.
                                   Layers of hand that can be trained: conv1, fire2/squeeze1x1, … conv10, fullyconnected0
        """))
    #expect(
      notebook.run("update hand layers=[\"fire9/expand1x1\"]")
        .contains("On a device: fire9/expand1x1 cannot be trained there: no gradient passes fire9/concat (concat)."))
  }

  @Test(arguments: [
    Mistake(
      "update hand",
      """
      update hand
      ^^^^^^ update needs something to change.
             For example: update hand layers=[fullyconnected0, conv10]
      """),
    Mistake(
      "update hand layers=[conv2]",
      """
      update hand layers=[conv2]
                          ^^^^^ hand has no layer conv2. Did you mean conv1?
                                Its last layers: conv1, fc1
      """),
    Mistake(
      "update hand layers=[relu1]",
      """
      update hand layers=[relu1]
                          ^^^^^ relu1 is an activation (ReLU) and has no weights.
                                Layers of hand that can be trained: conv1, fc1
      """),
    Mistake(
      "update hand layers=[]",
      """
      update hand layers=[]
             ^^^^ No layer of hand is trained.
                  To choose some: update hand layers=[fc1]
                  Layers of hand that can be trained: conv1, fc1
      """),
    Mistake(
      "update hand epochs=[]",
      """
      update hand epochs=[]
                         ^^ An empty list allows no value of epochs.
                            For example: epochs=[1, 2, 8]
      """),
    Mistake(
      "update hand epochs=[1, 0]",
      """
      update hand epochs=[1, 0]
                             ^ epochs takes a whole number from 1 to 1,000,000, not 0.
      """),
    Mistake(
      "update hand epochs=[1, 1]",
      """
      update hand epochs=[1, 1]
                             ^ 1 is in the list of epochs twice.
      """),
    Mistake(
      "update hand epochs=choice([1, 2], default=3)",
      """
      update hand epochs=choice([1, 2], default=3)
                                                ^ The default 3 of epochs is not among the allowed values.
      """),
    Mistake(
      "update hand learningRate=range(1, 0)",
      """
      update hand learningRate=range(1, 0)
                               ^^^^^^^^^^^ range(1, 0) is not a range for learningRate: its start must be below its end.
                                           For example: learningRate=range(0, 1, default=0.01)
      """),
    Mistake(
      "update hand momentum=0.5 optimizer=adam",
      """
      update hand momentum=0.5 optimizer=adam
                           ^^^ momentum=0.5 belongs to optimizer=sgd.
                               Leave it out, or set optimizer=sgd.
      """),
    Mistake(
      "update hand optimizer=sgd beta2=0.9",
      """
      update hand optimizer=sgd beta2=0.9
                                      ^^^ beta2=0.9 belongs to optimizer=adam.
                                          Set optimizer=adam, or leave it out.
      """),
    Mistake(
      "update near layers=[conv1]",
      """
      update near layers=[conv1]
                         ^^^^^^^ layers=[conv1] belongs to neural networks, and near is a k-NN model.
                                 For example: update near numberOfNeighbors=5
      """),
  ])
  func `what cannot be is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1")
    notebook.expect(mistake)
  }
}
