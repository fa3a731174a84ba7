import CommandLanguage
import Figures
import Language
import TestSupport
import Testing

@testable import Commands
@testable import Experiments

/// Cells that almost are right, at every cursor and run to their end. `WHET_FUZZ` says how many are tried; the seed of a
/// failure is in its message.
struct CellFuzzTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("epochs = 2; list = [1, [2, \"✊ \\\"x\\\"\"]]; hands = 1")
    return notebook
  }

  @Test func `completion and inspection answer at every cursor`() throws {
    let workbench = try notebook().workbench
    for seed in 0..<UInt64(Rounds.fuzz(else: 100)) {
      var mutator = CellMutator(seed: seed)
      let text = mutator.text()
      let length = text.unicodeScalars.count
      for cursor in 0...length {
        let completion = workbench.complete(text, cursor: cursor)
        let isInside = completion.replaced.lowerBound >= 0 && completion.replaced.upperBound <= length
        if !isInside { Issue.record("seed \(seed): \(completion.replaced) at \(cursor)") }
        for match in completion.matches where match.text.isEmpty {
          Issue.record("seed \(seed): nothing is offered at \(cursor)")
        }
        if let found = workbench.inspect(text, cursor: cursor), found.plainText.isEmpty {
          Issue.record("seed \(seed): nothing is said at \(cursor)")
        }
      }
    }
  }

  @Test func `a cell runs, or is refused with a place and a sentence`() throws {
    let notebook = try notebook()
    for seed in 0..<UInt64(Rounds.fuzz(else: 300)) {
      var mutator = CellMutator(seed: seed)
      notebook.page.clear()
      notebook.page.interrupt(afterQuestions: 40)
      guard case .failed(let problem) = notebook.workbench.run(mutator.text(), on: notebook.page) else { continue }
      #expect(["Mistake", "Interrupted"].contains(problem.name), "seed \(seed): \(problem.message)")
      #expect(problem.message.unicodeScalars.count <= 2000, "seed \(seed)")
    }
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run("print 1")
  }
}
