import Figures
import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

/// Models that predict numbers: trained anew, compared and swept.
struct NumbersComparisonTests {
  private static let models = """
    knn near numberOfNeighbors=3 standardize=true
    fit line on=houses.train l2=0.1
    network deep input=[2] seed=3 standardize=true { innerProduct 4 activation=relu; innerProduct 1 }
    network raw input=[2] seed=3 { innerProduct 1 }
    train near on=houses.train
    train deep on=houses.train epochs=4 miniBatchSize=8 optimizer=adam learningRate=0.01
    train raw on=houses.train epochs=3 miniBatchSize=8 optimizer=adam learningRate=0.01
    """

  /// Sixty houses with a price that is nearly a line of area and rooms, and models of it.
  private func notebook(isRemembering: Bool = false) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: isRemembering)
    let rows = (0..<60).map { row -> String in
      let (area, rooms) = (30 + row * 37 % 91, 1 + row * 7 % 5)
      return "\(area),\(rooms),street\(row % 10),\(Double(3 * area + 20 * rooms) + Double(row * 13 % 17) / 4)"
    }
    try notebook.write(("area,rooms,street,price\n" + rows.joined(separator: "\n")).utf8, to: "houses.csv")
    notebook.run("dataset houses csv=\"houses.csv\" target=price ignore=[street] seed=1")
    notebook.run("dataset streets csv=\"houses.csv\" target=price group=street seed=1")
    return notebook
  }

  private func candidate(_ name: String, on samples: String, in notebook: Notebook) throws -> Candidate {
    let model = try #require(notebook.model(name))
    return try notebook.workbench.withWorkspace { session in
      try session.inference().candidate(model, on: try session.selection(named: samples))
    }
  }

  @Test(arguments: ["near", "line", "deep", "raw"])
  func `trained on the training samples, a candidate answers as the model does`(name: String) throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    let model = try #require(notebook.model(name))
    let candidate = try candidate(name, on: "houses", in: notebook)
    let (all, expected) = try notebook.workbench.withWorkspace { session in
      let all = try session.selection(named: "houses")
      return (
        all,
        try NumberPredictions(
          of: model, on: session.selection(named: "houses.test"), session.inference()
        ).evaluation.answers
      )
    }
    let split = try EvaluationProtocol.trainAndTest(of: all)
    let trial = try candidate.run(split) { true }
    let numbers = try #require(trial.answers.numbers)
    #expect(numbers.truths.count == split.held.count && trial.answers.classes == nil && trial.answers.rows.isEmpty)
    for (answer, other) in zip(numbers.answers, expected) {
      if name == "line" { #expect(abs(answer - other) < 1e-3) } else { #expect(answer == other) }
    }
    #expect(!trial.hasDiverged)
  }

  @Test func `comparisons show errors with intervals, and Wilcoxon's verdict`() throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    let text = notebook.run("compare near line raw on=houses by=folds folds=5 seed=1")
    #expect(text.contains("60 samples evaluated, by 5 folds of houses"))
    #expect(text.contains("RMSE") && text.contains("MAE") && text.contains("R²") && !text.contains("accuracy"))
    #expect(text.contains("near is better than line: the mean absolute error of near is smaller by"))
    #expect(text.contains("corrected for 3 pairs") && text.contains("Wilcoxon's signed-rank p"))
    #expect(text.contains("ridge l2=0.1"))
    #expect(notebook.run("compare line on=houses by=test").contains("12 samples evaluated"))
    #expect(notebook.run("compare line near on=houses by=leaveOneOut").contains("leaving out one of houses at a time"))
    let grouped = notebook.run("compare line on=streets by=folds folds=5 repeats=2 seed=3")
    #expect(grouped.contains("each group in one fold") && grouped.contains("Means of 2 repetitions"))
  }

  @Test func `a model beside its own copy cannot be told from it`() throws {
    let notebook = try notebook()
    notebook.run("knn one numberOfNeighbors=3; knn two numberOfNeighbors=3")
    let text = notebook.run("compare one two on=houses by=folds folds=4 seed=1")
    #expect(text.contains("Cannot tell one from two"))
    #expect(text.contains("p = 1") && text.contains("60 samples cannot decide it."))
  }

  @Test func `the measures are those of all samples held out, each once`() throws {
    let notebook = try notebook()
    notebook.run("fit line on=houses.train l2=0.1")
    let candidate = try candidate("line", on: "houses", in: notebook)
    let splits = Folds.leaveOneOut(60)
    let trials = try splits.map { try candidate.run($0) { true } }
    let entrant = Comparison.Entrant(candidate, splits, trials)
    let numbers = try #require(entrant.numbers)
    #expect(numbers.count == 60 && numbers.outputs == 1 && entrant.rightness.isEmpty && entrant.loss == nil)
    let targets = try #require(candidate.targets).values.map { Double("\($0)") ?? 0 }
    #expect(numbers.truths == targets)
    // The same by hand: a line through 59 houses, asked about the one left.
    let features = try candidate.variants[0].rows(Array(0..<60))
    for left in [0, 17, 59] {
      let others = (0..<60).filter { $0 != left }
      let fit = try #require(
        RidgeRegression(l2: 0.1).fit(features.rows(others), targets: others.map { Float(targets[$0]) }))
      #expect(fit.answers(features.rows([left])) == [numbers.answers[left]])
    }
  }

  @Test func `repetitions ask about the same samples: each is counted once`() throws {
    let notebook = try notebook()
    notebook.run("fit line on=houses.train")
    let candidate = try candidate("line", on: "houses", in: notebook)
    let selection = try notebook.workbench.withWorkspace { try $0.selection(named: "houses") }
    let evaluationProtocol = try EvaluationProtocol(.folds, on: selection, folds: 4, repeats: 3, seed: 1)
    let trials = try evaluationProtocol.trials.map { try candidate.run($0.split, repetition: $0.repetition) { true } }
    let numbers = try #require(Comparison.Entrant(candidate, evaluationProtocol.trials.map(\.split), trials).numbers)
    #expect(numbers.count == 60 && numbers.outputs == 3)
    for sample in 0..<60 { #expect(Set(numbers.truths[sample * 3..<sample * 3 + 3]).count == 1) }
  }

  @Test func `sweeps rank by RMSE, and the best row's lines run`() throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    for (cell, keeping) in [
      ("sweep near on=houses folds=4 numberOfNeighbors=[1, 3, 9] weighting=[uniform, inverseDistance]", "knn near "),
      ("sweep line on=houses folds=4 l2=[0.001, 1, 1000] rescale=[true, false]", "fit line on=houses "),
      ("sweep deep on=houses folds=2 learningRate=[1e-6, 1e-2] epochs=[2, 5]", "train deep on=houses from=start "),
    ] {
      let text = notebook.run(cell)
      #expect(text.contains("by validationRMSE") && text.contains("RMSE") && text.contains("R²"))
      let lines = text.split(separator: "\n").map(String.init)
      let again = try #require(lines.first { $0.hasPrefix("To repeat the best, with the same bits:  ") })
      let alone = notebook.run(String(again.dropFirst("To repeat the best, with the same bits:  ".count)))
      let (best, row) = (words(ofBestIn: text), words(ofBestIn: alone))
      #expect(best.count > 3 && best.isSubset(of: row), "\(best) \(row)")
      let keep = try #require(lines.first { $0.hasPrefix("To keep it:  ") }).dropFirst("To keep it:  ".count)
      #expect(keep.hasPrefix(keeping))
      notebook.run(String(keep))
    }
    #expect(
      notebook.run("sweep near on=houses folds=4 rank=validationMAE repeats=2 numberOfNeighbors=[1, 3]").contains(
        "median"))
    #expect(
      notebook.run("sweep line on=houses.train validate=houses.test l2=[0.1, 10]").contains("evaluated on houses.test"))
  }

  private func words(ofBestIn text: String) -> Set<Substring> {
    Set(text.split(separator: "\n").first { $0.hasPrefix("best") }?.split(separator: " ") ?? [])
  }

  @Test func `fits of classes are swept, too`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run("dataset kinds sample=flowers seed=1; fit line on=kinds.train")
    let text = notebook.run("sweep line on=kinds.train folds=3 l2=[0.01, 1] l1=[0, 0.1]")
    #expect(text.contains("accuracy") && text.contains("validation loss"))
    #expect(text.contains("To keep it:  fit line on=kinds.train l2="))
  }

  @Test func `a run of a regressor is done again with the same bits, and its weights are shown by epoch`() throws {
    let notebook = try notebook(isRemembering: true)
    notebook.run(Self.models)
    for (number, name) in [(1, "deep"), (2, "raw")] {
      #expect(notebook.run("rerun \(number) verify=true").contains("same bits"), "\(name)")
    }
    notebook.run("weights deep layer=innerProduct0 epochs=true")
  }

  @Test(arguments: [
    ("compare line kind on=houses by=folds", "kind predicts classes, but houses has numbers to predict."),
    ("compare line lenses on=codes by=folds", "lenses predicts classes and line numbers"),
    ("sweep near on=houses rank=validationAccuracy k=[1, 2]", "Set rank=validationRMSE."),
    ("sweep kind on=codes rank=validationMAE l2=[1]", "Set rank=validationAccuracy."),
    ("sweep line on=houses l1=[1]", "l1= is for classes"),
    ("sweep near on=houses l2=[1]", "belongs to"), ("sweep line on=houses k=[1]", "belongs to"),
    ("sweep deep on=houses l2=[1]", "belongs to fit"),
    ("compare line on=houses examplesPerClass=[60]", "houses.train has 48 examples: 60 cannot be drawn."),
  ])
  func `what does not fit is refused`(cell: String, told: String) throws {
    let notebook = try notebook()
    notebook.run(Self.models)
    let rows = (0..<20).map { "\($0 % 7),\($0 * 3 % 5),\($0 % 2)" }
    try notebook.write(("area,rooms,code\n" + rows.joined(separator: "\n")).utf8, to: "codes.csv")
    notebook.run("dataset codes csv=\"codes.csv\" target=code task=classification; fit kind on=codes.train; knn lenses")
    let text = notebook.fail(cell)
    #expect(text.contains(told), "\(text)")
  }
}
