import Figures
import Foundation
import Testing

@testable import Commands
@testable import Experiments

struct FeaturesCommandTests {
  @Test func `the features of every photo are worked out once`() throws {
    let notebook = try Notebook(pets: "Pets")
    let first = notebook.run("features pets from=tiny layer=pool1")
    #expect(first.hasPrefix("pets: 16 features per photo, from pool1 of tiny\n"))
    #expect(first.timeless.hasSuffix("10 photos in … (… photos/s, decoding included)."))
    #expect(notebook.run("features pets from=tiny layer=pool1").hasSuffix("All were cached already."))
  }

  @Test func `photos that came later are the only ones that cost time`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("features pets.train from=tiny layer=pool1")
    #expect(
      notebook.run("features pets from=tiny layer=pool1").timeless
        .hasSuffix("4 photos in … (… photos/s, decoding included), 6 cached already."))
  }

  @Test func `a table tells what each class shows`() throws {
    let notebook = try Notebook(pets: "Pets")
    let lines = notebook.run("features pets.test from=tiny").split(separator: "\n")
    #expect(lines[0] == "pets.test: 16 features per photo, from flat1 of tiny")
    #expect(lines[1].hasPrefix("class  photos"))
    #expect(lines[3].hasPrefix("cat         2"))
    #expect(lines[4].hasPrefix("dog         2"))
    #expect(notebook.page.entries.map(\.kind) == [.result])
  }

  @Test(arguments: [
    Mistake(
      "features pets from=tiny layer=pool9",
      """
      features pets from=tiny layer=pool9
                                    ^^^^^ tiny has no layer pool9. Did you mean pool1?
                                          Its last layers: conv1, relu1, pool1, flat1, fc1, prob
      """),
    Mistake(
      "features pets from=nonet",
      """
      features pets from=nonet
                         ^^^^^ The model nonet was not found.
                               Looked for it at nonet.mlmodel and data/models/nonet.mlmodel.
      """),
    Mistake(
      "features pets",
      """
      features pets
               ^^^^ The model squeezenet was not found.
                    Looked for it at data/models/SqueezeNet.mlmodel and data/models/SqueezeNetFP16.mlmodel.
                    To download it: fetch squeezenet
                    Or use sketch, a small network built into Whet; its features are sketch.pool5.
      """),
    Mistake(
      "features pest from=tiny",
      """
      features pest from=tiny
               ^^^^ There is no dataset called pest. Did you mean pets?
                    There is pets.
      """),
    Mistake(
      "features pets from=tiny precision=4",
      """
      features pets from=tiny precision=4
                                        ^ precision cannot be 4. It can be float32 or 8.
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook(pets: "Pets").expect(mistake)
  }

  @Test func `layers without products cannot be computed in 8 bits`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(
      """
      network small input=[3, 16, 16] seed=1 { averagePool 2; convolution 4 kernel=3; flatten; innerProduct 2; softmax }
      """)
    notebook.expect(
      Mistake(
        "features pets from=small layer=averagePool0 precision=8",
        """
        features pets from=small layer=averagePool0 precision=8
                                                              ^ None of the layers of small.averagePool0 can be computed \
        in 8 bits.
                                                                These can: convolutions without groups and fully connected \
        layers.
        """))
  }

  private static let quantizing = """
    network net input=[3, 16, 16] seed=1 {
      convolution 8 kernel=3 activation=relu
      convolution 12 kernel=3 activation=relu
      flatten
      innerProduct 8 activation=relu
      innerProduct 2
      softmax
    }
    features pets from=net precision=8
    """

  @Test func `layers are computed in 8 bits from then on, by all models made of them`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset()
    notebook.run("dataset pets path=\"Pets\"")
    let lines = notebook.run(Self.quantizing).split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix("8 features per photo, from innerProduct0_relu of net in 8 bits") })
    let told = try #require(lines.last { $0.contains("In 8 bits") })
    let shares =
      #/In 8 bits the features are off by [0-9.]+ % of the distance to the nearest other photo, on average, and/#
    #expect(told.contains(shares))
    #expect(told.contains(#/[0-9]+ of [0-9]+ photos have the same nearest photo as in single precision\.$/#))
    #expect(!notebook.run("features pets from=net").contains("In 8 bits"))
    let made = notebook.run("knn near features=net\ntrain near on=pets.train\ndescribe near")
    #expect(made.contains("innerProduct0_relu of net in 8 bits, 8 features"))
    #expect(notebook.run("evaluate near on=pets.test").contains("near"))
    // The same network under another precision is not another network.
    #expect(!made.contains("changed"))
    #expect(notebook.run("network head from=net classes=2 seed=1\ndescribe head").contains("3 frozen layers in 8 bits"))
    #expect(notebook.run("train head on=pets.train epochs=1").contains("head"))
    #expect(notebook.run("describe net").contains("8 bits") == false)
    #expect(
      notebook.run("save head path=\"head.mlmodel\"").contains(
        "head computes frozen layers in 8 bits. The file computes them in single precision: "
          + "its predictions can differ a little."))
    let later = try notebook.restarted()
    let page = Page()
    _ = later.run("describe near\ndescribe head\nknn new features=net\ndescribe new", on: page)
    #expect(page.text.contains("innerProduct0_relu of net in 8 bits, 8 features"))
    #expect(page.text.contains("3 frozen layers in 8 bits"))
    #expect(page.text.components(separatedBy: "of net in 8 bits").count > 2)
  }

  @Test func `undo and single precision end it`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(Self.quantizing)
    #expect(notebook.run("features pets from=net").contains("in 8 bits"))
    notebook.run("features pets from=net precision=float32")
    #expect(notebook.run("features pets from=net").contains("innerProduct0_relu of net\n"))
    notebook.run("undo")
    #expect(notebook.run("features pets from=net").contains("in 8 bits"))
  }

  @Test func `many photos show how far it has come`() throws {
    let notebook = try Notebook(pets: "Pets")
    for number in 0..<70 { try notebook.photo("Many/train/cat/\(number).png", red: UInt8(number), side: 4) }
    notebook.run("dataset many path=\"Many\"\nfeatures many from=tiny layer=conv1")
    let live = notebook.page.entries.filter { $0.identity != nil }
    #expect(live.map(\.rendering.plainText) == ["many ████████████████████ 70 of 70 photos"])
  }

  @Test func `stopping keeps the features found until then`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.page.interrupt(afterQuestions: 2)
    #expect(notebook.fail("features pets from=tiny") == "8 of 10 photos were run through tiny.")
    notebook.page.interrupt(afterQuestions: nil)
    #expect(
      notebook.run("features pets from=tiny").timeless
        .hasSuffix("2 photos in … (… photos/s, decoding included), 8 cached already."))
  }
}
