import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// `dataset … idx=` and `csv=`: tables of numbers.
struct TableArgumentsTests {
  /// A notebook with a table in text: four samples of four numbers each in two classes, and an IDX pair of ten 2×2 pictures.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    try notebook.write(Array("up,0,0,9,9\ndown,9,9,0,0\nup,1,0,8,9\ndown,8,9,0,1\n".utf8), to: "signs.csv")
    let pictures: [UInt8] = (0..<10).flatMap { [$0, 0, 255, 10 * $0] }
    try notebook.write([0, 0, 8, 3] + [10, 2, 2].flatMap(Self.bigEndian) + pictures, to: "idx/t10k-images-idx3-ubyte")
    try notebook.write([0, 0, 8, 1] + Self.bigEndian(10) + (0..<10).map { $0 % 2 }, to: "idx/t10k-labels-idx1-ubyte")
    return notebook
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  @Test func `a table in text is split four to one unless something else is said`() throws {
    let notebook = try notebook()
    #expect(
      notebook.run("dataset signs csv=\"signs.csv\" split=[0.5, 0.5]") == """
        signs: 4 samples in 2 classes
        class  train  test
        -----  -----  ----
        up         1     1
        down       1     1
        all        2     2
        From signs.csv; each sample has the shape [4]. Target: column 1. Divided at random, seed=1, each class in the same shares.
        """)
  }

  @Test func `a pair of IDX files is read as pictures of one channel, divided by 255`() throws {
    let notebook = try notebook()
    let text = notebook.run("dataset digits idx=\"idx\"")
    #expect(text.hasPrefix("digits: 10 samples in 2 classes\nclass  train  test\n"))
    #expect(text.hasSuffix("From idx; each sample has the shape [1, 2, 2], each number times 1/255."))
    let shown = notebook.run("show digits.train columns=5")
    #expect(shown == "digits.train\n0  4 pictures\n1  4 pictures")
    #expect(notebook.page.html.components(separatedBy: "data:image/png;base64,").count - 1 == 8)
  }

  static let mistakes = [
    Mistake(
      "dataset x csv=\"none.csv\"",
      """
      dataset x csv="none.csv"
                    ^^^^^^^^^^ none.csv does not exist.
                               Looked for it at none.csv and data/none.csv.
      """),
    Mistake(
      "dataset x csv=\"signs.csv\" path=\"idx\"",
      """
      dataset x csv="signs.csv" path="idx"
                    ^^^^^^^^^^^ path= and csv= cannot be given together.
      """),
    Mistake(
      "dataset x csv=\"signs.csv\" labels=[up]",
      """
      dataset x csv="signs.csv" labels=[up]
                                       ^^^^ labels=[up] belongs to path= and sample=hands.
                                            Leave it out of a dataset with csv=.
      """),
    Mistake(
      "dataset x csv=\"signs.csv\" shape=[1, 3, 3]",
      """
      dataset x csv="signs.csv" shape=[1, 3, 3]
                                      ^^^^^^^^^ A sample of x has 4 numbers, which do not fill the shape [1, 3, 3].
                                                The product of the shape must be 4.
      """),
    Mistake(
      "dataset x csv=\"signs.csv\" split=[0.9, 0.9]",
      """
      dataset x csv="signs.csv" split=[0.9, 0.9]
                                      ^^^^^^^^^^ split takes two shares that add up to at most 1, such as [0.8, 0.2], not [0.9, 0.9].
      """),
    Mistake(
      "dataset x idx=\"empty\"",
      """
      dataset x idx="empty"
                    ^^^^^^^ empty has no pair of IDX files, one of pictures and one of labels.
                            MNIST's are called t10k-images-idx3-ubyte.gz and t10k-labels-idx1-ubyte.gz.
      """),
    Mistake(
      "dataset x csv=\"crooked.csv\"",
      """
      dataset x csv="crooked.csv"
                    ^^^^^^^^^^^^^ Line 2 of crooked.csv has 2 columns, the first has 3.
      """),
    Mistake(
      "dataset x",
      """
      dataset x
      ^^^^^^^ dataset needs a source: path= for photos; csv=, npz=, sqlite= or idx= for a table; sample= for generated samples.
              For example: dataset hands path="data/gestures" labels=[✊, ✋, ✌️]
      """),
  ]

  @Test(arguments: mistakes) func `a table that cannot be had is told plainly`(_ mistake: Mistake) throws {
    let notebook = try notebook()
    try FileManager.default.createDirectory(
      at: notebook.folder.appending(path: "empty"), withIntermediateDirectories: true)
    try notebook.write(Array("a,1,2\nb,1\n".utf8), to: "crooked.csv")
    notebook.expect(mistake)
  }

  @Test func `features of a table are refused, as they are for photos`() throws {
    let notebook = try notebook()
    notebook.run("dataset signs csv=\"signs.csv\" split=[0.5, 0.5]")
    #expect(
      notebook.fail("features signs from=squeezenet").hasSuffix(
        "signs is a table; this needs photos."))
  }
}
