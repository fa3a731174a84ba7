import Foundation
import ModelFile
import Networks
import Tensors
import TestSupport
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Networks that standardise what they read, and regressors that standardise what they learn.
struct StandardizingLayersTests {
  /// y = 2000·x₀ − 0.003·x₁ + 5000 with x₁ around a million, an order of its own.
  private func notebook(isRemembering: Bool = false) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: isRemembering)
    let rows = (0..<40).map { row -> String in
      let (one, other) = (Double(row * 7 % 11), 1e6 + 1e4 * Double(row * 3 % 13))
      let value: Double = 2000 * one - 0.003 * other + 5000
      return "\(value),\(one),\(other)"
    }
    try notebook.write(rows[..<30].joined(separator: "\n").utf8, to: "line.csv")
    try notebook.write(rows[30...].joined(separator: "\n").utf8, to: "more.csv")
    notebook.run("dataset points csv=\"line.csv\" test=\"more.csv\"")
    return notebook
  }

  private let made = "network line input=[2] seed=4 standardize=true { innerProduct 1 }"
  private let train =
    "train line on=points.train validate=points.test epochs=200 miniBatchSize=5 optimizer=adam learningRate=0.05 schedule=cosine seed=1"

  @Test func `means and deviations are those of the training samples`() throws {
    let notebook = try notebook()
    #expect(notebook.run(made).contains("standardised by the samples of its first training"))
    #expect(notebook.run(train).contains("losses are of standardised numbers"))
    let layers = try notebook.network("line").definition.layers
    #expect(layers.map(\.name) == ["centered", "standardized", "innerProduct0", "rescaled"])
    let ones = (0..<30).map { Double($0 * 7 % 11) }
    let mean: Double = ones.reduce(0, +) / 30
    let squares: [Double] = ones.map { ($0 - mean) * ($0 - mean) }
    let deviation: Double = (squares.reduce(0, +) / 30).squareRoot()
    guard case .bias(let offsets) = layers[0].kind, case .scale(let factors, nil) = layers[1].kind else {
      Issue.record("other layers")
      return
    }
    #expect(abs(Double(offsets.values[0]) + mean) < 1e-5)
    #expect(abs(Double(factors.values[0]) - 1 / deviation) < 1e-5)
  }

  @Test func `it learns numbers of any unit, and answers in theirs`() throws {
    let notebook = try notebook()
    notebook.run(made)
    notebook.run(train)
    let answers = try notebook.probabilities("line", on: "points.test")
    for (place, answer) in answers.values.enumerated() {
      let row = place + 30
      let (one, other): (Double, Double) = (Double(row * 7 % 11), 1e6 + 1e4 * Double(row * 3 % 13))
      let truth: Double = 2000 * one - 0.003 * other + 5000
      #expect(abs(Double(answer) - truth) < 60)
    }
    let last = try #require(try notebook.network("line").training.records.last)
    #expect(last.trainLossMean < 1e-4)
  }

  @Test func `the saved file has the layers, and answers with the same bits`() throws {
    let notebook = try notebook()
    notebook.run(made)
    notebook.run(train)
    notebook.run("save line path=\"line.mlmodel\"; load again \"line.mlmodel\"")
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "line.mlmodel"))
    #expect(file.kind == .neuralNetworkRegressor && file.check().findings == [])
    #expect(try notebook.probabilities("again", on: "points") == notebook.probabilities("line", on: "points"))
    #expect(!file.isUpdatable)
  }

  @Test func `from=start gives the same bits, and so does rerun`() throws {
    let notebook = try notebook(isRemembering: true)
    notebook.run(made)
    notebook.run(train)
    let first = try notebook.network("line").definition
    #expect(notebook.run("rerun 1 verify=true").contains("same bits"))
    notebook.run(train + " from=start")
    #expect(try notebook.network("line").definition == first)
    // What was measured stays while training goes on, also on other samples.
    notebook.run("train line on=points.test epochs=1")
    #expect(try notebook.network("line").definition.layers[0] == first.layers[0])
  }

  @Test func `a classifier standardises its input alone`() throws {
    let notebook = try notebook()
    let rows = (0..<40).map { "\($0 % 2 == 0 ? "a" : "b"),\(1e6 + 1e3 * Double($0 % 2) + Double($0 % 5)),\($0 % 7)" }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "kinds.csv")
    notebook.run("dataset kinds csv=\"kinds.csv\"")
    notebook.run("network kind input=[2] seed=1 standardize=true { innerProduct 2; softmax }")
    notebook.run("train kind on=kinds.train epochs=50 learningRate=0.5")
    #expect(notebook.run("evaluate kind on=kinds.test").contains("100.0 % correct"))
    notebook.run("network raw input=[2] seed=1 { innerProduct 2; softmax }; train raw on=kinds.train epochs=1")
    #expect(notebook.run("compare kind raw on=kinds by=folds folds=4 seed=1").contains("kind"))
  }

  @Test(arguments: [
    Mistake(
      "network x input=[1, 8, 8] standardize=true { flatten; innerProduct 2; softmax }",
      """
      network x input=[1, 8, 8] standardize=true { flatten; innerProduct 2; softmax }
                                            ^^^^ standardize=true belongs to networks that read a row of numbers, input=[C].
                                                 The pixels of photos are divided by 255.
      """)
  ])
  func `what has no use for it is told`(mistake: Mistake) throws { try notebook().expect(mistake) }
}
