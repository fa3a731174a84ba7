import CommandLanguage
import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

struct HybridCommandTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    notebook.run(
      """
      dataset digits sample=digits count=10
      network net input=[1, 28, 28] seed=7 { flatten; innerProduct 16 activation=relu; innerProduct 10; softmax }
      train net on=digits.train epochs=3 learningRate=0.05 seed=1
      knn near; train near on=digits.train
      """)
    return notebook
  }

  private func hybrid(_ notebook: Notebook, _ name: String) throws -> HybridModel {
    guard case .hybrid(let model)? = notebook.model(name) else { throw NoHybrid() }
    return model
  }

  /// All that an evaluation shows but how long it took, and remarks.
  private func answers(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.contains("answers in") && !$0.hasPrefix("⚠️") }
  }

  private struct NoHybrid: Error {}

  @Test func `its weight is found by cross-validation, and the gain is told`() throws {
    let notebook = try notebook()
    let shown = notebook.run("hybrid both of=[near, net] folds=4")
    let weight = try hybrid(notebook, "both").weight
    #expect(Mixture.candidates.contains(weight))
    #expect(shown.contains("held out once in 4 folds") && shown.contains("The hybrid predicts "))
    #expect(shown.contains("of 80"))
    notebook.run("hybrid again of=[net, near] folds=4")
    #expect(try hybrid(notebook, "again").weight == weight)
  }

  @Test func `compare finds the weight anew by what is learnt from in each fold`() throws {
    let notebook = try notebook()
    notebook.run("hybrid both of=[net, near] folds=3; hybrid fixed of=[net, near] weight=0.5")
    let text = notebook.run("compare both fixed on=digits by=test")
    #expect(text.contains("w by 3 folds of what is learnt"))
    #expect(text.contains("0.5 · ("))
    try notebook.workbench.withWorkspace { workspace in
      let selection = try workspace.selection(named: "digits")
      let split = try EvaluationProtocol.trainAndTest(of: selection)
      func trial(_ name: String, _ weight: Double? = nil) throws -> FoldResult {
        guard case .hybrid(var model)? = workspace.models[name] else { throw NoHybrid() }
        if let weight {
          model = HybridModel(name: name, network: model.network, neighbors: model.neighbors, weight: weight)
        }
        return try workspace.inference().candidate(.hybrid(model), on: selection).run(split) { true }
      }
      guard case .hybrid(let model)? = workspace.models["both"] else { throw NoHybrid() }
      #expect(model.search == WeightSearch(folds: 3, seed: 1))
      // The hybrid's weight was found on the same training samples, so it is found again.
      #expect(try trial("both").answers == trial("both", model.weight).answers)
      #expect(try trial("both").answers != trial("both", model.weight == 0 ? 1 : 0).answers)
    }
  }

  @Test func `its answers are the weighted means of its models'`() throws {
    let notebook = try notebook()
    notebook.run("hybrid both of=[net, near] weight=0.25")
    let model = try hybrid(notebook, "both")
    let answers = try notebook.workbench.withWorkspace { workspace in
      let selection = try workspace.selection(named: "digits.test")
      return try [Model.hybrid(model), .network(model.network), .neighbors(model.neighbors)].map {
        try workspace.inference().answers(of: $0, on: selection)
      }
    }
    for (mixed, (one, other)) in zip(answers[0], zip(answers[1], answers[2])) {
      for entry in mixed {
        let first = one.first { $0.label == entry.label }?.probability ?? 0
        let second = other.first { $0.label == entry.label }?.probability ?? 0
        #expect(abs(entry.probability - (0.25 * first + 0.75 * second)) < 1e-6)
      }
    }
    #expect(
      notebook.run("evaluate both net near on=digits.test").contains("hybrid of net and near, weight=0.25"))
    for (weight, name) in [(0, "near"), (1, "net")] {
      notebook.run("hybrid one of=[net, near] weight=\(weight)")
      let rows = ["one", name].map { name in
        notebook.run("evaluate \(name) on=digits.test rows=true").split(separator: "\n").first { $0.contains(" of 20") }
      }
      #expect(rows[0]?.contains(try #require(rows[1]?.firstMatch(of: /\d+ of 20/)).output) == true)
    }
  }

  @Test func `it is used like any model`() throws {
    let notebook = try notebook()
    notebook.run("hybrid both of=[net, near] weight=0.5")
    #expect(notebook.run("describe both").contains("hybrid: the weighted mean of two models' probabilities"))
    #expect(notebook.run("status").contains("a hybrid of net and near"))
    for line in [
      "predict both on=digits.test", "confusion both on=digits.test", "gallery both on=digits.test",
      "compare both net near on=digits.train by=folds folds=2 seed=1", "history net", "layers net",
      "evaluate both on=digits.test metrics=all calibration=true", "check digits",
    ] { notebook.run(line) }
    #expect(notebook.run("forget both; undo; describe both").contains("weight 0.5"))
    for line in [
      "train both on=digits.train", "update both numberOfNeighbors=5", "reset both", "save both path=\"both.mlmodel\"",
      "draw both", "weights both", "sweep both on=digits.train learningRate=[0.1]",
      "fit both on=digits.train",
      "hybrid more of=[both, near]", "knn x features=both.flatten0", "grow both classes=1", "check both",
    ] { #expect(!notebook.fail(line).isEmpty, "\(line)") }
    #expect(
      notebook.fail("save both path=\"both.mlmodel\"").contains(
        "Save the two: save net path=\"net.mlmodel\"; save near path=\"near.mlmodel\""))
  }

  @Test func `it keeps copies of its models, and says so when one changes`() throws {
    let notebook = try notebook()
    notebook.run("hybrid both of=[net, near] weight=0.5")
    let before = answers(notebook.run("evaluate both on=digits.test rows=true"))
    #expect(before.count > 20)
    #expect(!notebook.run("status").contains("⚠️"))
    notebook.run("train net on=digits.train epochs=1 seed=1")
    let after = notebook.run("evaluate both on=digits.test rows=true")
    #expect(answers(after) == before)
    #expect(after.contains("⚠️ net has changed since both was made. both uses its copies."))
    let remark = try #require(notebook.run("status").split(separator: "\n").first { $0.hasPrefix("⚠️") })
    notebook.run(String(remark[try #require(remark.firstRange(of: "create it again: ")).upperBound...]))
    #expect(!notebook.run("status").contains("⚠️"))
  }

  @Test func `it is kept from one session to the next`() throws {
    let sessions = try Sessions()
    try sessions.begin().run(
      """
      dataset digits sample=digits count=4
      network net input=[1, 28, 28] seed=7 { flatten; innerProduct 10; softmax }; train net on=digits.train epochs=1 seed=1
      knn near; train near on=digits.train; hybrid both of=[net, near] weight=0.3
      """)
    #expect(try sessions.begin().run("describe both").contains("weight 0.3"))
  }

  @Test(arguments: [
    ("hybrid both of=[net]", "net is given."), ("hybrid both of=[net, net]", "net and net are given."),
    ("hybrid both of=[]", "none is given."), ("hybrid both of=[net, empty]", "A hybrid needs a network"),
    ("hybrid both of=[net, ner]", "Did you mean near?"), ("hybrid both of=[net, near] weight=2", "weight"),
    ("hybrid both of=[net, near] weight=0.5 folds=3", "Leave out folds=, or weight=."),
    ("hybrid digits of=[net, near]", "digits is the name of a dataset"), ("hybrid both", "of="),
  ])
  func `what cannot be is told`(cell: String, part: String) throws {
    let notebook = try notebook()
    notebook.run("knn empty")
    #expect(notebook.fail(cell).contains(part))
  }
}
