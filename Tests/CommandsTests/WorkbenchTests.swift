import CommandLanguage
import Figures
import Language
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Cells as notebooks, papermill and people write them.
struct WorkbenchTests {
  @Test func `a cell of comments and blank lines does nothing`() throws {
    let notebook = try Notebook(data: nil)
    for cell in ["", "\n\n", "# a comment", "  ;;\n", "\u{FEFF}print 1"] { notebook.run(cell) }
    #expect(notebook.page.printed == "1\n")
  }

  @Test func `papermill's cells of Python literals are understood`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run(
      """
      # Parameters
      epochs = 3
      learning_rate = 0.01
      shuffle = "true"
      keep = True
      nothing = None
      label = "\\u270a"
      wide = "\\U0001f44a"
      pair = "\\ud83d\\udc4a"
      sizes = [1, 2, 8]
      name = 'it'
      """)
    #expect(notebook.run("print $label $wide $pair $name $sizes") == "✊ 👊 👊 it [1, 2, 8]\n")
    notebook.run("train hand on=pets.train epochs=$epochs learningRate=$learning_rate shuffle=$shuffle")
    #expect(notebook.page.text.contains("epochs=3 miniBatchSize=8 optimizer=sgd learningRate=0.01 shuffle=true"))
    notebook.run("train hand on=pets.train epochs=1 shuffle=$keep")
    notebook.run("show pets details=$keep")
    notebook.expect(
      Mistake(
        "train hand on=pets.train epochs=$nothing",
        """
        train hand on=pets.train epochs=$nothing
                                        ^^^^^^^^ epochs takes a whole number from 1 to 1,000,000, not None.
        """))
  }

  @Test func `a variable keeps the value it was given, variables within it filled in`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run("a = 1; b = [$a, 2]; a = 5; print $a $b")
    #expect(notebook.page.printed == "5 [1, 2]\n")
  }

  @Test func `a variable cannot grow without bound`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run("a = [x, x, x, x, x, x, x, x, x, x]")
    var isStopped = false
    for _ in 0..<40 where !isStopped {
      if case .failed(let problem) = notebook.workbench.run("a = [$a, $a, $a, $a]", on: notebook.page) {
        #expect(problem.message == "$a holds too much to be filled in here.")
        isStopped = true
      }
    }
    #expect(isStopped)
  }

  @Test func `the names are known after every statement`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.smallDataset()
    _ = notebook.fail("dataset pets path=\"Pets\"; rate = 1e-4; show nothing")
    let names = notebook.workbench.vocabulary
    #expect(names.datasets.map(\.name) == ["pets"])
    #expect(names.datasets[0].splits.map(\.name) == ["train", "test"])
    #expect(names.datasets[0].splits.map(\.count) == [6, 4])
    #expect(names.datasets[0].labels == ["cat", "dog"])
    #expect(names.variables == ["rate": "1e-4"])
    #expect(names.models.isEmpty)
  }

  @Test func `questions are answered while a cell runs`() async throws {
    let notebook = try Notebook.withNetwork()
    let workbench = notebook.workbench
    let page = notebook.page
    page.interrupt(afterUpdates: 3)
    let running = Task.detached { workbench.run("train hand on=pets.train epochs=1000000", on: page) }
    while page.entries.isEmpty { await Task.yield() }
    #expect(workbench.complete("trai", cursor: 4).matches.map(\.text) == ["train"])
    #expect(workbench.inspect("train", cursor: 2) != nil)
    #expect(workbench.isComplete("train {") == .incomplete(indent: "  "))
    guard case .failed(let problem) = await running.value else {
      Issue.record("the training was not stopped")
      return
    }
    #expect(problem.name == "Interrupted")
  }

  @Test(arguments: ["1", "[1, 2]", "\"a b\"", "exponential(0.99)", "✊", "'x'"])
  func `one value can stand behind =`(text: String) { #expect(Workbench.isOneValue(text)) }

  @Test(arguments: ["", "1 2", "a\nb", "1; reset hand", "[1", "a=b", "x # y\nz"])
  func `anything else cannot`(text: String) { #expect(!Workbench.isOneValue(text)) }

  @Test func `two workbenches know nothing of each other`() throws {
    let first = try Notebook(pets: "Pets")
    let second = try Notebook(data: nil)
    #expect(second.fail("show pets").contains("There is no dataset called pets."))
    first.run("show pets")
  }

  @Test func `the same name is one thing at a time`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn hand features=tiny.pool1")
    #expect(try notebook.neighbors("hand").memory.count == 0)
    notebook.run("network hand from=tiny seed=1")
    #expect(try notebook.network("hand").outputs.count == 10)
  }
}
