import ExperimentSupport
import Foundation
import Language
import ModelFile
import Testing

@testable import Commands
@testable import Experiments

/// Lines of other notebooks' languages are answered with what to write here.
struct ForeignSyntaxTests {
  /// Each with a remedy that is offered for it, which runs as it is, in a notebook with the photos `hands`, the network `hand`, the
  /// k-NN model `near` and a variable `epochs`.
  static let lines: [(typed: String, remedy: String)] = [
    ("import numpy", "help"), ("from sklearn import svm", "help"), ("import numpy as np\nx = 1", "help"),
    ("for i in range(3): print(i)", "sweep hand on=hands.train learningRate=[1e-4, 1e-3] folds=5"),
    ("for i in range(3):\n    print(i)", "sweep hand on=hands.train learningRate=[1e-4, 1e-3] folds=5"),
    ("def f(x):\n  return x", "sweep hand on=hands.train learningRate=[1e-4, 1e-3] folds=5"),
    ("!ls", "status"), ("!pip install torch", "status"), ("pip install torch", "status"), ("cd data", "status"),
    ("git clone x", "status"), ("$ ls -la", "status"), ("`ls`", "status"), ("whet run a.whet", "status"),
    ("ls", "status"), ("models", "status"), ("list", "status"),
    ("%time train hand", "ledger"), ("%%bash", "help"), ("%matplotlib inline", "help plot"),
    ("train?", "help train"), ("?", "help"), ("?train", "help train"), ("train --help", "help train"),
    ("train -h", "help train"), ("train help", "help train"), ("man train", "help train"),
    ("help(train)", "help train"),
    ("help(\"train\")", "help train"), ("nonsense?", "help"), ("hands?", "show hands"), ("help epochs", "help train"),
    ("quit", "status"), ("exit", "status"), ("quit()", "status"),
    ("delete hand", "forget hand"), ("rm hand, near", "forget hand near"), ("del hand", "forget hand"),
    ("del nothing", "status"),
    ("drop table hands", "show hands"), ("SELECT * FROM hands", "show hands"),
    ("select a from b where c = 1", "status"),
    ("print(\"hi\")", "print \"hi\""), ("dataset(pets, path=\"Dataset\")", "dataset pets path=\"Dataset\""),
    ("hands.show()", "show hands"), ("hands = dataset(path = 'Dataset')", "dataset hands path='Dataset'"),
    ("hand.train(on=hands.train, epochs=5)", "train hand on=hands.train epochs=5"),
    ("hand.train(hands.train, epochs=5)", "train hand on=hands.train epochs=5"),
    ("evaluate(hand, hands.test)", "evaluate hand on=hands.test"), ("hand.fit(x, y)", "help fit"),
    ("plt.plot(hand)", "plot hand"),
    ("hands = dataset(\"Dataset\")", "dataset hands path=\"Dataset\""),
    ("dataset(\"Dataset\")", "dataset Dataset path=\"Dataset\""),
    ("hands = dataset(\"Dataset\", size=3)", "help dataset"),
    ("hands = dataset(\"a,b.csv\")", "dataset hands csv=\"a,b.csv\""),
    ("hands = dataset path=\"Dataset\"", "dataset hands path=\"Dataset\""),
    ("df = pd.read_csv(\"points.csv\")", "dataset df csv=\"points.csv\""),
    ("load_dataset(\"Dataset\")", "dataset Dataset path=\"Dataset\""),
    ("net = load_model(\"tiny.mlmodel\")", "load net \"tiny.mlmodel\""), ("hands.head()", "show hands"),
    ("len(hands)", "show hands"),
    ("summary(hand)", "describe hand"), ("df.head()", "status"), ("KNeighborsClassifier(3)", "help knn"),
    ("train_test_split(x)", "help dataset"),
    ("echo hi", "print hi"), ("println(\"hi\")", "print \"hi\""), ("console.log(\"a\", \"b\")", "print \"a\" \"b\""),
    ("foo(1)", "help"),
    ("hands", "show hands"), ("hands.train", "show hands.train"), ("hand", "describe hand"),
    ("epochs", "print $epochs"), ("sketch", "describe sketch"),
    ("hands[0]", "show hands"), ("x = hands[0]", "show hands"), ("x = x + 1", "x = 20"), ("epochs += 1", "epochs = 20"),
    ("1+1", "epochs = 20"),
    ("let x = 5", "x = 5"), ("const x = 5;", "x = 5"), ("int x = 5", "x = 5"), ("x = (1, 2)", "x = [1, 2]"),
    ("// a remark", "# a remark"), ("-- a remark", "# a remark"), ("/* a remark */", "# a remark"),
    (">>> show hands", "show hands"), ("In [3]: show hands", "show hands"),
    ("dataset pets path=“Dataset”", "dataset pets path=\"Dataset\""),
    ("dataset pets path=‘Dataset’", "dataset pets path='Dataset'"),
    ("dataset pets path=«Dataset»", "dataset pets path=\"Dataset\""),
    ("dataset pets path＝\"Dataset\"", "dataset pets path=\"Dataset\""),
    ("train hand on=hands.train learningRate=1e–4", "train hand on=hands.train learningRate=1e-4"),
    ("train hand on=hands.train learningRate=0,001", "train hand on=hands.train learningRate=0.001"),
    ("knn near size=32,32", "knn near size=[32, 32]"),
    (
      "sweep hand on=hands.train learningRate=0.1,0.01 folds=2",
      "sweep hand on=hands.train learningRate=[0.1, 0.01] folds=2"
    ),
    ("train hand on=hands.train learningRate=0,001 epochs=3", "train hand on=hands.train learningRate=0.001 epochs=3"),
  ]

