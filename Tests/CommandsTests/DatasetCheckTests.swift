import CommandLanguage
import ExperimentSupport
import Foundation
import ModelFile
import Pictures
import TestSupport
import Testing

@testable import Commands
@testable import Experiments

struct DatasetCheckTests {
  /// A notebook with scenes as photos: eight of each of two classes to learn from, three to test on.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    for (index, label) in ["cat", "dog"].enumerated() {
      for number in 0..<11 {
        let split = number < 8 ? "train" : "test"
        // Cats are bright, dogs are dark.
        let scene = Scene(seed: UInt64(100 * index + number)).picture
        let pixels = scene.pixels.map { index == 0 ? 150 + $0 / 3 : 20 + $0 / 3 }
        try notebook.write(
          Array(Picture(width: scene.width, height: scene.height, pixels: pixels).pngData()),
          to: "Pets/\(split)/\(label)/\(number).png")
      }
    }
    return notebook
  }

  @Test func `nothing is found in an ordinary dataset`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\"")
    let text = notebook.run("check pets features=tiny.relu1 flips=false")
    #expect(
      text == """
        pets: 22 photos in 2 classes
            looked for                  found
        --  --------------------------  -------------------------------
        ✅  photos that cannot be read  none
        ✅  balance of the classes      train 8 of each, test 3 of each
        ✅  the same photo twice        none
        ✅  outliers among photos       none
        ✅  doubtful labels             none
        Compared by relu1 of tiny.
        """)
  }

  @Test func `what is wrong is told, photo by photo, with what helps`() throws {
    let notebook = try notebook()
    let pets = notebook.folder.appending(path: "Pets")
    func copy(_ path: String, to other: String) throws {
      try FileManager.default.copyItem(at: pets.appending(path: path), to: pets.appending(path: other))
    }
    try copy("train/cat/0.png", to: "test/cat/copy.png")
    try FileManager.default.moveItem(
      at: pets.appending(path: "train/dog/3.png"), to: pets.appending(path: "train/cat/3d.png"))
    try notebook.write("Dear diary".utf8, to: "Pets/train/dog/diary.jpg")
    try notebook.photo("Pets/test/dog/dark.jpg", red: 4, green: 4, blue: 4)
    notebook.run("dataset pets path=\"Pets\"")
    let text = notebook.run("check pets features=tiny.relu1 flips=false")
    for line in [
      "pets: 24 photos in 2 classes", "❌  photos that cannot be read  1 of 25",
      "✅  balance of the classes      train 7 to 9 of each, test 4 of each",
      "❌  the same photo twice        1 pair, in two splits", "⚠️  outliers among photos       1",
      "⚠️  doubtful labels             1: the others take it for another class",
      "diary.jpg  train  dog    Photo diary.jpg cannot be read (it is text, not a picture).",
      "To remove one: remove pets.train diary.jpg", "train/cat/0.png  test/cat/copy.png", "  equal",
      "Duplicates in training and test samples make the accuracy on test photos too high.", "test/dog/dark.jpg",
      "dark: 2 % of white on average",
      "train/cat/3d.png", "To correct one: relabel pets.train 3d.png to=dog",
    ] { #expect(text.contains(line), "\(line)\n\(text)") }
    #expect(!text.contains("mirrored"))
    #expect(notebook.page.html.contains("<img") && !notebook.page.html.contains("Dear diary"))
  }

  @Test func `only what is wanted is looked for`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\"")
    let text = notebook.run("check pets duplicates=false outliers=false labels=false flips=false balance=false")
    #expect(
      text == """
        pets: 22 photos in 2 classes
            looked for                  found
        --  --------------------------  -----
        ✅  photos that cannot be read  none
        """)
  }

  @Test func `without a network for it labels are not judged, and that is said`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\"")
    let text = notebook.run("check pets")
    #expect(text.contains("✅  the same photo twice        none"))
    #expect(!text.contains("doubtful labels"))
    #expect(text.hasSuffix("need features of a network: features=sketch, or for photographs fetch squeezenet"))
    #expect(notebook.run("check pets features=sketch").contains("doubtful labels"))
    // What a model looks through will do.
    notebook.run("knn near features=tiny.relu1")
    #expect(notebook.run("check pets").contains("Compared by relu1 of tiny."))
  }

  @Test func `models that learnt from the photos are asked about mirrored ones, too`() throws {
    let notebook = try notebook()
    notebook.run(
      """
      dataset pets path="Pets"
      knn near features=tiny.pool1; train near on=pets.train; knn idle features=tiny.pool1
      network hand from=tiny classes=2 seed=1; train hand on=pets.train epochs=2 seed=1
      """)
    let rows = notebook.run("check pets features=tiny.relu1").split(separator: "\n").map { String($0).squeezed }
    let place = try #require(rows.firstIndex { $0.hasPrefix("Correct predictions when 6 test photos are mirrored") })
    #expect(rows[place + 3].hasPrefix("a linear classifier ") && rows[place + 4].hasPrefix("hand "))
    #expect(rows[place + 5].hasPrefix("near "))
    #expect(!rows.contains { $0.hasPrefix("idle") })
    for (offset, name) in [(4, "hand"), (5, "near")] {
      let asTaken = try #require(notebook.run("evaluate \(name) on=pets.test").firstMatch(of: /\((\d of 6)\)/)).output.1
      #expect(rows[place + offset].hasPrefix("\(name) \(asTaken)"))
    }
  }

  @Test func `a dataset without test photos is asked by folds`() throws {
    let notebook = try notebook()
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "Pets/test"))
    notebook.run("dataset pets path=\"Pets\"")
    let text = notebook.run("check pets features=tiny.relu1")
    #expect(
      text.contains("Correct predictions when all 16 photos, each predicted by a classifier trained on the others are"))
    #expect(text.contains("There is no test split to evaluate on."))
  }

  @Test func `of a table equal samples are found, and labels judged`() throws {
    let notebook = try Notebook(data: nil)
    var dice = Dice(seed: 3)
    var lines = (0..<40).map { row in
      let label = row % 2
      return "\(label),\(label * 50 + dice.below(20)),\(dice.below(9)),\(row)"
    }
    lines[39] = lines[2]
    lines[5] = "0" + lines[5].dropFirst()
    try notebook.write(lines[..<32].joined(separator: "\n").utf8, to: "t.csv")
    try notebook.write(lines[32...].joined(separator: "\n").utf8, to: "u.csv")
    notebook.run("dataset t csv=\"t.csv\" test=\"u.csv\"")
    let text = notebook.run("check t")
    #expect(text.contains("❌  the same sample twice   1 pair, in two splits"), "\(text)")
    #expect(text.contains("train 2  test 7"))
    #expect(text.contains("⚠️  doubtful labels         1"))
    #expect(text.contains("train 5"))
    #expect(!text.contains("cannot be read") && !text.contains("mirrored"))
  }

  @Test func `stopped, it changes nothing and says so`() throws {
    let notebook = try notebook()
    notebook.run("dataset pets path=\"Pets\"")
    notebook.page.interrupt(afterQuestions: 3)
    #expect(notebook.fail("check pets features=tiny.relu1") == "Checking was stopped; nothing was changed.")
    notebook.page.interrupt(afterQuestions: nil)
    #expect(notebook.run("check pets features=tiny.relu1 flips=false").contains("doubtful labels"))
  }
}

