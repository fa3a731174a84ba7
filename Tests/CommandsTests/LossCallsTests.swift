import Networks
import Testing
import Training

@testable import Commands
@testable import Experiments

struct LossCallsTests {
  @Test(arguments: [
    ("crossEntropy", "learningRate=1e-9 shuffle=true"), ("meanSquaredError", "loss=meanSquaredError"),
    ("[crossEntropy, meanSquaredError(low)]", "loss=[crossEntropy, meanSquaredError(low_output)]"),
    ("[crossEntropy(weight=0.5), crossEntropy(aux, weight=0.3)]", "weight=0.5), crossEntropy(aux_output, weight=0.3)]"),
    ("[meanSquaredError(of=low)]", "loss=meanSquaredError(low_output)"),
  ])
  func `a loss is a word, or a word with the layer it looks at and its weight`(typed: String, told: String) throws {
    let notebook = try Notebook.withTwoHeads()
    notebook.run("train two on=points.train epochs=1 loss=\(typed)")
    #expect(notebook.run("describe two").contains(told))
  }

  @Test(arguments: [
    Mistake(
      "train two on=points.train loss=hinge",
      """
      train two on=points.train loss=hinge
                                     ^^^^^ loss cannot be hinge. It can be crossEntropy, meanSquaredError, meanAbsoluteError or huber.
      """),
    Mistake(
      "train two on=points.train loss=crossEntropy(low)",
      """
      train two on=points.train loss=crossEntropy(low)
                                     ^^^^^^^^^^^^^^^^^ low is not a softmax, and a cross entropy needs one.
                                                       For other layers: meanSquaredError(low)
      """),
    Mistake(
      "train two on=points.train loss=crossEntropy(auk)",
      """
      train two on=points.train loss=crossEntropy(auk)
                                     ^^^^^^^^^^^^^^^^^ two has no layer auk. Did you mean aux?
                                                       Its last layers: low, side, aux, high, softmax0
      """),
    Mistake(
      "train two on=points.train loss=crossEntropy(aux, wait=1)",
      """
      train two on=points.train loss=crossEntropy(aux, wait=1)
                                                       ^^^^ crossEntropy has no "wait". It can be of or weight.
      """),
    Mistake(
      "train two on=points.train loss=crossEntropy(aux, high)",
      """
      train two on=points.train loss=crossEntropy(aux, high)
                                                       ^^^^ crossEntropy's weight takes a number from 0 to 1000000, not high.
      """),
    Mistake(
      "train two on=points.train loss=crossEntropy(aux, 0.3, high)",
      """
      train two on=points.train loss=crossEntropy(aux, 0.3, high)
                                                            ^^^^ high is one value too many here.
                                                                 For example: crossEntropy(aux, weight=0.3)
      """),
    Mistake(
      "update two loss=[crossEntropy, crossEntropy(aux, weight=0.3)]",
      """
      update two loss=[crossEntropy, crossEntropy(aux, weight=0.3)]
                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ weight=0.3 belongs to train: a file cannot hold it.
                                                                    For example: train two loss=[crossEntropy, crossEntropy(aux, weight=0.3)]
      """),
  ])
  func `a loss that cannot be is told with its remedy`(mistake: Mistake) throws {
    try Notebook.withTwoHeads().expect(mistake)
  }

  @Test func `both heads of a network learn by the sum of two losses, and one of them alone by one`() throws {
    let notebook = try Notebook.withTwoHeads()
    func change(_ layer: String, _ loss: String) throws -> Bool {
      notebook.run("train two on=points.train epochs=1 learningRate=0.1 from=start seed=1 loss=\(loss)")
      let model = try notebook.network("two")
      return model.definition.layers.first { $0.name == layer }?.weights
        != model.initial.definition.layers.first { $0.name == layer }?.weights
    }
    #expect(try change("high", "crossEntropy") && !change("side", "crossEntropy"))
    #expect(try change("side", "crossEntropy(aux)") && !change("high", "crossEntropy(aux)"))
    for layer in ["low", "side", "high"] { #expect(try change(layer, "[crossEntropy, crossEntropy(aux)]")) }
  }

  @Test func `the loss of several is their weighted sum`() throws {
    let notebook = try Notebook.withTwoHeads()
    func loss(_ loss: String) throws -> Double {
      notebook.run("train two on=points.train epochs=1 miniBatchSize=4 from=start seed=1 loss=\(loss)")
      return try #require(try notebook.network("two").training.records.last).trainLossMean
    }
    let (one, other) = try (loss("crossEntropy"), loss("meanSquaredError(aux)"))
    // The step between two mini-batches is not the same, so the rate is so small that it does not count.
    #expect(abs(try loss("[crossEntropy, meanSquaredError(aux, weight=3)]") - (one + 3 * other)) < 1e-5)
  }

  @Test func `what update says of losses holds for train`() throws {
    let notebook = try Notebook.withTwoHeads()
    #expect(notebook.run("update two loss=[crossEntropy, crossEntropy(aux)]").contains("on aux_output"))
    notebook.run("train two on=points.train epochs=1")
    #expect(notebook.run("describe two").contains("loss=[crossEntropy, crossEntropy(aux_output)]"))
    notebook.run("update two loss=meanSquaredError; train two on=points.train epochs=1")
    #expect(notebook.run("describe two").contains(" loss=meanSquaredError "))
  }
}

extension Notebook {
  /// A network with two heads, and points to learn from.
  fileprivate static func withTwoHeads() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<8).map { "\($0 % 2 == 0 ? "even" : "odd"),\($0 % 2),\(Double($0) / 8)" }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "points.csv")
    notebook.run(
      """
      dataset points csv="points.csv" split=[0.5, 0.5]
      network two input=[2] seed=1 {
        innerProduct 3 name=low
        innerProduct 2 name=side
        softmax name=aux
        innerProduct 2 name=high from=low
        softmax
      }
      set two learningRate=1e-9
      """)
    return notebook
  }
}
