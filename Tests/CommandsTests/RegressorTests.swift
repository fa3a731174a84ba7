import Foundation
import ModelFile
import Networks
import Tensors
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Networks that end without a softmax: they answer with numbers.
struct RegressorTests {
  /// y = 2·x₀ − x₁ + 0.5, twenty samples in an order of their own.
  private func notebook(isRemembering: Bool = false) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: isRemembering)
    let rows = (0..<20).map { row -> String in
      let (one, other) = (Double(row * 7 % 5) / 4, Double(row * 3 % 4) / 3)
      return "\(2 * one - other + 0.5),\(one),\(other)"
    }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "line.csv")
    notebook.run("dataset points csv=\"line.csv\" split=[0.8, 0.2]")
    return notebook
  }

  private let made = "network line input=[2] seed=4 { innerProduct 1 }"

  @Test func `a block without softmax answers with numbers`() throws {
    let notebook = try notebook()
    #expect(notebook.run(made).contains("It is a regressor: it predicts 1 number."))
    let model = try notebook.network("line")
    #expect(model.outputs.isRegressor && model.outputs.count == 1 && model.outputs.labels == ["prediction"])
    #expect(model.defaults(seed: 1).lossKind == .meanSquaredError)
    notebook.run("network two input=[2] { innerProduct 4 activation=relu; innerProduct 2 }")
    #expect(try notebook.network("two").outputs.labels == ["prediction 0", "prediction 1"])
    #expect(notebook.run("describe line").contains("neural network that predicts numbers, 1 layer"))
  }

  @Test(arguments: ["meanSquaredError", "meanAbsoluteError", "huber"])
  func `it learns by each loss of numbers`(loss: String) throws {
    let notebook = try notebook()
    notebook.run(made)
    let answer = notebook.run(
      "train line on=points.train validate=points.test epochs=400 miniBatchSize=4 optimizer=adam learningRate=0.02 schedule=cosine loss=\(loss) seed=1"
    )
    #expect(answer.contains("loss=\(loss)") && answer.contains("points.test \(loss) "))
    #expect(!answer.contains("accuracy"))
    let layer = try notebook.network("line").definition.layers[0]
    for (value, expected) in zip((layer.weights?.values ?? []) + (layer.bias?.values ?? []), [2, -1, 0.5] as [Float]) {
      #expect(abs(value - expected) < 0.05)
    }
  }

  @Test(arguments: [
    Mistake(
      "train line on=points.train loss=crossEntropy",
      """
      train line on=points.train loss=crossEntropy
                                      ^^^^^^^^^^^^ line predicts numbers; a cross entropy is for classes.
                                                   For numbers: loss=meanSquaredError, loss=meanAbsoluteError or loss=huber. For classes, end the network with softmax.
      """),
    Mistake(
      "train kind on=points.train loss=huber",
      """
      train kind on=points.train loss=huber
                                      ^^^^^ kind predicts classes; huber is for numbers.
                                            For classes: loss=crossEntropy or loss=meanSquaredError. For numbers, create a network without softmax at its end.
      """),
    Mistake(
      "train line on=words",
      """
      train line on=words
                    ^^^^^ line learns numbers; the label tall of words is not one.
                          For classes, end the network with softmax.
      """),
    Mistake(
      "network maps input=[1, 8, 8] { convolution 4 kernel=3 }",
      """
      network maps input=[1, 8, 8] { convolution 4 kernel=3 }
                                     ^^^^^^^^^^^ maps ends in convolution0, which outputs [4, 6, 6]; the output must be a vector.
                                                 For a number put flatten and innerProduct 1 at the end; for classes flatten, innerProduct 10 and softmax.
      """),
    Mistake(
      "update line loss=huber",
      """
      update line loss=huber
                       ^^^^^ loss cannot be huber. It can be crossEntropy or meanSquaredError.
      """),
  ])
  func `what does not fit is refused with a way out`(mistake: Mistake) throws {
    let notebook = try notebook()
    try notebook.write("tall,1,2\nshort,3,4\n".utf8, to: "words.csv")
    notebook.run("dataset words csv=\"words.csv\"; \(made); network kind input=[2] { innerProduct 20; softmax }")
    notebook.expect(mistake)
  }

  @Test func `the way out runs`() throws {
    let notebook = try notebook()
    notebook.run("\(made); network kind input=[2] { innerProduct 40; softmax }")
    for loss in ["meanSquaredError", "meanAbsoluteError", "huber"] {
      notebook.run("train line on=points.train epochs=1 loss=\(loss)")
    }
    notebook.run("dataset kinds csv=\"line.csv\" task=classification")
    for loss in ["crossEntropy", "meanSquaredError"] {
      notebook.run("train kind on=kinds.train epochs=1 loss=\(loss)")
    }
  }

  @Test func `from=start gives the same bits, and so does rerun`() throws {
    let notebook = try notebook(isRemembering: true)
    notebook.run(made)
    notebook.run("train line on=points.train epochs=5 seed=3 loss=huber")
    let first = try notebook.network("line").definition.parameters
    #expect(notebook.run("rerun 1 verify=true").contains("same bits"))
    notebook.run("train line on=points.train epochs=5 seed=3 loss=huber from=start")
    #expect(try notebook.network("line").definition.parameters == first)
    #expect(notebook.run("history line").contains("training loss"))
    #expect(notebook.run("runs").contains("line"))
  }

  @Test func `evaluate measures it with intervals that a seed fixes`() throws {
    let notebook = try notebook()
    notebook.run(made)
    let answer = notebook.run("evaluate line on=points.test")
    #expect(answer.hasPrefix("line on points.test: 4 samples\n"))
    for word in ["RMSE", "MAE", "R²", "95 % interval", "1,000 resamples"] { #expect(answer.contains(word)) }
    #expect(answer.contains(#/prediction +[0-9.]+ +[0-9.]+ – [0-9.]+/#))
    let table = { (text: String) in text.prefix { $0 != "I" } }
    #expect(table(notebook.run("evaluate line on=points.test")) == table(answer))
  }

  @Test func `it is saved as a regressor and read back`() throws {
    let notebook = try notebook()
    notebook.run(made)
    notebook.run(
      "train line on=points.train epochs=5 seed=3; save line path=\"line.mlmodel\"; load again \"line.mlmodel\"")
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "line.mlmodel"))
    #expect(file.kind == .neuralNetworkRegressor && file.check().findings == [] && ClassLabels(of: file) == nil)
    #expect(try notebook.network("again").outputs.isRegressor)
    #expect(try notebook.probabilities("again", on: "points") == notebook.probabilities("line", on: "points"))
    notebook.run("train again on=points.train epochs=1")
    #expect(try notebook.network("again").training.last?.settings.lossKind == .meanSquaredError)
  }
}
