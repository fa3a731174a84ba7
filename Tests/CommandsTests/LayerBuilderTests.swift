import Foundation
import Testing
import Training

@testable import Commands

/// Networks written layer by layer.
struct LayerBuilderTests {
  /// A notebook with a table that a straight line parts: eighty samples of two numbers.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let lines = (0..<80).map { index -> String in
      let (x, y) = (Double(index % 9) / 9, Double(index % 7) / 7)
      return "\(x > y ? "right" : "left"),\(x),\(y)"
    }
    try notebook.write(Array(lines.joined(separator: "\n").utf8), to: "plane.csv")
    notebook.run("dataset plane csv=\"plane.csv\"")
    return notebook
  }

  @Test func `LeNet has the article's shapes and parameters`() throws {
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
    #expect(
      text == """
        lenet: reads image [1, 28, 28]
        layer               type          makes         parameters  learns
        ------------------  ------------  ------------  ----------  ------
        convolution0        convolution   [32, 26, 26]         320  yes
        convolution0_relu   activation    [32, 26, 26]
        maxPool0            pooling       [32, 13, 13]
        convolution1        convolution   [32, 12, 12]       4,128  yes
        convolution1_relu   activation    [32, 12, 12]
        maxPool1            pooling       [32, 6, 6]
        flatten0            flatten       [1152]
        innerProduct0       innerProduct  [500]            576,500  yes
        innerProduct0_relu  activation    [500]
        innerProduct1       innerProduct  [10]               5,010  yes
        softmax0            softmax       [10]

        lenet: 11 layers and 10 outputs, first weights from seed=7. 585,958 trainable of 585,958 parameters.
        """)
  }

  @Test func `a network of two layers learns a straight line, and says the same again`() throws {
    let notebook = try notebook()
    notebook.run("network line input=[2] seed=1 { dense 8 activation=tanh; linear 2; softmax }")
    let train =
      "train line on=plane.train validate=plane.test from=start epochs=60 miniBatchSize=8 optimizer=adam learningRate=0.05"
    notebook.run(train)
    let first = try notebook.network("line")
    notebook.run(train)
    let second = try notebook.network("line")
    #expect(first.definition == second.definition)
    #expect((first.history.last?.trainAccuracy ?? 0) >= 0.95)
    #expect(notebook.run("evaluate line on=plane.test").contains("correct (1"))
  }

  @Test func `other words for layers are understood and named once`() throws {
    let notebook = try notebook()
    let text = notebook.run("network line input=[2] seed=1 { dense 4; linear 2; softmax }")
    #expect(text.contains("dense is understood as innerProduct."))
    #expect(!notebook.run("network line input=[2] seed=1 { dense 2; softmax }").contains("understood"))
  }

  @Test func `layers can read others than the one above`() throws {
    let notebook = try notebook()
    let text = notebook.run(
      """
      network two input=[2] seed=1 {
        innerProduct 3 name=left activation=relu
        innerProduct 3 name=right from=input
        add from=[left, right]
        innerProduct 2
        softmax
      }
      """)
    #expect(text.contains("add0           add           [3]\n"))
    notebook.run("train two on=plane.train epochs=2")
  }

  static let mistakes = [
    Mistake(
      "network x input=[2] { inerProduct 2; softmax }",
      """
      network x input=[2] { inerProduct 2; softmax }
                            ^^^^^^^^^^^ There is no layer "inerProduct". Did you mean innerProduct?
                                        What may stand in the block of network: convolution, innerProduct, maxPool, averagePool, flatten, relu, sigmoid, tanh, softplus, softmax, leakyRelu, elu, dropout, concat, add, multiply
      """),
    Mistake(
      "network x input=[2] { innerProduct 2 }",
      """
      network x input=[2] { innerProduct 2 }
                            ^^^^^^^^^^^^ x ends in innerProduct0; a classifier ends in a softmax.
                                         Put softmax at the end of the block.
      """),
    Mistake(
      "network x input=[2] { convolution 4; softmax }",
      """
      network x input=[2] { convolution 4; softmax }
                            ^^^^^^^^^^^ convolution needs maps, [C, H, W], and is given [2].
      """),
    Mistake(
      "network x input=[1, 4, 4] { convolution 4 kernel=5; softmax }",
      """
      network x input=[1, 4, 4] { convolution 4 kernel=5; softmax }
                                  ^^^^^^^^^^^ Nothing comes out of layer convolution0 of x: its window is larger than its input [1, 4, 4].
      """),
    Mistake(
      "network x input=[2, 3] { softmax }",
      """
      network x input=[2, 3] { softmax }
                      ^^^^^^ [2, 3] is no shape of an input.
                             A picture is input=[1, 28, 28]: channels, height, width. A row of numbers is input=[784].
      """),
    Mistake(
      "network x input=[2]",
      """
      network x input=[2]
      ^^^^^^^ The block of x has no layers.
              For example: { flatten; innerProduct 10; softmax }
      """),
    Mistake(
      "network x input=[2] from=squeezenet { softmax }",
      """
      network x input=[2] from=squeezenet { softmax }
                      ^^^ A network is made from a file or layer by layer, not both.
                          Leave out from=, or the block.
      """),
    Mistake(
      "network x input=[2] { innerProduct 2 from=nobody; softmax }",
      """
      network x input=[2] { innerProduct 2 from=nobody; softmax }
                                                ^^^^^^ x has no layer nobody.
      """),
    Mistake(
      "train line on=plane.train",
      """
      train line on=plane.train
                    ^^^^^^^^^^^ line reads samples of the shape [3], and those of plane.train have [2].
      """),
  ]

  @Test(arguments: mistakes) func `a layer that does not fit is told plainly`(_ mistake: Mistake) throws {
    let notebook = try notebook()
    notebook.run("network line input=[3] seed=1 { innerProduct 2; softmax }")
    notebook.expect(mistake)
  }
}
