import Foundation
import Testing
import Training

@testable import Commands
@testable import Experiments

/// Rows 8 to 12 of the features: classes are added, named, ordered, and limited by a network's outputs.
struct ClassCommandTests {
  @Test func `row 8: a class is a folder in train and in test, and comes last`() throws {
    let notebook = try Notebook.withWork()
    #expect(
      notebook.run("class pets add=🦎") == """
        🦎 is class 3 of pets.
        Classes: cat dog 🦎. Photos for it: add pets.train "…" label=🦎
        """)
    #expect(notebook.dataset("pets")?.labels == ["cat", "dog", "🦎"])
    #expect(notebook.tree("work")["train/🦎"] == "/" && notebook.tree("work")["test/🦎"] == "/")
  }

  @Test func `row 9: the order is that of adding, never alphabetical, and survives a restart`() throws {
    let notebook = try Notebook(data: nil)
    for label in ["✊", "✋", "✌\u{FE0F}"] {
      try notebook.photo("Hands/train/\(label)/0.jpg")
      try notebook.photo("Hands/test/\(label)/0.jpg")
    }
    let line = "dataset hands path=\"Hands\" into=\"work\" labels=[✊, ✋, ✌\u{FE0F}]"
    try Notebook.Later(notebook).run("\(line); class hands add=🦎; class hands add=👽")
    for line in [line, "dataset hands path=\"work\""] {
      let later = try Notebook.Later(notebook)
      later.run(line)
      #expect(later.labels("hands") == ["✊", "✋", "✌\u{FE0F}", "🦎", "👽"])
    }
    let json = try String(contentsOf: notebook.folder.appending(path: "work/labels.json"), encoding: .utf8)
    #expect(json == "[\"✊\",\"✋\",\"✌\u{FE0F}\",\"🦎\",\"👽\"]\n")
  }

  @Test func `row 9: the output of a class is its place`() throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("me.jpg", red: 250, green: 0)
    notebook.run("class pets add=[🦎, ant]; add pets.train \"me.jpg\" label=🦎; add pets.train \"me.jpg\" label=ant")
    notebook.run("network hand from=tiny classes=6 seed=1; train hand on=pets.train epochs=1")
    #expect(try notebook.network("hand").outputs.classes == ["cat", "dog", "🦎", "ant"])
    #expect(try notebook.network("hand").outputs.labels == ["cat", "dog", "🦎", "ant", "user0", "user1"])
  }

  @Test func `a class is added whatever networks there are, and those too small for it say so when they are trained`()
    throws
  {
    let notebook = try Notebook.withWork()
    notebook.run("network hand from=tiny classes=2 seed=1; train hand on=pets.train epochs=1")
    notebook.run("fit turi from=tiny on=pets.train; class pets add=a")
    #expect(notebook.run("status").contains("turi"))
    #expect(notebook.run("evaluate turi hand on=pets.test").contains("turi"))
    try notebook.photo("me.jpg", red: 250, green: 0)
    notebook.run("add pets.train \"me.jpg\" label=a")
    notebook.expect(
      Mistake(
        "train hand on=pets.train epochs=1",
        """
        train hand on=pets.train epochs=1
                      ^^^^^^^^^^ hand has 2 outputs, too few for 3 classes: cat dog a.
                                 To add outputs: grow hand classes=3
                                 Or create it again: network hand from=tiny classes=3
        """))
    notebook.run("grow hand classes=3; train hand on=pets.train epochs=1; fit turi from=tiny on=pets.train")
    #expect(try notebook.network("hand").outputs.classes == ["cat", "dog", "a"])
    #expect(try notebook.network("turi").outputs.classes == ["cat", "dog", "a"])
  }

  @Test func `rows 10 and 50: for k-NN there is no limit`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("knn near features=tiny.pool1; train near on=pets.train")
    for number in 0..<10 {
      try notebook.photo("me.png", red: UInt8(20 * number), green: 250)
      notebook.run("class pets add=c\(number); add pets.train \"me.png\" label=c\(number)")
    }
    #expect(notebook.run("train near on=pets.train").contains("10 new"))
    #expect(try notebook.neighbors("near").memory.labels.count == 12)
  }

  @Test func `a limit of one's own holds`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("dataset pets path=\"Pets\" into=\"work\" maxClasses=3; class pets add=a")
    #expect(notebook.fail("class pets add=b").contains("pets would have 4 classes, and maxClasses= allows 3"))
    #expect(notebook.fail("dataset pets path=\"work\" maxClasses=2").contains("maxClasses= allows 2"))
  }

  @Test(arguments: [".", "/", "\\", "?", "%", "*", "|", "\"", "<", ">"])
  func `row 11: a forbidden character is told with a caret`(character: String) throws {
    let notebook = try Notebook.withWork()
    let before = notebook.tree("work")
    let escaped = character == "\\" || character == "\"" ? "\\" + character : character
    let cell = "class pets add=\"a\(escaped)b\""
    let marks = String(repeating: "^", count: cell.count - 15)
    #expect(
      notebook.fail(cell) == """
        \(cell)
                       \(marks) A class name is the name of a folder and may not contain \(character), nor any of . / \\ ? % * | " < >.
        """)
    #expect(notebook.fail("class pets rename=cat to=\"a\(escaped)b\"").contains("may not contain \(character),"))
    #expect(notebook.tree("work") == before)
  }

  @Test(arguments: [
    ("class pets add=\"\"", "A class needs a name."), ("class pets add=\"  \"", "A class needs a name."),
    ("class pets add=\"a\\nb\"", "control characters"), ("class pets add=\" a\"", "begin or end with a space"),
    ("class pets add=\"\(String(repeating: "a", count: 201))\"", "at most 200 bytes; this has 201"),
    ("class pets", "class needs one of add=, rename= and order=."),
    ("class pets add=a order=[cat, dog]", "one thing at a time"), ("class pets rename=cat", "rename= and to="),
    ("class pets to=x add=y", "rename= and to="), ("class pets rename=bird to=x", "pets has no class bird."),
    ("class pets rename=cat to=dog", "pets has a class dog already."),
    ("class pets rename=cat to=cat", "a class cat already"),
    ("class pets order=[dog]", "order= lacks cat."),
    ("class pets order=[dog, dog, cat]", "dog is in the list twice"),
    ("class pets order=[dog, bird]", "pets has no class bird"),
    ("class nobody add=x", "There is no dataset called nobody"),
  ])
  func `what cannot be is told, and nothing changes`(cell: String, sentence: String) throws {
    let notebook = try Notebook.withWork()
    let before = notebook.tree("work")
    #expect(notebook.fail(cell).contains(sentence))
    #expect(notebook.tree("work") == before)
  }

  @Test func `row 11: a class that is there is said to be, in either spelling`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("class pets add=✌\u{FE0F}")
    let before = notebook.tree("work")
    #expect(notebook.run("class pets add=✌") == "✌\u{FE0F} is already there: class 3 of pets.")
    #expect(
      notebook.run("class pets add=[dog, ✌\u{FE0F}]").contains(
        "dog is already there: class 2 of pets.\n✌\u{FE0F} is already"))
    #expect(notebook.tree("work") == before)
  }

  @Test func `row 12: a class that was made is never shown as an output without a name`() throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("me.jpg", red: 250)
    notebook.run("network hand from=tiny classes=4 seed=1; train hand on=pets.train epochs=1")
    #expect(try notebook.network("hand").outputs.labels == ["cat", "dog", "user0", "user1"])
    notebook.run("class pets add=🦎; add pets.train \"me.jpg\" label=🦎; train hand on=pets.train epochs=1")
    #expect(try notebook.network("hand").outputs.labels == ["cat", "dog", "🦎", "user0"])
  }

  @Test func `renaming moves the folders, keeps the place, and the models know the new name`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("network hand from=tiny classes=3 seed=1; train hand on=pets.train epochs=1")
    notebook.run("knn near features=tiny.pool1; train near on=pets.train")
    let before = (notebook.tree("work"), Snapshot(notebook))
    #expect(
      notebook.run("class pets rename=cat to=lion")
        == "cat is now lion, in the same position. Classes of pets: lion dog. hand and near know it by its new name.")
    #expect(notebook.dataset("pets")?.labels == ["lion", "dog"])
    #expect(notebook.tree("work")["train/lion/0.jpg"] == before.0["train/cat/0.jpg"])
    #expect(try notebook.network("hand").outputs.classes == ["lion", "dog"])
    #expect(try notebook.neighbors("near").memory.labels == ["lion", "dog"])
    #expect(notebook.run("evaluate near on=pets.train").contains("100.0 % correct (6 of 6)"))
    notebook.run("undo 3; redo 2; undo 2; redo 2")
    notebook.run("redo")
    notebook.run("undo")
    #expect(notebook.tree("work") == before.0 && Snapshot(notebook) == before.1)
  }

  @Test func `a class may get the other spelling of its name`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("class pets add=✌; class pets rename=✌ to=✌\u{FE0F}")
    #expect(notebook.dataset("pets")?.labels.last?.unicodeScalars.count == 2)
  }

  @Test func `the order is changed in labels.json alone`() throws {
    let notebook = try Notebook.withWork()
    var before = notebook.tree("work")
    notebook.run("class pets order=[dog, cat]")
    #expect(notebook.dataset("pets")?.labels == ["dog", "cat"])
    #expect(notebook.names("pets", "train").first == "dog/0.jpg")
    var after = notebook.tree("work")
    #expect(after.removeValue(forKey: "labels.json") != before.removeValue(forKey: "labels.json"))
    #expect(after == before)
    notebook.run("dataset pets path=\"work\"")
    #expect(notebook.dataset("pets")?.labels == ["dog", "cat"])
  }
}
