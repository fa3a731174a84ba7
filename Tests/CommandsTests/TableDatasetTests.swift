import Foundation
import Networks
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Tables of numbers as datasets: read, split, shown, learnt from.
struct TableDatasetTests {
  /// Two classes a line can part: 20 samples, `low` and `high` in turn.
  private func notebook(_ more: String = "") throws -> Notebook {
    let notebook = try Notebook(data: nil)
    let lines = (0..<20).map { index in
      index.isMultiple(of: 2) ? "low,\(index),\(100 - index)" : "high,\(200 + index),\(300 + index)"
    }
    try notebook.write(lines.joined(separator: "\n").utf8, to: "t.csv")
    notebook.run("dataset t csv=\"t.csv\" scale=1/255 \(more)")
    return notebook
  }

  /// An IDX file: bytes in a shape.
  private func idx(_ shape: [Int], _ bytes: [UInt8]) -> [UInt8] {
    [0, 0, 8, UInt8(shape.count)] + shape.flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 255)] } + bytes
  }

  @Test func `a text table is divided by lot, and its counts are shown`() throws {
    let text = try notebook().run("describe t")
    #expect(
      text == """
        t: 20 samples in 2 classes
        class  train  test
        -----  -----  ----
        low        8     2
        high       8     2
        all       16     4
        From t.csv; each sample has the shape [2], each number times 1/255. Target: column 1. Divided at random, seed=1, each class in the same shares.
        """)
    let half = try notebook("split=[50%, 25%]")
    #expect(half.run("describe t").contains("all       10     5"))
    let all = try notebook("split=[1, 0]")
    #expect(all.run("describe t").contains("all       20\n"))
  }

  @Test func `a network learns from it and answers`() throws {
    let notebook = try notebook()
    notebook.run("network n input=[2] seed=3 { innerProduct 2; softmax }")
    notebook.run("train n on=t.train validate=t.test epochs=200 learningRate=1 miniBatchSize=16")
    #expect(notebook.run("evaluate n on=t.test").hasPrefix("n on t.test: 100.0 % correct (4 of 4)"))
    #expect(notebook.run("confusion n on=t").contains("high"))
    notebook.run("reset n; train n on=t.train epochs=100 learningRate=1; train n on=t.train epochs=100 learningRate=1")
    #expect(try notebook.network("n").training.records.count == 200)
  }

  @Test func `IDX files are pictures, drawn and learnt from`() throws {
    let notebook = try Notebook(data: nil)
    let pixels = (0..<10).flatMap { [UInt8](repeating: $0 % 2 == 0 ? 0 : 255, count: 16) }
    try notebook.write(idx([10, 4, 4], pixels), to: "d/train-images-idx3-ubyte")
    try notebook.write(idx([10], (0..<10).map { UInt8($0 % 2) }), to: "d/train-labels-idx1-ubyte")
    #expect(
      notebook.run("dataset d idx=\"d\"").contains("each sample has the shape [1, 4, 4], each number times 1/255."))
    #expect(
      notebook.run("show d.train") == """
        d.train
        0  4 pictures
        1  4 pictures
        """)
    #expect(notebook.page.html.count(of: "src=\"data:image/png;base64,") == 8)
    notebook.run("network n input=[1, 4, 4] seed=3 { flatten; innerProduct 2; softmax }")
    notebook.run("train n on=d.train epochs=20 learningRate=0.5")
    #expect(notebook.run("evaluate n on=d.test").hasPrefix("n on d.test: 100.0 % correct (2 of 2)"))
  }

  @Test func `numbers that are none or infinite do no harm`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write("a,nan,1,2,3\nb,inf,-inf,5,6\n".utf8, to: "odd.csv")
    let cell = "dataset odd csv=\"odd.csv\" shape=[1, 2, 2] split=[1, 0]\nshow odd"
    if case .failed(let problem) = notebook.workbench.run(cell, on: notebook.page) {
      #expect(problem.name == "Mistake")
    }
  }

  @Test(arguments: [
    Mistake(
      "dataset u csv=\"none.csv\"",
      """
      dataset u csv="none.csv"
                    ^^^^^^^^^^ none.csv does not exist.
                               Looked for it at none.csv and data/none.csv.
      """),
    Mistake(
      "dataset u csv=\"bad.csv\"",
      """
      dataset u csv="bad.csv"
                    ^^^^^^^^^ Line 2, column 2 of bad.csv should be a number and is "x".
                              Correct it, leave the column out (ignore=[2]), or take its values as texts (categories=[2]).
      """),
    Mistake(
      "dataset u csv=\"ragged.csv\"",
      """
      dataset u csv="ragged.csv"
                    ^^^^^^^^^^^^ Line 2 of ragged.csv has 2 columns, the first has 3.
      """),
    Mistake(
      "dataset u csv=\"t.csv\" idx=\"d\"",
      """
      dataset u csv="t.csv" idx="d"
                    ^^^^^^^ idx= and csv= cannot be given together.
      """),
    Mistake(
      "dataset u csv=\"t.csv\" labels=[low]",
      """
      dataset u csv="t.csv" labels=[low]
                                   ^^^^^ labels=[low] belongs to path= and sample=hands.
                                         Leave it out of a dataset with csv=.
      """),
    Mistake(
      "dataset u csv=\"t.csv\" split=[0.8, 0.3]",
      """
      dataset u csv="t.csv" split=[0.8, 0.3]
                                  ^^^^^^^^^^ split takes two shares that add up to at most 1, such as [0.8, 0.2], not [0.8, 0.3].
      """),
    Mistake(
      "dataset u csv=\"t.csv\" shape=[1, 3, 3]",
      """
      dataset u csv="t.csv" shape=[1, 3, 3]
                                  ^^^^^^^^^ A sample of u has 2 numbers, which do not fill the shape [1, 3, 3].
                                            The product of the shape must be 2.
      """),
    Mistake(
      "dataset u csv=\"t.csv\" shape=[100000, 100000, 100000, 100000, 100000]",
      """
      dataset u csv="t.csv" shape=[100000, 100000, 100000, 100000, 100000]
                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ A sample of u has 2 numbers, which do not fill the shape [100000, 100000, 100000, 100000, 100000].
                                                                           The product of the shape must be 2.
      """),
    Mistake(
      "dataset u idx=\"d\"",
      """
      dataset u idx="d"
                    ^^^ d has no pair of IDX files, one of pictures and one of labels.
                        MNIST's are called t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz.
      """),
    Mistake(
      "train n on=t.train",
      """
      train n on=t.train
                 ^^^^^^^ n reads samples of the shape [3], and those of t.train have [2].
      """),
    Mistake(
      "features t from=tiny",
      """
      features t from=tiny
               ^ t is a table; this needs photos.
      """),
  ])
  func `what cannot be read or learnt from is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try notebook()
    notebook.run("network n input=[3] seed=3 { innerProduct 2; softmax }")
    try notebook.write("a,1,2\nb,x,2\n".utf8, to: "bad.csv")
    try notebook.write("a,1,2\nb,1\n".utf8, to: "ragged.csv")
    try notebook.write([1], to: "d/notes.txt")
    notebook.expect(mistake)
  }
}
