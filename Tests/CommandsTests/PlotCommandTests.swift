import CommandLanguage
import Figures
import Testing
import Training
import Wording

@testable import Commands
@testable import Experiments

struct PlotCommandTests {
  private func trained() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train validate=pets.test epochs=4 learningRate=0.01")
    return notebook
  }

  /// The first column of the table below a chart.
  private func curves(_ text: String) -> [String] {
    text.split(separator: "\n").drop { !$0.hasPrefix("-") }.dropFirst().map { line in
      String(line.prefix { $0 != "0" && !$0.isNumber }).trimmed
    }
  }

  @Test func `all curves are drawn unless some are asked for`() throws {
    let notebook = try trained()
    let all = notebook.run("plot hand")
    #expect(all.hasPrefix("hand\n"))
    #expect(
      curves(all) == [
        "training, last mini-batch", "training, mean", "validation", "training, accuracy %", "validation, accuracy %",
      ])
    #expect(curves(notebook.run("plot hand y=[validationLoss]")) == ["validation"])
    #expect(curves(notebook.run("plot hand y=learningRate")) == ["learning rate"])
    #expect(notebook.page.entries.map(\.kind) == [.result])
    #expect(notebook.page.entries[0].rendering.svg?.hasPrefix("<svg") == true)
    #expect(notebook.page.entries[0].rendering.html?.contains("class=\"whet-figure\"") == true)
  }

  @Test func `last shows the last epochs`() throws {
    let notebook = try trained()
    let model = try notebook.network("hand")
    let line = notebook.run("plot hand y=trainLossMean last=2").split(separator: "\n").last
    let first = Numbers.fixed(model.training.records[2].trainLossMean, 4)
    #expect(line?.contains("  \(first)  ") == true)
  }

  @Test func `smoothed, each point is the mean of the epochs up to its own`() throws {
    let notebook = try trained()
    let losses = try notebook.network("hand").training.records.map(\.trainLossMean)
    let text = notebook.run("plot hand y=trainLossMean smooth=3")
    #expect(text.hasPrefix("hand\nmeans of 3 epochs\n"))
    #expect(text.contains("  \(Numbers.fixed((losses[1] + losses[2] + losses[3]) / 3, 4))  "))
    #expect(text.contains("  \(Numbers.fixed(losses[0], 4))  "))
  }

  @Test func `several networks share the panels, each curve under its network's name`() throws {
    let notebook = try trained()
    notebook.run("network other from=tiny classes=3 seed=1; train other on=pets.train epochs=2")
    let text = notebook.run("plot hand other y=[trainLossMean] logScale=true")
    #expect(text.hasPrefix("hand, other\n"))
    #expect(curves(text) == ["hand: training, mean", "other: training, mean"])
  }

  @Test func `a curve without values says so`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1")
    #expect(notebook.run("plot hand y=validationLoss") == "hand\nnothing to show yet")
  }

  @Test(arguments: [
    Mistake(
      "plot hand y=[trainLos]",
      """
      plot hand y=[trainLos]
                   ^^^^^^^^ y cannot be trainLos. Did you mean trainLoss? (trainLoss, trainLossMean)
      """),
    Mistake(
      "plot fresh",
      """
      plot fresh
           ^^^^^ fresh has not been trained yet.
                 To train it: train fresh on=pets.train
      """),
    Mistake(
      "plot near",
      """
      plot near
           ^^^^ plot is for neural networks; near is a k-nearest-neighbours model.
      """),
    Mistake(
      "plot hand last=1",
      """
      plot hand last=1
                     ^ last takes a whole number from 2 to 1,000,000, not 1.
      """),
    Mistake(
      "plot hand logScale=\"yes\"",
      """
      plot hand logScale="yes"
                         ^^^^^ logScale takes true or false, not "yes".
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try trained()
    notebook.run("network fresh from=tiny seed=1; knn near features=tiny.pool1")
    notebook.expect(mistake)
  }
}

extension String {
  /// Without the blanks at both ends.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
