import Foundation
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Samples that belong together, by `group=`, in comparisons by folds.
struct SelectionGroupsTests {
  /// Twelve patients with four nearly equal rows each; what they have is written nowhere but in the rows of the same patient.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let rows = (0..<48).map { row in
      let patient = row % 12
      return "p\(patient),\(patient * 37 % 100).\(row / 12),\(patient * 53 % 89).\(row / 12),"
        + "\(patient * 7 % 12 < 6 ? "ill" : "well"),\(patient * 29 % 12)"
    }
    try notebook.write(("patient,one,two,kind,days\n" + rows.joined(separator: "\n")).utf8, to: "rows.csv")
    notebook.run("dataset apart csv=\"rows.csv\" target=kind group=patient ignore=[days] seed=1")
    notebook.run("dataset mixed csv=\"rows.csv\" target=kind ignore=[patient, days] seed=1")
    notebook.run("dataset days csv=\"rows.csv\" target=days task=regression group=patient ignore=[kind] seed=1")
    return notebook
  }

  private func selection(_ name: String, in notebook: Notebook) throws -> Selection {
    try notebook.workbench.withWorkspace { try $0.selection(named: name) }
  }

  @Test func `a table's group column says which samples belong together`() throws {
    let notebook = try notebook()
    for name in ["apart", "days"] {
      let groups = try #require(try selection(name, in: notebook).groups)
      #expect(groups.count == 48)
      #expect(Dictionary(grouping: groups) { $0 }.values.map(\.count) == [Int](repeating: 4, count: 12))
    }
    #expect(try selection("mixed", in: notebook).groups == nil)
  }

  @Test(arguments: ["apart", "days"]) func `folds hold out whole groups`(name: String) throws {
    let selection = try selection(name, in: notebook())
    let groups = try #require(selection.groups)
    let evaluationProtocol = try EvaluationProtocol(.folds, on: selection, folds: 4, repeats: 3, seed: 2)
    #expect(evaluationProtocol.isGrouped && evaluationProtocol.trials.count == 12)
    for (split, _) in evaluationProtocol.trials {
      #expect(split.held.count == 12)
      #expect(Set(split.held.map { groups[$0] }).isDisjoint(with: split.learning.map { groups[$0] }))
    }
  }

  @Test func `whoever is known from other rows is not known when the group is held out`() throws {
    let notebook = try notebook()
    notebook.run("knn near numberOfNeighbors=1")
    #expect(notebook.run("compare near on=mixed by=folds folds=4 seed=1").contains("100.0 %"))
    let apart = notebook.run("compare near on=apart by=folds folds=4 seed=1")
    #expect(apart.contains("by 4 folds of apart, each group in one fold"))
    #expect(!apart.contains("100.0 %"))
    #expect(notebook.run("compare near on=apart by=leaveOneOut").contains("by=folds keeps groups together"))
    #expect(!notebook.run("compare near on=mixed by=leaveOneOut").contains("by=folds keeps groups together"))
    #expect(notebook.run("sweep near on=apart folds=3 numberOfNeighbors=[1, 3]").contains("each group in one fold"))
  }

  @Test func `photos of a group stay together in folds, too`() throws {
    let notebook = try Notebook(data: nil)
    for (index, label) in ["cat", "dog"].enumerated() {
      for number in 0..<12 {
        try notebook.photo("all/\(label)/p\(number / 3)_\(number % 3).jpg", red: UInt8(100 * index + 5 * number))
      }
    }
    notebook.run("dataset pets path=\"all\" split=[0.8, 0.2] group=\"^p[0-9]\" seed=1")
    let pets = try selection("pets", in: notebook)
    let groups = try #require(pets.groups)
    #expect(Set(groups).count == 4)
    for (split, _) in try EvaluationProtocol(.folds, on: pets, folds: 4, repeats: 1, seed: 1).trials {
      #expect(Set(split.held.map { groups[$0] }).count == 1)
    }
  }

  @Test func `more folds than groups are refused with the number there is`() throws {
    let notebook = try notebook()
    notebook.run("knn near")
    let text = notebook.fail("compare near on=apart by=folds folds=13")
    #expect(text.contains("apart has 12 groups of samples that stay together: too few for 13 folds."))
    #expect(text.contains("Set folds=12."))
    #expect(notebook.run("compare near on=apart by=folds folds=12 seed=1").contains("48 samples"))
  }
}
