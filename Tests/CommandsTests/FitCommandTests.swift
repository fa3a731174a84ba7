import Foundation
import ModelFile
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct FitCommandTests {
  private func fitted(_ words: String = "") throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("fit turi from=tiny on=pets.train \(words)")
    return notebook
  }

  @Test func `a fitted network is a network like any other`() throws {
    let notebook = try fitted()
    #expect(notebook.page.text.contains("turi: tiny with fc1 fitted to pets.train"))
    #expect(notebook.page.text.contains("2: cat, dog"))
    #expect(notebook.run("evaluate turi on=pets.test").hasPrefix("turi on pets.test: "))
    #expect(notebook.run("confusion turi on=pets.test").contains("turi"))
    #expect(try notebook.network("turi").outputs.labels == ["cat", "dog"])
    notebook.run("save turi path=\"Turi.mlmodel\"; load again \"Turi.mlmodel\"")
    let (again, turi) = (try notebook.network("again"), try notebook.network("turi"))
    #expect(again.definition.parameters == turi.definition.parameters)
    #expect(try ModelFile(contentsOf: notebook.folder.appending(path: "Turi.mlmodel")).isUpdatable)
  }

  /// Part 3, item 13: going on with SGD starts from the same loss. All photos in one mini-batch, and a rate of 0.
  @Test func `beyond 13: training goes on from the loss of the fit`() throws {
    let notebook = try fitted("l2=0.5")
    let told = try #require(notebook.page.text.firstMatch(of: #/loss +([0-9.]+) \(mean cross entropy\)/#))
    notebook.run("train turi on=pets.train epochs=1 miniBatchSize=6 learningRate=0")
    let record = try #require(notebook.network("turi").training.records.first)
    #expect(abs(record.trainLoss - (Double(told.1) ?? .nan)) < 2e-6)
  }

  @Test func `the weights are those of the regression on the same features`() throws {
    let notebook = try fitted("l2=0.3 rescale=false maxIterations=500")
    let turi = try notebook.network("turi")
    let head = try #require(turi.definition.layers.first { $0.name == "fc1" })
    let fit = try notebook.workbench.withWorkspace { session in
      let selection = try session.selection(named: "pets.train")
      let fitting = try HeadFitter(turi, on: selection)
      let features = try fitting.features(by: session.inference())
      return try LogisticRegression(l2: 0.3, maxIterations: 500, rescales: false).fit(
        features, targets: [0, 0, 0, 1, 1, 1], classes: 2)
    }
    #expect(head.weights?.values == fit.weights.values)
    #expect(head.bias?.values == fit.biases.values)
  }

  @Test func `without from= the last layer of the network named is fitted, and nothing below it moves`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(
      "network own input=[3, 16, 16] seed=1 { flatten; innerProduct 6 activation=relu; innerProduct 2; softmax }")
    let before = try notebook.network("own").definition
    notebook.run("train own on=pets.train epochs=1 learningRate=0; fit own on=pets.train")
    let own = try notebook.network("own")
    #expect(own.training.records.isEmpty && own.training.last == nil)
    #expect(own.definition.layers.filter(\.isUpdatable).count == 2)
    for (layer, old) in zip(own.definition.layers, before.layers) {
      #expect((layer == old) == (layer.name != "innerProduct1"), "\(layer.name)")
    }
    #expect(notebook.run("evaluate own on=pets.train").contains("100.0 % correct (6 of 6)"))
  }

  @Test func `layers that learnt stay, and so do means and deviations`() throws {
    let notebook = try Notebook(data: nil)
    var lines = ["kind,near,far"]
    for row in 0..<30 { lines.append("\(["a", "b", "c"][row % 3]),\(row % 3),\(1000 * (row % 7))") }
    try lines.joined(separator: "\n").write(
      to: notebook.folder.appending(path: "kinds.csv"), atomically: true, encoding: .utf8)
    notebook.run(
      """
      dataset kinds csv="kinds.csv" target=kind split=[0.8, 0.2] seed=1
      network net input=[2] standardize=true seed=3 { innerProduct 8 activation=relu; innerProduct 3; softmax }
      fit net on=kinds.train
      """)
    #expect(notebook.run("evaluate net on=kinds.test").contains("100.0 % correct"))
    notebook.run("train net on=kinds.train epochs=2 seed=1 learningRate=0.01")
    let learnt = try notebook.network("net").definition
    notebook.run("fit net on=kinds.train")
    let fitted = try notebook.network("net").definition
    #expect(Array(fitted.layers[..<4]) == Array(learnt.layers[..<4]))
    #expect(fitted.layers[4] != learnt.layers[4])
    #expect(notebook.run("evaluate net on=kinds.test").contains("100.0 % correct"))
  }

  @Test func `reset returns to the fit, not beyond it`() throws {
    let notebook = try fitted()
    let fitted = try notebook.network("turi").definition
    notebook.run("train turi on=pets.train epochs=3 learningRate=0.1")
    #expect(try notebook.network("turi").definition != fitted)
    notebook.run("reset turi")
    #expect(try notebook.network("turi").definition == fitted)
    #expect(try notebook.network("turi").outputs.labels == ["cat", "dog"])
  }

  @Test func `l1 leaves weights at exactly 0`() throws {
    let plain = try fitted().network("turi").definition.layers.first { $0.name == "fc1" }
    let sparse = try fitted("l1=0.5 l2=0").network("turi").definition.layers.first { $0.name == "fc1" }
    func zeros(_ layer: LayerDefinition?) -> Int { layer?.weights?.values.count { $0 == 0 } ?? 0 }
    #expect(zeros(sparse) > zeros(plain))
  }

  @Test func `a search cut short says so`() throws {
    #expect(try fitted("maxIterations=1").page.text.contains("not converged: stopped by maxIterations=1"))
  }

  @Test(arguments: [
    Mistake(
      "fit turi from=tiny",
      """
      fit turi from=tiny
      ^^^ fit needs on=dataset.split: training set.
          For example: fit turi from=squeezenet solver=lbfgs l2=0.01 on=hands.train
      """),
    Mistake(
      "fit turi on=pets.train",
      """
      fit turi on=pets.train
          ^^^^ There is no model called turi.
               There are hand and near.
      """),
    Mistake(
      "fit near on=pets.train",
      """
      fit near on=pets.train
          ^^^^ fit is for neural networks; near is a k-nearest-neighbours model.
               Run: train near on=pets.train
      """),
    Mistake(
      "fit turi from=tiny on=pets.train solver=newton",
      """
      fit turi from=tiny on=pets.train solver=newton
                                              ^^^^^^ solver cannot be newton. It can be lbfgs.
      """),
    Mistake(
      "fit turi from=tiny on=pets.train l2=-1",
      """
      fit turi from=tiny on=pets.train l2=-1
                                          ^^ l2 takes a number from 0 to 1e9, not -1.
      """),
  ])
  func `what cannot be is told`(mistake: Mistake) throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1")
    notebook.expect(mistake)
  }
}
