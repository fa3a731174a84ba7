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

struct LoadCommandTests {
  @Test func `a classifier that is not updatable answers, and says that it cannot learn`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.run("load hand \"tiny.mlmodel\"")
        == "hand: neural network from tiny.mlmodel, 6 layers, 3 outputs, no layer is updatable.")
    #expect(notebook.run("predict hand image=\"Pets/test/cat/0.png\"").contains("class "))
  }

  @Test func `row 62: a network whose outputs all have classes takes no other ones`() throws {
    let notebook = try Notebook.withNetwork(classes: 2)
    for label in ["sun", "moon"] { try notebook.photo("Sky/train/\(label)/0.jpg") }
    notebook.run("train hand on=pets.train epochs=1; save hand path=\"hand.mlmodel\"; load hand \"hand.mlmodel\"")
    notebook.run("dataset sky path=\"Sky\"")
    notebook.expect(
      Mistake(
        "train hand on=sky",
        """
        train hand on=sky
                      ^^^ hand has no class moon.
                          Its classes: cat and dog.
        """))
  }

  @Test func `a classifier without updatable layers cannot be trained`() throws {
    let notebook = try Notebook(pets: "Pets")
    try TinyNetwork().file(labels: ["cat", "dog", "bird"]).write(to: notebook.folder.appending(path: "fixed.mlmodel"))
    notebook.run("load hand \"fixed.mlmodel\"")
    notebook.expect(
      Mistake(
        "train hand on=pets.train",
        """
        train hand on=pets.train
              ^^^^ No layer of hand is updatable, so there is nothing to train.
                   To add a trainable layer: network hand from=fixed.mlmodel
                   To train layers that it has, counted from the end: update hand last=2
        """))
  }

  @Test func `row 63: a plain network with an integer target runs, trains and is written back as it was`() throws {
    let notebook = try Notebook()
    let shared = Shared.file("models/MNIST_Model.mlmodel")
    let original = try shared.map { try ModelFile(contentsOf: $0) } ?? StandInNetworks.digitsFile()
    if shared == nil { try notebook.write(original.bytes, to: "data/models/MNIST_Model.mlmodel") }
    #expect(
      notebook.run("load mnist \"models/MNIST_Model.mlmodel\"").contains(
        "14 layers, 10 outputs, 158,086 trainable of 158,086 parameters."))
    notebook.run("save mnist path=\"same.mlmodel\"")
    #expect(try ModelFile(contentsOf: notebook.folder.appending(path: "same.mlmodel")) == original)
    let rows = (0..<40).map { row in
      ([row % 10] + (0..<784).map { ($0 * 7 + row * 13) % 256 }).map(String.init).joined(separator: ",")
    }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "digits.csv")
    notebook.run("dataset digits csv=\"digits.csv\" shape=[1, 28, 28] scale=1/255")
    notebook.run("train mnist on=digits.train")
    #expect(notebook.page.text.contains("epochs=6 miniBatchSize=32 optimizer=adam learningRate=0.001"))
    notebook.run("save mnist path=\"mnist.mlmodel\"; load again \"mnist.mlmodel\"")
    #expect(try notebook.probabilities("again", on: "digits") == notebook.probabilities("mnist", on: "digits"))
    let saved = try ModelFile(contentsOf: notebook.folder.appending(path: "mnist.mlmodel"))
    #expect(saved.kind == .neuralNetwork && saved.updateParameters == original.updateParameters)
    var unmarked = saved.description
    unmarked.metadata.userDefined[WrittenMark.key] = nil
    #expect(unmarked == original.description && saved.check().findings == [])
    #expect(saved != original)
  }

  /// Files of each kind: the shared ones, or those that stand in for them.
  private static let files =
    Shared.folder != nil
    ? [
      "fixtures/HandsEmpty", "fixtures/HandskNN", "fixtures/CatDogUpdatable", "fixtures/LeNetUpdatable",
      "models/MNIST_Model", "models/SqueezeNetFP16", "models/SqueezeNetInt8LUT", "fixtures/knn_int_labels",
      "fixtures/img_classifier_ints",
    ] : ["hands", "pipeline", "digits", "half", "linear", "integers", "table"]

  private static func standIn(_ name: String) throws -> ModelFile {
    switch name {
    case "hands": try StandInNetworks.handsFile()
    case "digits": try StandInNetworks.digitsFile()
    case "half": try StandInNetworks.squeezeNetFile()
    case "linear": try StandInNetworks.squeezeNetFile(.linear(bits: 8))
    case "integers": try StandInNetworks.integerNeighborsFile()
    case "table":
      try ModelFile(
        classifier: TinyNetwork().definition, labels: .integers([1, 2, 3]), precision: .lookupTable(bits: 4))
    default: try pipeline()
    }
  }

  private static func pipeline() throws -> ModelFile {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1; train near on=pets.train; save near path=\"near.mlmodel\"")
    return try ModelFile(contentsOf: notebook.folder.appending(path: "near.mlmodel"))
  }

  @Test(arguments: files)
  func `row 72: a file loaded and saved is byte for byte what it was`(path: String) throws {
    let notebook = try Notebook()
    var url = notebook.folder.appending(path: "original.mlmodel")
    if let shared = Shared.file("\(path).mlmodel") { url = shared } else { try Self.standIn(path).write(to: url) }
    notebook.run("load it \"\(url.path)\"; save it path=\"it.mlmodel\"")
    #expect(try Data(contentsOf: notebook.folder.appending(path: "it.mlmodel")) == Data(contentsOf: url))
  }

  /// y = 2·x₀ − x₁ + 0.5 as a regressor that starts from nothing.
  private func line() throws -> ModelFile {
    let product = InnerProductDefinition(
      inputChannels: 2, outputChannels: 1, weights: Tensor(shape: [1, 2]), bias: Tensor(shape: [1]))
    let network = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [2])],
      layers: [
        LayerDefinition(name: "sum", inputs: ["x"], outputs: ["y"], kind: .innerProduct(product), isUpdatable: true)
      ], outputs: ["y"])
    let update = UpdateParameters(
      .meanSquaredError, reading: "y",
      optimizer: .sgd(
        learningRate: DoubleParameter(0.1, allowed: .range(minimum: 0, maximum: 1)),
        miniBatchSize: IntegerParameter(4, allowed: .set([4, 16])), momentum: DoubleParameter(0)),
      epochs: IntegerParameter(200, allowed: .range(minimum: 1, maximum: 1000)))
    let output = FeatureDescription(name: "y", type: .multiArray(ArrayFeature(shape: [1], dataType: .double)))
    return try ModelFile(network: network, outputs: [output], isRegressor: true, update: update)
  }

  @Test func `a regressor learns numbers by the squared error, and is written back as one`() throws {
    let notebook = try Notebook(data: nil)
    try line().write(to: notebook.folder.appending(path: "line.mlmodel"))
    let rows = (0..<20).map { row -> String in
      let (one, other) = (Double(row % 5) / 4, Double(row / 5) / 3)
      return "\(2 * one - other + 0.5),\(one),\(other)"
    }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "line.csv")
    notebook.run("dataset points csv=\"line.csv\" split=[0.8, 0.2]; load line \"line.mlmodel\"")
    #expect(notebook.run("evaluate line on=points").contains("line on points: 20 samples"))
    notebook.run("train line on=points.train validate=points.test seed=1")
    let layer = try notebook.network("line").definition.layers[0]
    for (value, expected) in zip((layer.weights?.values ?? []) + (layer.bias?.values ?? []), [2, -1, 0.5] as [Float]) {
      #expect(abs(value - expected) < 0.01)
    }
    #expect(notebook.run("evaluate line on=points.test").contains("RMSE"))
    notebook.run("save line path=\"learnt.mlmodel\"; load again \"learnt.mlmodel\"")
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "learnt.mlmodel"))
    #expect(file.kind == .neuralNetworkRegressor && file.check().findings == [])
    #expect(try notebook.probabilities("again", on: "points") == notebook.probabilities("line", on: "points"))
    #expect(
      notebook.fail("confusion line on=points").contains(
        "line predicts numbers; a confusion matrix is for classes."))
    // A tiny loss that grows is nothing to be told of.
    notebook.run("train line on=points.train epochs=1 learningRate=1 miniBatchSize=4 seed=1")
    let means = try notebook.network("line").training.records.suffix(2).map(\.trainLossMean)
    #expect(means[1] > 2 * means[0])
    #expect(!notebook.page.text.contains("The loss rose"))
    try notebook.write("tall,1,2\nshort,3,4\n".utf8, to: "words.csv")
    notebook.run("dataset words csv=\"words.csv\"")
    #expect(
      notebook.fail("train line on=words").contains("line learns numbers; the label tall of words is not one."))
  }

  /// A network of one layer from `input` to `output`, that multiplies by 1 and adds 0 where it is square.
  private func step(
    _ name: String, _ input: String, _ output: String, _ inputs: Int, _ outputs: Int, learns: Bool
  )
    -> NetworkDefinition
  {
    let weights = (0..<inputs * outputs).map { $0 % (inputs + 1) == 0 ? Float(1) : 0 }
    let product = InnerProductDefinition(
      inputChannels: inputs, outputChannels: outputs, weights: Tensor(shape: [outputs, inputs], values: weights),
      bias: Tensor(shape: [outputs]))
    return NetworkDefinition(
      inputs: [NetworkInput(name: input, shape: [inputs])],
      layers: [
        LayerDefinition(
          name: name, inputs: [input], outputs: [output], kind: .innerProduct(product), isUpdatable: learns)
      ], outputs: [output])
  }

  private func output(_ name: String, _ count: Int) -> FeatureDescription {
    FeatureDescription(name: name, type: .multiArray(ArrayFeature(shape: [count], dataType: .float32)))
  }

  private func numbersUpdate(_ tensor: String) -> UpdateParameters {
    UpdateParameters(
      .meanSquaredError, reading: tensor,
      optimizer: .sgd(
        learningRate: DoubleParameter(0.1), miniBatchSize: IntegerParameter(4, allowed: .set([4])),
        momentum: DoubleParameter(0)), epochs: IntegerParameter(50, allowed: .set([50])))
  }

  /// A pipeline of two networks: the first hands on what it reads, the second learns two numbers.
  private func row() throws -> ModelFile {
    let first = try ModelFile(network: step("eyes", "x", "h", 2, 2, learns: false), outputs: [output("h", 2)])
    let last = try ModelFile(
      network: step("head", "h", "y", 2, 2, learns: true), outputs: [output("y", 2)], isRegressor: true,
      update: numbersUpdate("y"))
    return try ModelFile(pipeline: [("first", first), ("last", last)])
  }

  @Test func `a pipeline of networks learns in its last model, and is written back as one`() throws {
    let notebook = try Notebook(data: nil)
    let original = try row()
    let url = notebook.folder.appending(path: "row.mlmodel")
    try original.write(to: url)
    let rows = (0..<20).map { row -> String in
      let (one, other) = (Double(row % 5) / 4, Double(row / 5) / 3)
      return "\(2 * one - other + 0.5) \(other),\(one),\(other)"
    }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "points.csv")
    #expect(
      notebook.run("load row \"row.mlmodel\"")
        == "row: neural network from row.mlmodel, 2 layers, 2 outputs, 6 trainable of 12 parameters.")
    notebook.run("save row path=\"same.mlmodel\"")
    #expect(try Data(contentsOf: notebook.folder.appending(path: "same.mlmodel")) == Data(contentsOf: url))
    notebook.run("dataset points csv=\"points.csv\" split=[0.8, 0.2]; train row on=points.train")
    let learnt = try notebook.network("row").definition.layers
    #expect(try learnt[0] == original.pipeline.models[0].network().layers[0])
    #expect(try learnt[1].weights != original.pipeline.models[1].network().layers[0].weights)
    notebook.run("save row path=\"learnt.mlmodel\"; load again \"learnt.mlmodel\"")
    let saved = try ModelFile(contentsOf: notebook.folder.appending(path: "learnt.mlmodel"))
    #expect(saved.check().findings == [] && saved.pipeline.models[0] == original.pipeline.models[0])
    #expect(saved.pipeline.lastModel.updateParameters == original.pipeline.lastModel.updateParameters)
    #expect(
      try notebook.probabilities("again", on: "points").values.map(\.bitPattern)
        == notebook.probabilities("row", on: "points").values.map(\.bitPattern))
    notebook.run("update row layers=[eyes, head]")
    #expect(
      notebook.run("save row path=\"learnt.mlmodel\"").contains(
        "What a phone cannot continue: only the last model of a pipeline is trained there, not eyes."))
    #expect(try ModelFile(contentsOf: notebook.folder.appending(path: "learnt.mlmodel")).check().findings == [])
  }

  @Test func `a network with several numbers learns from labels with as many`() throws {
    let notebook = try Notebook(data: nil)
    try row().write(to: notebook.folder.appending(path: "row.mlmodel"))
    try notebook.write("1 2,1,2\n3 4,3,4\n".utf8, to: "two.csv")
    notebook.run("load row \"row.mlmodel\"; dataset two csv=\"two.csv\" split=[0.5, 0.5]")
    let answer = notebook.run("evaluate row on=two rows=true")
    #expect(answer.hasPrefix("row on two: 2 samples\nmodel  output    RMSE"))
    #expect(answer.contains(#/y 1 +0\.0000 +0\.0000 – 0\.0000 +0\.0000 +0\.0000 – 0\.0000 +1\.0000/#))
    #expect(
      answer.contains(
        """
        row on two, sample by sample
        sample  true        answer      difference
        ------  ----  ------------  --------------
             0  1, 2  1.000, 2.000  0.0000, 0.0000
        """))
    #expect(
      notebook.run("predict row on=two.test") == """
        row: 1 answer
        sample     y 0     y 1
        ------  ------  ------
        0       3.0000  4.0000
        """)
    try notebook.write("1,1,2\n3,3,4\n".utf8, to: "one.csv")
    notebook.run("dataset one csv=\"one.csv\"")
    notebook.expect(
      Mistake(
        "train row on=one",
        """
        train row on=one
                     ^^^ row predicts 2 numbers, but the label 1 of one has 1.
                         Each label needs 2, separated by spaces.
        """))
  }

  @Test func `a pipeline with other models in it says which`() throws {
    let notebook = try Notebook(data: nil)
    let memory = try ModelFile(nearestNeighbors: NearestNeighbors(dimension: 2), featureName: "h")
    let first = try ModelFile(network: step("eyes", "x", "h", 2, 2, learns: false), outputs: [output("h", 2)])
    try ModelFile(pipeline: [("near", memory), ("eyes", first)]).write(
      to: notebook.folder.appending(path: "odd.mlmodel"))
    #expect(
      notebook.fail("load odd \"odd.mlmodel\"").contains(
        "odd.mlmodel is a pipeline with a k-nearest-neighbours classifier (near): only networks, followed by at most one "
          + "k-nearest-neighbours classifier, can be opened."))
  }

  @Test func `a k-NN classifier without a network looks at a table's numbers, and remembers more`() throws {
    let notebook = try Notebook()
    let path = Shared.file("fixtures/knn_int_labels.mlmodel")?.path ?? "integers.mlmodel"
    try StandInNetworks.integerNeighborsFile().write(to: notebook.folder.appending(path: "integers.mlmodel"))
    notebook.run("load near \"\(path)\"")
    let memory = try notebook.neighbors("near").memory
    let rows = (0..<memory.count).map { index in
      ([memory.sampleLabels[index]]
        + memory.samples[index * memory.dimension..<(index + 1) * memory.dimension].map { "\($0)" })
        .joined(separator: ",")
    }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "own.csv")
    notebook.run("dataset own csv=\"own.csv\" split=[0.5, 0.5]")
    #expect(notebook.run("evaluate near on=own").contains(" of \(memory.count)) ["))
    notebook.run("train near on=own.train; save near path=\"more.mlmodel\"; load again \"more.mlmodel\"")
    let (again, near) = try (notebook.neighbors("again").memory, notebook.neighbors("near").memory)
    #expect(again.samples == near.samples && again.sampleLabels == near.sampleLabels)
    #expect(try notebook.neighbors("near").memory.count == memory.count + rows.count / 2)
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "more.mlmodel"))
    #expect(file.kind == .nearestNeighborsClassifier && file.check().findings == [])
    if case .integers? = ClassLabels(of: file) {} else { Issue.record("whole numbers became texts") }
    try notebook.write("1,2,3\n".utf8, to: "short.csv")
    notebook.run("dataset short csv=\"short.csv\"")
    #expect(notebook.fail("evaluate near on=short").contains("reads samples of the shape"))
  }

  @Test func `a saved network learns on, within what its file allows`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=2 miniBatchSize=2 learningRate=0.01; save hand path=\"hand.mlmodel\"")
    #expect(
      notebook.run("load again \"hand.mlmodel\"")
        == "again: neural network from hand.mlmodel, 6 layers, 3 outputs, 51 trainable of 163 parameters.")
    notebook.run("train again on=pets.train")
    #expect(notebook.page.text.contains("epochs=2 miniBatchSize=2 optimizer=sgd learningRate=0.01 shuffle=true seed="))
    notebook.expect(
      Mistake(
        "train again on=pets.train miniBatchSize=7",
        """
        train again on=pets.train miniBatchSize=7
                                                ^ again allows miniBatchSize 1, 2, 8, 16 (set in hand.mlmodel).
                                                  To allow it: update again miniBatchSize=[1, 2, 7, 8, 16]
        """))
    notebook.expect(
      Mistake(
        "train again on=pets.train learningRate=2",
        """
        train again on=pets.train learningRate=2
                                               ^ again allows learningRate from 0 to 1 (set in hand.mlmodel).
        """))
  }

  @Test(arguments: [
    Mistake(
      "load hand",
      """
      load hand
      ^^^^ load needs a file: the model file.
           For example: load hand "HandsTrained.mlmodel"
      """),
    Mistake(
      "load hand \"hands.mlmodel\"",
      """
      load hand "hands.mlmodel"
                ^^^^^^^^^^^^^^^ The model hands.mlmodel was not found.
                                Looked for it at hands.mlmodel and data/models/hands.mlmodel.
      """),
    Mistake(
      "load hand \"nets/tiny.mlmodl\"",
      """
      load hand "nets/tiny.mlmodl"
                ^^^^^^^^^^^^^^^^^^ The model nets/tiny.mlmodl was not found.
                                   Looked for it at nets/tiny.mlmodl and data/models/nets/tiny.mlmodl.
      """),
    Mistake(
      "load hand \"tiny.mlmodl\"",
      """
      load hand "tiny.mlmodl"
                ^^^^^^^^^^^^^ The model tiny.mlmodl was not found. Did you mean tiny.mlmodel?
                              Looked for it at tiny.mlmodl and data/models/tiny.mlmodl.
      """),
    Mistake(
      "load pets \"tiny.mlmodel\"",
      """
      load pets "tiny.mlmodel"
           ^^^^ pets is the name of a dataset. Choose another.
      """),
    Mistake(
      "load hand \"Pets\"",
      """
      load hand "Pets"
                ^^^^^^ Pets is a folder, not a model file.
      """),
    Mistake(
      "load hand \"forest.mlmodel\"",
      """
      load hand "forest.mlmodel"
                ^^^^^^^^^^^^^^^^ forest.mlmodel is a model of kind treeEnsembleClassifier; this needs a neural network, a neural network classifier, a k-nearest-neighbours classifier, a pipeline or an ML program.
      """),
    Mistake(
      "load hand \"tiny.mlmodel\" \"more.mlmodel\"",
      """
      load hand "tiny.mlmodel" "more.mlmodel"
                               ^^^^^^^^^^^^^^ load cannot use "more.mlmodel".
                                              Usage: load name [file] path="path" function="text" shape=[n, …] inputs=[fixed(name, numbers), …] scale=1/255 mean=[0.485, 0.456, 0.406] std=[0.229, 0.224, 0.225] labels=["text", …]
      """),
  ])
  func `what cannot be loaded is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withNetwork()
    // Version 1, an empty description, an empty tree ensemble.
    try notebook.write([0x08, 0x01, 0x12, 0x00, 0x92, 0x19, 0x00] as [UInt8], to: "forest.mlmodel")
    notebook.expect(mistake)
  }
}
