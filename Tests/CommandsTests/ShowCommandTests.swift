import Testing

@testable import Commands
@testable import Experiments

struct ShowCommandTests {
  @Test func `thumbnails stand class by class, split by split`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.run("show pets") == """
        pets
        cat train  3 pictures
        dog train  3 pictures
        cat test  2 pictures
        dog test  2 pictures
        """)
    #expect(notebook.page.html.count(of: "src=\"data:image/jpeg;base64,") == 10)
    #expect(notebook.page.entries.map(\.kind) == [.result])
  }

  @Test func `one split, one class, few of them, side by side`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(
      notebook.run("show pets.train label=dog limit=2 columns=1 details=true") == """
        pets.train
        dog  3 pictures, 2 shown
          0.jpg 24 × 24
          1.jpg 24 × 24
        2 × 24×24
        """)
    #expect(notebook.page.html.contains("repeat(1,"))
    #expect(notebook.page.html.count(of: "<img ") == 2)
  }

  @Test func `the sizes of the photos shown are summed up, the most frequent first`() throws {
    let notebook = try Notebook(pets: "Pets")
    try notebook.photo("Pets/train/cat/9.jpg", side: 30)
    notebook.run("dataset pets path=\"Pets\"")
    let shown = notebook.run("show pets.train details=true")
    #expect(shown.hasSuffix("\n6 × 24×24, 1 × 30×30"))
    #expect(shown.contains("9.jpg 30 × 30") && shown.contains("0.jpg 24 × 24"))
    #expect(!notebook.run("show pets.train").contains("×"))
  }

  @Test func `it says what models make of the sizes`() throws {
    let notebook = try Notebook.withNetwork()
    let size = try #require(notebook.model("hand")?.image)
    #expect(
      notebook.run("show pets.train details=true").hasSuffix("6 × 24×24, stretched to \(size.width)×\(size.height)"))
    notebook.run("dataset pets path=\"Pets\" cropAndScale=centerCrop")
    #expect(notebook.run("show pets.train details=true").hasSuffix(", cut to \(size.width)×\(size.height)"))
  }

  @Test func `what earlier statements show is display, the last is the result`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("show pets.train; show pets.test; x = 1; print $x")
    #expect(notebook.page.entries.map(\.kind) == [.display, .display])
    #expect(notebook.page.printed == "1\n")
    notebook.run("show pets.train; show pets.test")
    #expect(notebook.page.entries.map(\.kind) == [.display, .result])
  }

  @Test func `a photo's name cannot become part of the page`() throws {
    let notebook = try Notebook(pets: "Pets")
    try notebook.photo("Pets/train/cat/<b onmouseover=alert(1)>\".jpg")
    notebook.run("dataset pets path=\"Pets\"; show pets.train details=true")
    #expect(!notebook.page.html.contains("<b onmouseover"))
    #expect(notebook.page.html.contains("&lt;b onmouseover=alert(1)&gt;&quot;.jpg"))
  }

  @Test(arguments: [
    Mistake(
      "show pets label=bird",
      """
      show pets label=bird
                      ^^^^ pets has no class bird.
                           Its classes: cat and dog.
      """),
    Mistake(
      "show pets columns=0",
      """
      show pets columns=0
                        ^ columns takes a whole number from 1 to 50, not 0.
      """),
    Mistake(
      "show pets details=maybe",
      """
      show pets details=maybe
                        ^^^^^ details takes true or false, not maybe.
      """),
    Mistake(
      "show pets.validation",
      """
      show pets.validation
           ^^^^^^^^^^^^^^^ pets has no validation.
                           It has pets.train and pets.test.
      """),
    Mistake(
      "show",
      """
      show
      ^^^^ show needs a dataset: a dataset, or one of its splits.
           For example: show hands columns=10
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook(pets: "Pets").expect(mistake)
  }

  @Test func `stopping is possible between two classes`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.page.interrupt(afterQuestions: 2)
    #expect(notebook.fail("show pets") == "Showing was stopped; nothing was changed.")
  }
}