  /// Lines of this language that nearly are right, each with the line put right.
  static let near: [(typed: String, remedy: String)] = [
    ("Show hands", "show hands"), ("SHOW hands", "show hands"),
    ("dataset pets \"Dataset\"", "dataset pets path=\"Dataset\""),
    ("dataset pets ./Dataset", "dataset pets path=./Dataset"),
    ("dataset points points.csv", "dataset points csv=points.csv"),
    ("train hand hands.train", "train hand on=hands.train"), ("train hand on hands.train", "train hand on=hands.train"),
    ("train hand on: hands.train", "train hand on=hands.train"),
    ("train hand with hands.train", "train hand on=hands.train"),
    ("train hands hand", "train hand on=hands"),
    ("train hand on=hands.train epochs 2", "train hand on=hands.train epochs=2"),
    ("train hand on=hands.train epochs:2", "train hand on=hands.train epochs=2"),
    ("train hand, on=hands.train", "train hand on=hands.train"),
    ("evaluate hand, near on=hands.test", "evaluate hand near on=hands.test"),
    ("evaluate hand hands.test", "evaluate hand on=hands.test"), ("evaluate hands hand", "evaluate hand on=hands"),
    ("predict hand hands.test", "predict hand on=hands.test"), ("predict hand me.jpg", "predict hand image=me.jpg"),
    ("save hand me.mlmodel", "save hand path=me.mlmodel"), ("save hand as me.mlmodel", "save hand path=me.mlmodel"),
    ("load tiny.mlmodel", "load tiny \"tiny.mlmodel\""),
    ("knn deep from=hand layer=flat1 k=1", "knn deep from=hand.flat1 k=1"),
    ("network deep layer=flat1 from=hand classes=2", "network deep from=hand.flat1 classes=2"),
    (
      "network deep input=[1, 8, 8] layers=[flatten, dense(4, activation=relu), dense(2), softmax] seed=1",
      "network deep input=[1, 8, 8] seed=1 { flatten; dense 4 activation=relu; dense 2; softmax }"
    ),
  ]

  @Test(arguments: lines + near)
  func `is answered with what to write here`(typed: String, remedy: String) throws {
    let notebook = try Self.notebook()
    // What is offered runs: `fail` tries it.
    let seen = notebook.fail(typed)
    let last = seen.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(last.contains { $0 == remedy || $0.hasSuffix(": \(remedy)") }, "\(seen)")
    #expect((try? Parser.parse(Source(remedy))) != nil)
  }

  private static func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "Dataset")
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    try notebook.write("a,1,2\nb,3,4\na,5,6\nb,7,8\n".utf8, to: "points.csv")
    notebook.run(
      """
      dataset hands path="Dataset"
      network hand from=tiny classes=2 seed=1
      train hand on=hands.train epochs=1
      knn near size=[8, 8]
      train near on=hands.train
      epochs = 5
      """)
    return notebook
  }

  @Test(arguments: [
    "x = 5 # ok", "rate = exponential(0.99)", "ways = [rotate(15), flipHorizontal]", "print 1/4", "text = 'what?'",
    "print \"import numpy\"", "print \"for x:\"", "x = 2024-01-01", "x = a/b.csv", "x = my-model",
  ])
  func `what is of this language runs`(cell: String) throws { try Notebook(data: nil).run(cell) }

  @Test func `a variable's name that is printed as a word is told`() throws {
    let notebook = try Notebook(data: nil)
    #expect(notebook.run("x = 5; print x") == "x\nx was printed as a word. To see its value: print $x")
    #expect(notebook.run("y = x; print $y \"x\"") == "x x\n")
  }

  @Test func `very long lines are answered, too`() throws {
    let notebook = try Notebook(data: nil)
    for start in [
      "!", "%", "pip ", "for x:", "hands.show(", "“", "a=0,", "???", "dataset(", "x = ", "SELECT ", "train ",
    ] {
      #expect(!notebook.fail(start + String(repeating: "(a,", count: 50_000)).isEmpty)
      #expect(!notebook.fail(start + String(repeating: "x ", count: 200_000)).isEmpty)
    }
    let started = ContinuousClock.now
    for line in [
      "dataset(\(Array(repeating: "a", count: 1000).joined(separator: ", ")))",
      "show \(String(repeating: "x", count: 9000)) y",
    ] {
      #expect(!notebook.fail(line).isEmpty)
    }
    #expect(ContinuousClock.now - started < .seconds(10))
  }

  @Test func `mistakes of this language keep their own sentences`() throws {
    let notebook = try Notebook(data: nil)
    #expect(notebook.fail("trian hand").contains("Did you mean train?"))
    #expect(notebook.fail("class pets rename=cat").contains("rename= and to="))
    #expect(notebook.fail("print \"a").contains("not closed on its line"))
    #expect(notebook.fail("my-model").contains("There is no command \"my-model\"."))
    #expect(notebook.fail("dataset a b c d").contains("Usage: help dataset"))
  }
}
