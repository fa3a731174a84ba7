import CommandLanguage
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Networks written layer by layer in a block.
struct LayerBuilderTests {
  private func build(_ input: String, _ block: String) throws -> NetworkDefinition {
    let notebook = try Notebook(data: nil)
    notebook.run("network x input=\(input) seed=7 { \(block) }")
    return try notebook.network("x").definition
  }

  @Test func `LeNet has the layers, the shapes and the numbers of the article`() throws {
    let notebook = try Notebook(data: nil)
    let text = notebook.run(
      """
      network lenet input=[1, 28, 28] seed=7 {
        convolution 32 kernel=3 activation=relu
        maxPool 2
        convolution 32 kernel=2 activation=relu
        maxPool 2
        flatten
        innerProduct 500 activation=relu
        innerProduct 10
        softmax
      }
      """)
    #expect(text.hasPrefix("lenet: reads image [1, 28, 28]\n"))
    #expect(
      text.hasSuffix(
        "lenet: 11 layers and 10 outputs, initial weights from seed=7. 585,958 trainable of 585,958 parameters."))
    let network = try notebook.network("lenet").definition
    #expect(
      network.layers.map(\.name) == [
        "convolution0", "convolution0_relu", "maxPool0", "convolution1", "convolution1_relu", "maxPool1", "flatten0",
        "innerProduct0", "innerProduct0_relu", "innerProduct1", "softmax0",
      ])
    let shapes = try network.shapes()
    #expect(
      network.layers.map { shapes[$0.outputs[0]] } == [
        [32, 26, 26], [32, 26, 26], [32, 13, 13], [32, 12, 12], [32, 12, 12], [32, 6, 6], [1152], [500], [500], [10],
        [10],
      ])
    #expect(network.layers.allSatisfy { $0.isUpdatable == ($0.weights != nil) })
  }

  @Test func `a network of two layers learns to tell right from left, and says the same again`() throws {
    let notebook = try Notebook(data: nil)
    let lines = (0..<80).map { index -> String in
      let (x, y) = (Double(index % 9) / 9, Double(index % 7) / 7)
      return "\(x > y ? "right" : "left"),\(x),\(y)"
    }
    try notebook.write(lines.joined(separator: "\n").utf8, to: "plane.csv")
    notebook.run(
      "dataset plane csv=\"plane.csv\"; network n input=[2] seed=1 { dense 8 activation=tanh; linear 2; softmax }")
    let train = "train n on=plane.train from=start epochs=60 miniBatchSize=8 optimizer=adam learningRate=0.05"
    notebook.run(train)
    let first = try notebook.network("n")
    notebook.run(train)
    #expect(try notebook.network("n").definition == first.definition)
    #expect((first.training.records.last?.trainAccuracy ?? 0) >= 0.95)
  }

  @Test func `other tools' words for layers are understood and explained`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run("network x input=[3, 8, 8] seed=1 { conv2d 4; flatten; dense 5; linear 2; softmax }")
    let shown = notebook.page.text
    for (alias, name) in [("conv2d", "convolution"), ("dense", "innerProduct"), ("linear", "innerProduct")] {
      #expect(shown.contains("\(alias) is understood as \(name)."))
    }
    #expect(
      try notebook.network("x").definition.layers.map(\.name)
        == ["convolution0", "flatten0", "innerProduct0", "innerProduct1", "softmax0"])
  }

  @Test func `what a layer needs is said with the word that was written`() throws {
    let arguments = try Parsing.arguments(of: "network x input=[8] { conv2d 8; softmax }")
    var builder = LayerBuilder(model: "x", input: [8], seeds: SeedPlan(seed: 1), initialization: .kaiming)
    do {
      try builder.add(arguments.parts[0])
      Issue.record("a vector is no map")
    } catch {
      guard case .experiment(.model(.layerWithoutShape(let layer, _)))? = error.mistake else {
        Issue.record("\(error)")
        return
      }
      #expect(layer == "conv2d")
    }
  }

  @Test func `a word may stand for a gate and the product with it`() throws {
    let gated = LayerWord(
      "sigmoid", "A gate.",
      parts: { _ in
        [
          LayerPart(.activation(.sigmoid)),
          LayerPart(.multiply(constant: 1), reads: .givenAndPrevious, suffix: "product"),
        ]
      })
    let arguments = try Parsing.arguments(
      of: "network x input=[2, 3, 3] { sigmoid name=gate; flatten from=gate; softmax }")
    var builder = LayerBuilder(model: "x", input: [2, 3, 3], seeds: SeedPlan(seed: 1), initialization: .kaiming)
    try builder.add(arguments.parts[0], as: gated)
    try builder.add(arguments.parts[1])
    #expect(builder.definition.layers.map(\.name) == ["gate", "gate_product", "flatten0"])
    #expect(builder.definition.layers.map(\.inputs) == [["image"], ["image", "gate_output"], ["gate_product_output"]])
  }

  @Test func `layers may have names, and read others than the one above`() throws {
    let network = try build(
      "[4]", "innerProduct 6 name=left; innerProduct 6 name=right from=input; add from=[left, right]; softmax")
    #expect(network.layers.map(\.inputs) == [["input"], ["input"], ["left_output", "right_output"], ["add0_output"]])
  }

  @Test func `a layer can be kept from learning, and go without a bias`() throws {
    let network = try build("[4]", "innerProduct 6 updatable=false bias=false; innerProduct 2; softmax")
    #expect(network.layers.map(\.isUpdatable) == [false, true, false])
    #expect(network.layers[0].bias == nil)
    #expect(network.layers[1].bias?.shape == [2])
  }

  @Test func `the first weights depend on the seed and the layer's name alone`() throws {
    let short = try build("[4]", "innerProduct 6 name=a; innerProduct 2; softmax")
    let long = try build("[4]", "innerProduct 6 name=a; relu; tanh; innerProduct 3; softmax")
    #expect(short.layers[0].weights == long.layers[0].weights)
    let bound = Float(6.0 / 4).squareRoot()
    #expect(short.layers[0].weights?.values.allSatisfy { abs($0) <= bound } == true)
  }

  @Test func `windows have a size, a stride and a border`() throws {
    func shape(_ layer: String) throws -> [Int]? {
      let network = try build("[2, 9, 7]", "\(layer) name=a; flatten; innerProduct 2; softmax")
      return try network.shapes()["a_output"]
    }
    #expect(try shape("convolution 5") == [5, 7, 5])
    #expect(try shape("convolution 5 kernel=[3, 1] stride=2") == [5, 4, 4])
    #expect(try shape("convolution 5 padding=same") == [5, 9, 7])
    #expect(try shape("convolution 5 padding=2") == [5, 11, 9])
    #expect(try shape("convolution 4 dilation=2 groups=2") == [4, 5, 3])
    #expect(try shape("maxPool 3") == [2, 3, 2])
    #expect(try shape("averagePool [2, 3] stride=1") == [2, 8, 5])
  }

  @Test(arguments: [
    "relu", "sigmoid", "tanh", "softplus", "leakyRelu alpha=0.2", "elu alpha=0.5", "dropout 0.5", "flatten",
  ])
  func `every layer that has no numbers can be trained through`(layer: String) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(
      """
      network x input=[3, 8, 8] seed=1 { convolution 2; \(layer); flatten; innerProduct 2; softmax }
      train x on=pets.train epochs=1
      """)
    #expect(try notebook.network("x").training.records.count == 1)
  }

  @Test(arguments: [
    Mistake(
      "train few on=pets.train",
      """
      train few on=pets.train
                   ^^^^^^^^^^ few has 1 output, too few for 2 classes: cat dog.
                              To add outputs: grow few classes=2
                              Or create it again: its last innerProduct sets the number, innerProduct 2
      """),
    Mistake(
      "train none on=pets.train",
      """
      train none on=pets.train
            ^^^^ No layer of none is updatable, so there is nothing to train.
                 Create it again with a trainable layer in its block, such as: innerProduct 10
      """),
  ])
  func `what a block lacks is mended in the block`(mistake: Mistake) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network few input=[3, 8, 8] seed=1 { flatten; innerProduct 1; softmax }")
    notebook.run("network none input=[3, 1, 1] { softmax }")
    notebook.expect(mistake)
  }

  @Test(arguments: [
    Mistake(
      "network x input=[3, 8, 8] { convolutoin 8 }",
      """
      network x input=[3, 8, 8] { convolutoin 8 }
                                  ^^^^^^^^^^^ There is no layer "convolutoin". Did you mean convolution? (convolution, deconvolution)
                                              All layers: help network
      """),
    Mistake(
      "network x input=[3, 8, 8] { convolution; softmax }",
      """
      network x input=[3, 8, 8] { convolution; softmax }
                                  ^^^^^^^^^^^ convolution needs an outputChannels: number of kernels, and of output feature maps.
                                              For example: convolution 32 kernel=3 activation=relu
      """),
    Mistake(
      "network x input=[3, 8, 8] { convolution 8 kernels=3; softmax }",
      """
      network x input=[3, 8, 8] { convolution 8 kernels=3; softmax }
                                                ^^^^^^^ convolution has no "kernels". Did you mean kernel?
      """),
    Mistake(
      "network x input=[3, 8, 8] { convolution 8 kernel=9; softmax }",
      """
      network x input=[3, 8, 8] { convolution 8 kernel=9; softmax }
                                  ^^^^^^^^^^^ Layer convolution0 of x has no output: its window is larger than its input [3, 8, 8].
      """),
    Mistake(
      "network x input=[8] { convolution 8; softmax }",
      """
      network x input=[8] { convolution 8; softmax }
                            ^^^^^^^^^^^ convolution needs maps, [C, H, W], and is given [8].
      """),
    Mistake(
      "network x input=[3, 8, 8] { convolution 8 groups=2; softmax }",
      """
      network x input=[3, 8, 8] { convolution 8 groups=2; softmax }
                                                       ^ convolution needs groups that divide both its 3 channels and its 8 kernels.
      """),
    Mistake(
      "network x input=[3, 8, 8] { convolution 8 padding=full; softmax }",
      """
      network x input=[3, 8, 8] { convolution 8 padding=full; softmax }
                                                        ^^^^ padding cannot be full. It can be valid, same or a number.
      """),
    Mistake(
      "network x input=[8] { innerProduct 3; relu from=nothing; softmax }",
      """
      network x input=[8] { innerProduct 3; relu from=nothing; softmax }
                                                      ^^^^^^^ x has no layer nothing.
                                                              Its last layers: innerProduct0
      """),
    Mistake(
      "network x input=[8] { relu from=[]; softmax }",
      """
      network x input=[8] { relu from=[]; softmax }
                                      ^^ from takes a list of names, not [].
      """),
    Mistake(
      "network x input=[8] { innerProduct 3 name=a; relu name=a; softmax }",
      """
      network x input=[8] { innerProduct 3 name=a; relu name=a; softmax }
                                                             ^ a is the name of another layer. Choose another.
      """),
    Mistake(
      "network x input=[1, 8, 8] { maxPool 2 }",
      """
      network x input=[1, 8, 8] { maxPool 2 }
                                  ^^^^^^^ x ends in maxPool0, which outputs [1, 4, 4]; the output must be a vector.
                                          For a number put flatten and innerProduct 1 at the end; for classes flatten, innerProduct 10 and softmax.
      """),
    Mistake(
      "network x input=[8, 8] { softmax }",
      """
      network x input=[8, 8] { softmax }
                      ^^^^^^ [8, 8] is not an input shape.
                             A picture is input=[1, 28, 28]: channels, height, width. A vector is input=[784].
      """),
    Mistake(
      "network x input=[8] { }",
      """
      network x input=[8] { }
      ^^^^^^^ The block of x has no layers.
              For example: { flatten; innerProduct 10; softmax }
      """),
    Mistake(
      "network x { softmax }",
      """
      network x { softmax }
      ^^^^^^^ network needs input=[n, …]: for layers in a block: input shape, [C, H, W] or [C].
              For example: network hand from=squeezenet classes=10 init=kaiming seed=42
      """),
    Mistake(
      "network x input=[8] classes=3 { softmax }",
      """
      network x input=[8] classes=3 { softmax }
                                  ^ classes=3 belongs to networks with from= and no block.
                                    In a block the last innerProduct says how many classes there are.
      """),
    Mistake(
      "network x input=[1000000] { innerProduct 1000000; softmax }",
      """
      network x input=[1000000] { innerProduct 1000000; softmax }
                                  ^^^^^^^^^^^^ Layer innerProduct of x would need 4 TB of memory.
      """),
    Mistake(
      "network x input=[8, 8, 8] { convolution 1000000 kernel=10000 name=big; softmax }",
      """
      network x input=[8, 8, 8] { convolution 1000000 kernel=10000 name=big; softmax }
                                  ^^^^^^^^^^^ Layer big of x would need 3,200 TB of memory.
      """),
    Mistake(
      "network x input=[1000000, 1000000, 1000000] { flatten; softmax }",
      """
      network x input=[1000000, 1000000, 1000000] { flatten; softmax }
                                                    ^^^^^^^ x would need 4,000,000 TB of memory.
      """),
  ])
  func `what cannot be built is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook(data: nil).expect(mistake)
  }
}
