import Language
import Testing

@testable import Commands
@testable import Experiments

/// Lines of other notebooks' languages are answered with what to write here.
struct ForeignSyntaxTests {
  /// Each with a remedy that is offered for it, which can be run as it is.
  static let lines: [(typed: String, remedy: String)] = [
    ("import numpy", "help"), ("from sklearn import svm", "help"), ("import numpy as np\nx = 1", "help"),
    ("for i in range(3): print(i)", "sweep hand on=hands.train learningRate=[1e-4, 1e-3] folds=5"),
    ("for i in range(3):\n    print(i)", "sweep hand on=hands.train learningRate=[1e-4, 1e-3] folds=5"),
    ("def f(x):\n  return x", "sweep hand on=hands.train learningRate=[1e-4, 1e-3] folds=5"),
    ("!ls", "status"), ("!pip install torch", "status"), ("pip install torch", "status"), ("cd data", "status"),
    ("ls", "status"), ("models", "status"), ("list", "status"),
    ("%time train hand", "ledger"), ("%%bash", "help"), ("%matplotlib inline", "help plot"),
    ("train?", "help train"), ("?", "help"), ("?train", "help train"),
    ("quit", "status"), ("exit", "status"), ("quit()", "status"),
    ("delete hand", "forget hand"), ("rm hand, near", "forget hand near"), ("del hand", "forget hand"),
    ("print(\"hi\")", "print \"hi\""), ("dataset(hands, path=\"Dataset\")", "dataset hands path=\"Dataset\""),
    ("hands.show()", "show hands"), ("hands = dataset(path = 'Dataset')", "dataset hands path='Dataset'"),
    ("hand.train(on=hands.train, epochs=5)", "train hand on=hands.train epochs=5"),
    ("hands = dataset(\"a,b\")", "dataset hands \"a,b\""),
    ("dataset hands path=“Dataset”", "dataset hands path=\"Dataset\""),
    ("train hand learningRate=0,001", "train hand learningRate=0.001"),
    ("knn near size=32,32", "knn near size=[32, 32]"),
    ("sweep hand learningRate=0.1,0.01 folds=2", "sweep hand learningRate=[0.1, 0.01] folds=2"),
    ("train hand learningRate=0,001 epochs=3", "train hand learningRate=0.001 epochs=3"),
  ]

  @Test(arguments: lines)
  func `is answered with what to write here`(typed: String, remedy: String) throws {
    let notebook = try Notebook(data: nil)
    let seen = notebook.fail(typed)
    let last = seen.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(last.contains { $0 == remedy || $0.hasSuffix(": \(remedy)") }, "\(seen)")
    let cell = try Parser.parse(Source(remedy))
    guard case .command(let call)? = cell.statements.first else { return #expect(Bool(false), "\(remedy)") }
    #expect(CommandTable.command(call.name.value) != nil)
  }

  @Test(arguments: [
    "x = 5 # ok", "rate = exponential(0.99)", "ways = [rotate(15), flipHorizontal]", "print 1/4", "text = 'what?'",
    "print \"import numpy\"", "print \"for x:\"",
  ])
  func `what is of this language runs`(cell: String) throws { try Notebook(data: nil).run(cell) }

  @Test func `very long lines are answered, too`() throws {
    let notebook = try Notebook(data: nil)
    for start in ["!", "%", "pip ", "for x:", "hands.show(", "“", "a=0,", "???"] {
      #expect(!notebook.fail(start + String(repeating: "(a,", count: 50_000)).isEmpty)
      #expect(!notebook.fail(start + String(repeating: "x", count: 200_000)).isEmpty)
    }
  }

  @Test func `mistakes of this language keep their own sentences`() throws {
    let notebook = try Notebook(data: nil)
    #expect(notebook.fail("trian hand").contains("Did you mean train?"))
    #expect(notebook.fail("class pets rename=cat").contains("rename= and to="))
    #expect(notebook.fail("print \"a").contains("not closed on its line"))
  }
}
