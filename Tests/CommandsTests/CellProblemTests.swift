import Testing

@testable import Commands
@testable import Experiments

/// What a reader sees of a cell that stopped.
struct CellProblemTests {
  private func problem(_ cell: String) throws -> CellProblem? {
    let notebook = try Notebook(pets: "Pets")
    guard case .failed(let problem) = notebook.workbench.run(cell, on: notebook.page) else { return nil }
    return problem
  }

  @Test func `a mistake has a kind, one line, and the lines a reader sees`() throws {
    let problem = try #require(try self.problem("show pest"))
    #expect(problem.name == "Mistake")
    #expect(problem.message == "There is no dataset called pest. Did you mean pets?")
    #expect(
      problem.lines == [
        "show pest", "     ^^^^ There is no dataset called pest. Did you mean pets?", "          There is pets.",
      ])
  }

  @Test func `an interruption has no place`() throws {
    let notebook = try Notebook(data: nil)
    notebook.page.interrupt(afterQuestions: 0)
    guard case .failed(let problem) = notebook.workbench.run("print 1", on: notebook.page) else {
      Issue.record("the cell was not stopped")
      return
    }
    #expect(problem.name == "Interrupted")
    #expect(problem.message == "The rest of the cell was not run.")
    #expect(problem.lines == ["The rest of the cell was not run."])
  }

  @Test(arguments: [
    Mistake(
      "print 1\nprint \"a\nprint 2",
      """
      print "a
            ^ This string is not closed on its line.
              Put a " at its end. A line break in it is written \\n.
      """),
    Mistake(
      "x = [1, 2\n",
      """
      x = [1, 2
          ^ [ is never closed.
            Put a ] after the last value.
      """),
    Mistake(
      "train hand { epochs = 1",
      """
      train hand { epochs = 1
                 ^ { is never closed.
                   Put a } on a line below.
      """),
    Mistake(
      "train hand epochs=",
      """
      train hand epochs=
                        ^ epochs has no value.
                          Write it after the =: a number, a word, a "text" or a [list].
      """),
    Mistake(
      "train hand epochs=1 epochs=2",
      """
      train hand epochs=1 epochs=2
                          ^^^^^^ epochs is given twice.
                                 Keep one of the two.
      """),
    Mistake(
      "print(\"x\")",
      """
      print("x")
      ^^^^^^^^^^ print("x") is Python. Here words follow the command.
                 print "x"
      """),
    Mistake(
      "$epochs",
      """
      $epochs
      ^^^^^^^ A statement begins with a command, not with $epochs.
              To see its value: print $epochs
      """),
    Mistake(
      "settings = {\"a\": 1}",
      """
      settings = {"a": 1}
                 ^ There are no dictionaries here.
                   Give every entry a name of its own: name = value
      """),
  ])
  func `a fault of syntax runs nothing of the cell`(mistake: Mistake) throws {
    let notebook = try Notebook(data: nil)
    notebook.expect(mistake)
    _ = notebook.fail(mistake.cell)
    #expect(notebook.page.printed == "")
  }

  @Test(arguments: [
    Mistake(
      "epochs 50",
      """
      epochs 50
      ^^^^^^ There is no command "epochs".
             It is an argument of train: train … epochs=…
             All commands: help
      """),
    Mistake(
      "restore",
      """
      restore
      ^^^^^^^ restore needs a dataset.
              For example: restore hands
      """),
    Mistake(
      "shwo pets",
      """
      shwo pets
      ^^^^ There is no command "shwo". Did you mean show?
           All commands: help
      """),
    Mistake(
      "print \"👨‍👩‍👧‍👦\"; show 👊",
      """
      print "👨‍👩‍👧‍👦"; show 👊
                       ^^ There is no dataset called 👊.
                          There is pets.
      """),
    Mistake(
      "\tshow\tpest",
      """
          show    pest
                  ^^^^ There is no dataset called pest. Did you mean pets?
                       There is pets.
      """),
    Mistake(
      "print $epoch",
      """
      print $epoch
            ^^^^^^ $epoch has no value yet. Did you mean epochs?
                   To give it one: epoch = 1
      """),
    Mistake(
      "again = $epoch",
      """
      again = $epoch
              ^^^^^^ $epoch has no value yet. Did you mean epochs?
                     To give it one: epoch = 1
      """),
  ])
  func `the caret stands below the words it is about`(mistake: Mistake) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("epochs = 3")
    notebook.expect(mistake)
  }

  @Test func `a cell stops at its first mistake, and what ran before it stays`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.fail("a = 1\nprint $a\nshow pest\nb = 2\nprint $b") == """
        show pest
             ^^^^ There is no dataset called pest. Did you mean pets?
                  There is pets.
        """)
    #expect(notebook.page.printed == "1\n")
    #expect(notebook.variable("a") == "1")
    #expect(notebook.variable("b") == nil)
  }
}
