import CommandLanguage
import Figures
import Foundation
import Language
import Networks
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

struct SweepCommandTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=1")
    return notebook
  }

  /// The lines of the table below its header.
  private func rows(_ text: String) -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    guard let rule = lines.firstIndex(where: { $0.hasPrefix("----") }) else { return [] }
    return lines[(rule + 1)...].prefix { $0.hasPrefix("best") || $0.first?.isNumber == true || $0.hasPrefix(" ") }
      .filter { !$0.contains(" trainings in ") }
  }

  @Test func `every combination is a row, and the best stands first`() throws {
    let notebook = try notebook()
    let text = notebook.run("sweep hand on=pets folds=2 learningRate=[1e-3, 1e-2, 1e-1] epochs=[1, 3]")
    #expect(text.hasPrefix("sweep hand: 2 folds of pets, by validationLoss\n"))
    #expect(rows(text).count == 6)
    #expect(rows(text).first?.hasPrefix("best") == true)
    let losses = rows(text).compactMap { row in
      row.replacing(" %", with: "%").split(separator: " ").map(String.init).filter {
        $0.contains(".") && !$0.contains("%")
      }.compactMap(
        Double.init
      )
      .first { $0 > 0.1001 || $0 < 0.00099 }
    }
    #expect(losses == losses.sorted())
    #expect(notebook.page.html.contains("<img"), "sparklines")
    #expect(notebook.page.html.contains("title=\"sweep hand on=pets folds=2 "))
  }

  @Test func `beyond 7: each row is made again by its own command, bit for bit`() throws {
    let notebook = try notebook()
    func outcomes(_ cell: String) throws -> [String: SweepOutcome] {
      notebook.run(cell)
      return try notebook.sweep(cell)
    }
    let all = try outcomes("sweep hand on=pets folds=2 repeats=2 learningRate=[1e-2, 1e-1] epochs=[1, 2]")
    #expect(all.count == 4)
    for (command, outcome) in all {
      let alone = try outcomes(command)
      #expect(alone.values.map { $0 } == [outcome])
    }
  }

  @Test func `to keep a row is to train with its settings`() throws {
    let notebook = try notebook()
    let text = notebook.run("sweep hand on=pets.train validate=pets.test learningRate=[1e-2, 1e-1] epochs=2")
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("To keep it:  ") })
    notebook.run(String(line.dropFirst("To keep it:  ".count)) + " validate=pets.test")
    let loss = try #require(notebook.network("hand").training.records.last?.validationLoss)
    let best = try #require(notebook.sweep(String(notebook.bestCommand(in: text))).values.first)
    #expect(abs(loss - best.loss) < 1e-12)
  }

  @Test func `a k-NN model is tried with layers and settings`() throws {
    let notebook = try notebook()
    let text = notebook.run("sweep near on=pets folds=2 features=[pool1, tiny.fc1] numberOfNeighbors=[1, 2]")
    #expect(text.hasPrefix("sweep near: 2 folds of pets, by validationAccuracy\n"))
    #expect(rows(text).count == 4)
    #expect(text.contains("To keep it:  knn near features=tiny."))
  }

  @Test func `with limit some rows are drawn`() throws {
    let notebook = try notebook()
    #expect(
      rows(notebook.run("sweep near on=pets folds=2 numberOfNeighbors=[1, 2, 3, 4, 5] weighting=uniform limit=2")).count
        == 2)
  }

  @Test func `a loss beyond numbers comes last and says so`() throws {
    let notebook = try notebook()
    let text = notebook.run("sweep hand on=pets folds=2 epochs=20 learningRate=[1000, 1e-4] weightDecay=1000")
    #expect(text.contains("diverged in"))
    #expect(rows(text).first?.contains("1e-4") == true)
  }

  @Test func `beyond 7: interrupted, the rows that were done are kept, and the model is as it was`() throws {
    let notebook = try notebook()
    let before = Snapshot(notebook)
    notebook.page.interrupt(afterQuestions: 30)
    let problem = notebook.fail("sweep hand on=pets folds=2 learningRate=[1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1] epochs=3")
    #expect(problem.hasPrefix("Stopped after ") && problem.hasSuffix(" of 6 rows."))
    #expect(notebook.page.text.contains("stopped; the finished rows are kept"))
    #expect(rows(notebook.page.text).first?.hasPrefix("best") == true)
    notebook.page.interrupt(afterQuestions: nil)
    #expect(Snapshot(notebook) == before)
  }

  @Test(arguments: [
    Mistake(
      "sweep near on=pets epochs=[1, 2]",
      """
      sweep near on=pets epochs=[1, 2]
                                ^^^^^^ epochs=[1, 2] belongs to neural networks, and near is a k-NN model.
                                       Leave epochs= out.
      """),
    Mistake(
      "sweep hand on=pets numberOfNeighbors=[1, 2]",
      """
      sweep hand on=pets numberOfNeighbors=[1, 2]
                                           ^^^^^^ numberOfNeighbors=[1, 2] belongs to k-NN models, and hand is a neural network.
                                                  Leave numberOfNeighbors= out.
      """),
    Mistake(
      "sweep hand on=pets epochs=[]",
      """
      sweep hand on=pets epochs=[]
                                ^^ epochs has no values to try.
                                   For example: epochs=[1e-4, 1e-3]
      """),
    Mistake(
      "sweep hand on=pets epochs=[1, 0]",
      """
      sweep hand on=pets epochs=[1, 0]
                                    ^ epochs takes a whole number from 1 to 1,000,000, not 0.
      """),
    Mistake(
      "sweep hand on=pets repeats=1000 folds=10 learningRate=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]",
      """
      sweep hand on=pets repeats=1000 folds=10 learningRate=[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      ^^^^^ 11 rows of 10,000 trainings each are more than 100,000.
            To draw some of them: limit=10
      """),
    Mistake(
      "sweep hand on=pets folds=99",
      """
      sweep hand on=pets folds=99
                    ^^^^ pets has 10 samples: too few for 99 folds.
                         One fold per sample: by=leaveOneOut
      """),
    Mistake(
      "sweep hand on=pets.train validate=pets.test folds=3",
      """
      sweep hand on=pets.train validate=pets.test folds=3
                                                        ^ folds=3 belongs to sweeps without validate=.
                                                          With validate=, all of on= is used for training.
      """),
    Mistake(
      "sweep near on=pets features=[pool1, poll1]",
      """
      sweep near on=pets features=[pool1, poll1]
                                          ^^^^^ tiny has no layer poll1. Did you mean pool1?
                                                Its last layers: conv1, relu1, pool1, flat1, fc1, prob
      """),
    Mistake(
      "sweep hand folds=2",
      """
      sweep hand folds=2
            ^^^^ sweep hand needs on=, a training set.
                 Run: sweep hand on=pets.train
      """),
  ])
  func `what cannot be swept is told, and nothing changes`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }
}

extension Notebook {
  /// The rows of a sweep by the command of each, with what came of them.
  fileprivate func sweep(_ cell: String) throws -> [String: SweepOutcome] {
    let line = try Parsing.arguments(of: cell)
    return try workbench.withWorkspace { session in
      let model = try session.lookup.model(line.positionals[0])
      let plan = try SweepPlan(line, model: model, workspace: session, context: .unseen)
      var found: [String: SweepOutcome] = [:]
      for row in plan.rows {
        let trials = try plan.trials.map { trial in
          (try row.candidate.run(trial.split, repetition: trial.repetition) { true }, trial.repetition)
        }
        found[row.command] = SweepOutcome(trials.map { ($0.0, $0.1) })
      }
      return found
    }
  }

  /// The command that makes the best row again.
  fileprivate func bestCommand(in text: String) -> Substring {
    let mark = "To repeat the best, with the same bits:  "
    return text.split(separator: "\n").first { $0.hasPrefix(mark) }?.dropFirst(mark.count) ?? ""
  }
}
