import CommandLanguage
import Figures
import Foundation
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

/// Curves of trainings that were written down: `plot run=[2, 5]`.
struct RunCurvesTests {
  private func sessions() throws -> Sessions {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4")
    first.run("train hand on=pets.train validate=pets.test epochs=3 learningRate=0.01 seed=1")
    first.run("train hand on=pets.train validate=pets.test epochs=2 learningRate=0.05 seed=1 from=start")
    return sessions
  }

  @Test func `runs of an earlier session are drawn over each other, with what differs as the legend`() throws {
    let later = try sessions().begin()
    let text = later.run("plot run=[1, 2] y=validationLoss")
    #expect(text.hasPrefix("hand: runs 1 and 2\n"))
    #expect(text.contains("run 1 (learningRate 0.01, epochs 3): validation"))
    #expect(text.contains("run 2 (learningRate 0.05, epochs 2): validation"))
    let table = text.components(separatedBy: "What differs\n").last?.squeezed.split(separator: "\n") ?? []
    #expect(table.first == "run model learningRate epochs begun")
    #expect(table.dropFirst(2).first?.hasPrefix(" 1 hand 0.01 3 2") == true)
    #expect(!text.contains("is from an earlier session"), "no model is brought back for it")
  }

  @Test func `what a run has none of is a dash, and validation samples are named once`() throws {
    let later = try sessions().begin()
    later.run("train hand on=pets.train epochs=1 learningRate=0.05 seed=1 from=start")
    let text = later.run("plot run=[2, 3] y=trainLoss")
    #expect(
      text.contains("run 2 (validate pets.test, epochs 2)") && text.contains("run 3 (validate –, epochs 1)"), "\(text)")
  }

  @Test func `a drawing has all settings that differ`() throws {
    let sessions = try sessions()
    let later = try sessions.begin()
    later.run("plot run=[1, 2] path=\"runs.svg\"")
    let svg = try String(contentsOf: sessions.notebook.folder.appending(path: "runs.svg"), encoding: .utf8)
    for line in ["run 1: learningRate 0.01, epochs 3", "run 2: learningRate 0.05, epochs 2"] {
      #expect(svg.contains(">\(line)</text>"))
    }
  }

  @Test func `the numbers are those that were written down`() throws {
    let sessions = try sessions()
    let later = try sessions.begin()
    later.run("plot run=[2, 1] y=validationLoss path=\"runs.csv\"")
    let lines = try String(contentsOf: sessions.notebook.folder.appending(path: "runs.csv"), encoding: .utf8)
      .split(separator: "\n")
    let records = later.workbench.withWorkspace { RunHistory($0).rememberedRuns().map(\.records) }
    #expect(lines[0] == "epoch,run2.validationLoss,run1.validationLoss" && lines.count == 4)
    #expect(lines[1] == "1,\(records[1][0].validationLoss ?? 0),\(records[0][0].validationLoss ?? 0)")
    #expect(lines[3] == "3,,\(records[0][2].validationLoss ?? 0)")
  }

  @Test func `one run alone is told by its statement, and a run given twice is drawn once`() throws {
    let later = try sessions().begin()
    let text = later.run("plot run=[2, 2]")
    #expect(text.hasPrefix("hand: run 2\n"))
    #expect(text.contains("train hand on=pets.train validate=pets.test epochs=2"))
    #expect(text.components(separatedBy: "run 2: training, mean").count == 2)
  }

  @Test func `by=run draws every training of a network, as far as it was written down`() throws {
    let later = try sessions().begin()
    let numbered = later.run("plot run=[1, 2] y=validationLoss")
    #expect(later.run("plot hand by=run y=validationLoss").hasSuffix(numbered))
    later.run("network other from=tiny classes=3 seed=1; train other on=pets.train epochs=1")
    let both = later.run("plot hand other by=run y=trainLossMean")
    #expect(both.contains("run 1 (hand, ") && both.contains("run 3 (other, "))
  }

  @Test func `the axis of accuracies fits all runs`() throws {
    let later = try sessions().begin()
    let panels = try later.workbench.withWorkspace { workspace in
      let runs = RunHistory(workspace).rememberedRuns()
      let curves = RunCurves(runs: runs) { TrainingCurves(records: $0, columns: [.trainAccuracy]) }
      return try #require(curves.chart.panels.first)
    }
    let values = panels.series.flatMap(\.points).map(\.y)
    let range = try #require(panels.range)
    #expect(values.allSatisfy(range.contains) && range != 0...100)
  }

  @Test func `Tab offers the runs, the last first`() throws {
    let later = try sessions().begin()
    for (cell, expected) in [
      ("plot run=", ["2", "1"]), ("plot run=[1, ", ["2", "1"]), ("rerun ", ["2", "1", "verify="]),
    ] {
      let found = later.workbench.complete(cell, cursor: cell.unicodeScalars.count).matches
      #expect(found.map(\.text) == expected, "\(cell)")
      #expect(found.first?.remark.hasPrefix("train hand on=pets.train") == true)
    }
  }

  @Test(arguments: [
    (
      "plot run=[1, 9]",
      """
      plot run=[1, 9]
                   ^ There is no run 9.
                     The last ones: 1, 2. All of them: runs
      """
    ),
    (
      "plot hand run=1",
      """
      plot hand run=1
                    ^ run=1 belongs to plot without networks.
                      Leave out one of them.
      """
    ),
    (
      "plot run=[1] by=run",
      """
      plot run=[1] by=run
                      ^^^ by=run belongs to networks.
                          Leave it out, or name networks instead of run=.
      """
    ),
    (
      "plot run=0",
      """
      plot run=0
               ^ run takes a whole number of at least 1, not 0.
      """
    ),
    (
      "plot",
      """
      plot
      ^^^^ plot needs a model: trained networks, or with on= models that predict numbers.
           For example: plot hand y=[trainLoss, trainLossMean, validationLoss, validationAccuracy] logScale=true
      """
    ),
  ])
  func `mistakes have their place`(cell: String, seen: String) throws {
    #expect(try sessions().begin().fail(cell) == seen)
  }

  @Test func `a run that ended before its first epoch has no curve`() throws {
    let session = try sessions().begin()
    session.run("dataset pets path=\"Pets\"")
    session.stop("train hand on=pets.train epochs=5 miniBatchSize=1", afterQuestions: 2)
    #expect(session.fail("plot run=3").contains("Run 3 ended before its first epoch did, so it has no curve."))
  }

  @Test func `without a state folder it says so`() throws {
    #expect(try Notebook.withNetwork().fail("plot run=1").contains("Nothing is recorded"))
  }
}
