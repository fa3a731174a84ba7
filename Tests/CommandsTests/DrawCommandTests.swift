import ExperimentSupport
import Figures
import Foundation
import ModelFile
import Pictures
import TestSupport
import Testing

@testable import Commands
@testable import Experiments

/// Drawing for a model: the canvas, what a model says to strokes, and drawings that are kept.
struct DrawCommandTests {
  static let bar = "M112,40 L112,190"
  static let box = "M60,60 L160,60 160,160 60,160 60,60"

  /// A network that can tell a bar from a box, having learnt from two drawings.
  private func taught(isRemembering: Bool = true) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: isRemembering)
    notebook.run("network n input=[1, 28, 28] seed=3 { averagePool 4; flatten; innerProduct 2; softmax }")
    notebook.run("draw n strokes=\"\(Self.bar)\" keep=mine label=bar")
    notebook.run("draw n strokes=\"\(Self.box)\" keep=mine.train label=box")
    notebook.run("train n on=mine epochs=60 learningRate=1 miniBatchSize=2 seed=1")
    return notebook
  }

  @Test func `row 116: strokes replayed give the expected answer`() throws {
    let notebook = try taught()
    let text = notebook.run("draw n strokes=\"M90,50 L93,200\" top=1")
    #expect(text.hasPrefix("n: bar\ndrawing  answer  probability\n"))
    #expect(text.split(separator: "\n").count == 4)
    #expect(notebook.page.html.count(of: "<img ") == 1)
    #expect(notebook.run("draw n strokes=\"M30,40 L190,50 180,190 40,200 30,40\"").hasPrefix("n: box\n"))
  }

  @Test func `row 116: the lines of a digit give LeNet's answer`() throws {
    guard let shared = Shared.folder else { return }
    let notebook = try Notebook(data: shared)
    notebook.run(
      """
      dataset digits idx="data/mnist" split=[0.05, 0.01]
      network lenet input=[1, 28, 28] seed=7 {
        convolution 8 kernel=3 activation=relu
        maxPool 2
        flatten
        innerProduct 32 activation=relu
        innerProduct 10
        softmax
      }
      train lenet on=digits.train epochs=2 miniBatchSize=32 optimizer=adam learningRate=0.002 seed=1
      """)
    #expect(notebook.run("draw lenet strokes=\"M113,30 L110,95 112,195\"").hasPrefix("lenet: 1\n"))
    #expect(
      notebook.run(
        "draw lenet strokes=\"M112,30 L80,45 62,90 62,135 80,180 112,196 145,180 163,135 163,90 145,45 112,30\""
      ).hasPrefix("lenet: 0\n"))
  }

  @Test func `without strokes it is a canvas, and a sentence where there can be none`() throws {
    let notebook = try taught()
    #expect(
      notebook.run("draw n keep=mine.train label=bar top=2 center=false") == """
        A canvas to draw on for n appears here in JupyterLab and Notebook with Whet's extension, which `whet install` puts \
        beside the kernel: install it and reload the page.
        Without it a drawing can be typed: draw n strokes="M60,40 L160,40 90,190"
        """)
    #expect(
      notebook.page.entries.last?.rendering.live
        == .init(
          mimeType: "application/vnd.whet.drawing+json",
          json: """
            {"canvas":224,"center":false,"keep":"mine.train","label":"bar","labels":["bar","box"],"line":15,\
            "model":"n","top":2}
            """))
    notebook.run("draw n")
    #expect(
      notebook.page.entries.last?.rendering.live?.json
        == "{\"canvas\":224,\"center\":true,\"labels\":[],\"line\":15,\"model\":\"n\",\"top\":3}")
  }

  @Test func `a model that has learnt nothing says so`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run("network n input=[1, 28, 28] seed=3 { flatten; innerProduct 2; softmax }")
    #expect(notebook.run("draw n strokes=\"M9,9\"").hasSuffix("n has learnt nothing yet."))
  }

  @Test func `networks and neighbours that look at photos are shown drawings, too`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny classes=2 seed=42; train hand on=pets.train epochs=1 learningRate=0.01")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=1; train near on=pets.train")
    for model in ["hand", "near"] {
      let text = notebook.run("draw \(model) strokes=\"\(Self.box)\" top=2")
      #expect(text.contains("cat") && text.contains("dog"))
    }
  }

  // MARK: Keeping

  @Test func `under a new name drawings become lines of a table, which undo takes back`() throws {
    let notebook = try taught()
    let table = notebook.folder.appending(path: "mine.csv")
    let before = try Data(contentsOf: table)
    #expect(
      notebook.run("draw n strokes=\"M9,9\" keep=mine label=\"a, \\\"b\\\"\"")
        == "The drawing was saved to mine.train as a, \"b\"; mine.csv has 3 drawings now.")
    let lines = String(decoding: try Data(contentsOf: table), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3 && lines[0].hasPrefix("bar,0,0,") && lines[2].hasPrefix("\"a, \"\"b\"\"\",0,"))
    #expect(lines[0].split(separator: ",").count == 785)
    #expect(notebook.run("describe mine").contains("a, \"b\""))
    notebook.run("undo")
    #expect(try Data(contentsOf: table) == before)
    #expect(notebook.run("describe mine").hasPrefix("mine: 2 samples in 2 classes"))
    notebook.run("undo; undo; undo")
    #expect(!FileManager.default.fileExists(atPath: table.path))
  }

  @Test func `a table of drawings outlives the kernel`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("network n input=[1, 8, 8] seed=3 { flatten; innerProduct 2; softmax }")
    first.run("draw n strokes=\"M9,9\" keep=mine label=dot")
    let second = try sessions.begin()
    #expect(
      second.run("draw n strokes=\"\(Self.bar)\" keep=mine label=bar").hasSuffix(
        "The drawing was saved to mine.train as bar; mine.csv has 2 drawings now."))
    #expect(try sessions.begin().run("describe mine").contains("mine: 2 samples in 2 classes"))
  }

  @Test func `in a folder of one's own a drawing is a photo`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "Pets")
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    notebook.run("dataset pets path=\"Pets\"; network hand from=tiny classes=2 seed=42")
    let text = notebook.run("draw hand strokes=\"\(Self.box)\" keep=pets.train label=cat")
    #expect(
      text.hasPrefix("The drawing was saved to pets.train as cat, in ") && text.hasSuffix("there are 7 photos now."))
    let photo = try #require(notebook.dataset("pets")?.split("train")?.photos.last)
    let picture = try Picture(contentsOf: photo.url)
    #expect(photo.label == "cat" && picture.width == 224 && picture.height == 224)
    #expect(picture.pixels[3 * (60 * 224 + 100)] == 255 && picture.pixels[0] == 0)
    notebook.run("undo")
    #expect(notebook.dataset("pets")?.split("train")?.photos.count == 6)
  }

  // MARK: What cannot be done

  @Test(arguments: [
    Mistake(
      "draw nobody",
      """
      draw nobody
           ^^^^^^ There is no model called nobody.
                  There are line and n.
      """),
    Mistake(
      "draw line",
      """
      draw line
           ^^^^ line cannot be used with draw: it reads [2], not a picture.
                Models for draw read an image, or numbers of a shape such as [1, 28, 28].
      """),
    Mistake(
      "draw n strokes=\"60,40\"",
      """
      draw n strokes="60,40"
                     ^^^^^^^ "60" cannot stand there in strokes.
                             For example: strokes="M60,40 L160,40 90,190": the pen is put down at M and drawn to each point after L.
      """),
    Mistake(
      "draw n label=7",
      """
      draw n label=7
                   ^ label=7 belongs to keep=.
                     Add keep=mine.train, or leave it out.
      """),
    Mistake(
      "draw n strokes=\"M9,9\" keep=mine",
      """
      draw n strokes="M9,9" keep=mine
                                 ^^^^ keep=mine needs label=, the class of the drawing.
                                      For example: keep=mine label=7
      """),
    Mistake(
      "draw n keep=numbers",
      """
      draw n keep=numbers
                  ^^^^^^^ numbers was read from t.csv, which is not changed.
                          A new name creates a table of drawings: keep=drawings   train takes one after the other.
      """),
    Mistake(
      "draw n keep=mine.test",
      """
      draw n keep=mine.test
                  ^^^^^^^^^ mine has no test.
                            It has mine.train.
      """),
    Mistake(
      "draw n keep=\"../up\"",
      """
      draw n keep="../up"
                  ^^^^^^^ ../up cannot be a name.
                          A name is a word such as hand or my-model, of at most 100 characters; a dot has a meaning of its own.
      """),
    Mistake(
      "draw n strokes=\"M9,9\" keep=mine label=\"a\\nb\"",
      """
      draw n strokes="M9,9" keep=mine label="a\\nb"
                                            ^^^^^^ This cannot be a class name.
                                                   A name takes 1 to 100 characters on one line.
      """),
  ])
  func `what cannot be drawn is said, and changes nothing`(mistake: Mistake) throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.write("a,1,2\nb,3,4\na,1,2\nb,3,4\na,1,2".utf8, to: "t.csv")
    notebook.run("network n input=[1, 28, 28] seed=3 { flatten; innerProduct 2; softmax }")
    notebook.run("network line input=[2] seed=3 { innerProduct 2; softmax }; dataset numbers csv=\"t.csv\"")
    notebook.expect(mistake)
  }
}
