import Synchronization
import Testing
import Training

@testable import Commands
@testable import Experiments

struct InterruptibleInferenceTests {
  /// A table of so many samples, and a network for it.
  private func notebook(samples: Int) throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let lines = (0..<samples).map { "\($0 % 2),\($0 % 7),\($0 % 5)" }
    try notebook.write(lines.joined(separator: "\n").utf8, to: "points.csv")
    notebook.run("dataset points csv=\"points.csv\" split=[0.001, 0.999]")
    notebook.run("network net input=[2] seed=1 { innerProduct 2; softmax }")
    return notebook
  }

  @Test func `many samples are answered as one by one`() throws {
    let notebook = try notebook(samples: 5000)
    let (whole, pieces) = try notebook.workbench.withWorkspace { session in
      let model = try #require(session.models["net"])
      let selection = try session.selection(named: "points.test")
      let context = CommandContext(display: Page(), makeIdentity: { "" })
      let asking = InterruptibleInference(model: model, selection: selection, rule: .argmax, batchSize: 8)
      return (try session.inference().evaluate(model, on: selection), try asking.answers(in: session, on: context))
    }
    #expect(whole.count == 4995 && whole == pieces)
  }

  @Test func `row 30: what was answered when it was stopped stays on the page`() throws {
    let notebook = try notebook(samples: 9000)
    notebook.page.interrupt(afterQuestions: 10)
    #expect(
      notebook.fail("evaluate net on=points.test")
        == "net was cancelled after 2,048 of 8,991; the table above has the predictions until then.")
    #expect(
      notebook.page.text.contains(" of 2,048) ") && notebook.page.text.contains(", cancelled after 2,048 of 8,991\n"))
  }

  @Test func `photos run through the network before a stop have their answers`() throws {
    let notebook = try Notebook.withNetwork()
    for number in 0..<40 { try notebook.photo("Many/train/cat/\(number).png", red: UInt8(number)) }
    notebook.run("dataset many path=\"Many\"; network own from=tiny classes=3 seed=1")
    notebook.page.interrupt(afterQuestions: 3)
    #expect(notebook.fail("evaluate own on=many.train").hasPrefix("own was cancelled after 16 of 40; "))
    notebook.page.interrupt(afterQuestions: nil)
    #expect(notebook.run("evaluate own on=many.train").contains(" of 40) ["))
  }
}