/// What a check says of the articles' 45 photos, or of as many drawn hands.
@Suite(.serialized)
struct DatasetCheckGesturesTests {
  @Test func `row 15, beyond 18: balance, near duplicates, and what flips do to the test photos`() throws {
    let notebook = try HandPhotos.notebook()
    notebook.run(
      """
      network hand from=\(HandPhotos.network) classes=10 init=kaiming seed=42
      train hand on=hands.train epochs=50 learningRate=1e-3
      """)
    let rows = notebook.run("check hands labels=false outliers=false").split(separator: "\n").map {
      String($0).squeezed
    }
    #expect(rows.contains("✅ balance of the classes train 10 of each, test 5 of each"))
    #expect(rows.contains("✅ the same photo twice none"))
    let told = try #require(rows.first { $0.hasPrefix("hand ") }).matches(of: /(\d+) of 15/).map(\.output.1)
    // The same as evaluate says of files that were mirrored before.
    let test = try #require(notebook.dataset("hands")?.split("test")?.photos)
    for (place, flip) in [(1, (true, false)), (2, (false, true)), (3, (true, true))] {
      for photo in test {
        let picture = try Picture(contentsOf: photo.url).flipped(horizontally: flip.0, vertically: flip.1)
        try notebook.write(Array(picture.pngData()), to: "Flipped\(place)/train/\(photo.label)/\(photo.name).png")
      }
      notebook.run("dataset flipped path=\"Flipped\(place)\" labels=[✊, ✋, ✌\u{FE0F}]")
      #expect(notebook.run("evaluate hand on=flipped").contains("(\(told[place]) of 15)"))
    }
  }

  @Test func `beyond 16: three of 45 labels given wrongly are among the first five doubted`() throws {
    let notebook = try HandPhotos.notebook(into: "work")
    let before = Dictionary(
      uniqueKeysWithValues: try #require(notebook.dataset("hands")?.split("train")?.photos).map { ($0.name, $0.label) })
    notebook.run(
      """
      relabel hands.train 0 to=✋; relabel hands.train 12 to=✌; relabel hands.train 24 to=✊
      """)
    let wrong = try #require(notebook.dataset("hands")?.split("train")?.photos).filter { photo in
      before[photo.name].map { $0 != photo.label } ?? true
    }.map(\.name)
    #expect(wrong.count == 3)
    let features = HandPhotos.expected(real: "", drawn: " features=sketch")
    let text = notebook.run("check hands flips=false duplicates=false outliers=false\(features)")
    let table = try #require(text.range(of: "Doubtful labels, the most doubtful first")).upperBound
    let first = text[table...].split(separator: "\n").dropFirst(2).prefix(5)
    let found = wrong.count { name in first.contains { $0.contains(name.prefix(8)) } }
    #expect(found >= 2, "\(wrong)\n\(text)")
  }

  @Test func `numbers to predict are checked for their spread, not for balance`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run("dataset houses sample=houses seed=1")
    let text = notebook.run("check houses")
    #expect(text.contains("300 samples with a number to predict") && text.contains("spread of the numbers"))
    #expect(!text.contains("classes of") && !text.contains("balance of the classes"))
    notebook.run("knn near")
    #expect(notebook.run("check houses") == text)
    #expect(!notebook.run("check houses balance=false").contains("spread of the numbers"))
  }
}
