import Testing
import Training

@testable import Commands
@testable import Experiments

struct EvaluateCommandTests {
  private func trained() throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=1; train near on=pets.train")
    return notebook
  }

  @Test func `a single model has a headline, a row, and what needs no learning`() throws {
    let notebook = try trained()
    #expect(
      notebook.run("evaluate near on=pets.train").timeless == """
        near on pets.train: 100.0 % correct (6 of 6) [61.0, 100.0]; all of them were learnt
        model  correct  accuracy     95 % interval
        -----  -------  --------  ----------------
        near    6 of 6   100.0 %  61.0 % – 100.0 %
        chance 50.0 % (guessing among 2 classes)
        majority 50.0 % (always the most frequent class)

        6 answers in … (…/s).
        """)
    #expect(!notebook.page.html.contains("src=\"data:image/jpeg;base64,"))
  }

  @Test func `rows=true has a row for every photo, without the loss of a k-NN model`() throws {
    let notebook = try trained()
    #expect(
      notebook.run("evaluate near on=pets.train rows=true").timeless == """
        near on pets.train: 100.0 % correct (6 of 6) [61.0, 100.0]; all of them were learnt
        photo  file   class  answer  confidence
        -----  -----  -----  ------  ----------  --
               0.jpg  cat    cat        100.0 %  ✅
               1.jpg  cat    cat        100.0 %  ✅
               2.jpg  cat    cat        100.0 %  ✅
               0.jpg  dog    dog        100.0 %  ✅
               1.jpg  dog    dog        100.0 %  ✅
               2.jpg  dog    dog        100.0 %  ✅
        chance 50.0 % (guessing among 2 classes)
        majority 50.0 % (always the most frequent class)

        6 answers in … (…/s).
        """)
    #expect(notebook.page.entries.map(\.kind) == [.result])
    #expect(notebook.page.html.count(of: "src=\"data:image/jpeg;base64,") == 6)
  }

  @Test func `votes have no loss anywhere`() throws {
    let notebook = try trained()
    for cell in ["rows=true", "metrics=all", "sort=loss"] {
      let text = notebook.run("evaluate near on=pets.test \(cell)")
      #expect(!text.contains("loss"), "\(cell)")
    }
    notebook.run("network hand from=tiny classes=2 seed=42")
    let text = notebook.run("evaluate near hand on=pets.test metrics=all")
    #expect(text.contains(#/\nlog loss +[0-9.]+\n/#))
    #expect(notebook.run("evaluate hand on=pets.test rows=true").contains("confidence    loss"))
  }

  @Test func `several models have a row each, and their samples only below rows=true`() throws {
    let notebook = try trained()
    notebook.run("network hand from=tiny classes=3 seed=42")
    let text = notebook.run("evaluate near hand on=pets.test")
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "On pets.test")
    #expect(lines[1].contains(#/^model  what differs +correct  accuracy     95 % interval  mean loss/#))
    #expect(lines[3].contains(#/^near   k-NN, .*  4 of 4   100.0 %  51.0 % – 100.0 %$/#))
    #expect(lines[4].contains(#/^hand   network, .*not trained +[0-9] of 4 .* [0-9.]+$/#))
    #expect(text.count(of: "\nnear  ") == 1 && text.count(of: "0.png") == 0)
    #expect(text.contains("\nhand: chance 33.3 % (guessing among 3 classes)\n"))
    #expect(text.contains("\nmajority 50.0 % (always the most frequent class)\n"))
    #expect(text.timeless.hasSuffix("\n8 answers in … (…/s)."))
    let long = notebook.run("evaluate near hand on=pets.test rows=true")
    #expect(long.hasPrefix("On pets.test\n"))
    #expect(long.contains("\nnear on pets.test: 100.0 % correct (4 of 4)"))
    #expect(long.contains("\nhand on pets.test: "))
    #expect(long.count(of: "0.png") == 4)
  }

  @Test func `sort=loss puts the worst answers first`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=5")
    let losses = notebook.run("evaluate hand on=pets.test sort=loss").split(separator: "\n").dropFirst(3).prefix(4)
      .compactMap { line in line.split(separator: " ").dropLast().last.flatMap { Double($0) } }
    #expect(losses.count == 4)
    #expect(losses == losses.sorted(by: >))
  }

  @Test func `of many samples that are sorted a screenful is shown`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("dataset many sample=digits count=30 seed=1 split=[0.5, 0.5]\nknn pixels\ntrain pixels on=many.train")
    let sorted = notebook.run("evaluate pixels on=many.test sort=loss")
    #expect(sorted.contains("⋯ 130 more rows"), "\(sorted)")
    #expect(notebook.run("evaluate pixels on=many.test rows=true").contains("⋯ 90 more rows"))
  }

  @Test func `a model that has learnt nothing says so`() throws {
    let notebook = try Notebook.withNetwork()
    let drawn = "hand has not been trained yet: these are predictions of its initial weights"
    #expect(notebook.run("evaluate hand on=pets.test").contains("\n\(drawn)\n"))
    #expect(!notebook.run("train hand on=pets.train epochs=1; evaluate hand on=pets.test").contains(drawn))
    #expect(notebook.run("reset hand; evaluate hand on=pets.test").contains(drawn))
    notebook.run("fit hand on=pets.train")
    #expect(!notebook.run("evaluate hand on=pets.test").contains("has not been trained"))
    let empty = "near has no samples yet. To add some: train near on=…"
    #expect(notebook.run("knn near features=tiny.pool1; evaluate near on=pets.test").contains("\n\(empty)\n"))
    #expect(!notebook.run("train near on=pets.train; evaluate near on=pets.test").contains(empty))
  }

  @Test func `the answers do not depend on batchSize`() throws {
    let notebook = try Notebook.withNetwork()
    let whole = notebook.run("evaluate hand on=pets batchSize=4096 rows=true").timeless
    #expect(notebook.run("evaluate hand on=pets batchSize=1 rows=true").timeless == whole)
    #expect(notebook.run("evaluate hand on=pets batchSize=3 rows=true").timeless == whole)
  }

  @Test func `row 115: rule=half wants more than half the probability`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny classes=3 init=zero")
    #expect(notebook.run("evaluate hand on=pets.test").contains("50.0 % correct (2 of 4)"))
    #expect(notebook.run("evaluate hand on=pets.test rule=half").contains("0.0 % correct (0 of 4)"))
  }

  @Test func `a memory with nothing in it answers with its default label`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1")
    let text = notebook.run("evaluate near on=pets.test")
    #expect(text.hasPrefix("near on pets.test: 0.0 % correct (0 of 4) [0.0, 49.0]"))
    #expect(!text.contains("chance"))
  }

  @Test(arguments: [
    Mistake(
      "evaluate near",
      """
      evaluate near
               ^^^^ evaluate near needs on=, a dataset.
                    Run: evaluate near on=pets.test
      """),
    Mistake(
      "evaluate",
      """
      evaluate
      ^^^^^^^^ evaluate needs a model: the models to evaluate.
               For example: evaluate near hand on=hands.test
      """),
    Mistake(
      "evaluate near far on=pets.test",
      """
      evaluate near far on=pets.test
                    ^^^ There is no model called far.
                        There is near.
      """),
    Mistake(
      "evaluate near on=pets.test rule=top5",
      """
      evaluate near on=pets.test rule=top5
                                      ^^^^ rule cannot be top5. It can be argmax or half.
      """),
    Mistake(
      "evaluate near on=[pets.test, pets.train]",
      """
      evaluate near on=[pets.test, pets.train]
                       ^^^^^^^^^^^^^^^^^^^^^^^ on takes a dataset or one of its splits, such as hands.train, not [pets.test, pets.train].
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    try trained().expect(mistake)
  }

  @Test func `nothing speaks for the answers of a k-NN model without photos`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1")
    #expect(notebook.run("evaluate near on=pets.test rows=true").squeezed.contains("???           0.0 %".squeezed))
    #expect(notebook.run("predict near image=\"Pets/test/cat/0.png\"").squeezed.contains("??? 0.0"))
  }

  @Test func `more classes than outputs are told`() throws {
    let notebook = try Notebook.withNetwork(classes: 2)
    for label in ["a", "b", "c"] { try notebook.photo("More/train/\(label)/0.jpg") }
    notebook.run("dataset more path=\"More\"")
    notebook.expect(
      Mistake(
        "evaluate hand on=more",
        """
        evaluate hand on=more
                 ^^^^ hand has 2 outputs, too few for 3 classes: a b c.
                      To add outputs: grow hand classes=3
                      Or create it again: network hand from=tiny classes=3
        """))
  }

  @Test func `an empty test folder is told`() throws {
    let notebook = try trained()
    for label in ["cat", "dog"] { try notebook.photo("Bare/train/\(label)/0.jpg") }
    try notebook.write([], to: "Bare/test/notes.txt")
    notebook.run("dataset bare path=\"Bare\"")
    notebook.expect(
      Mistake(
        "evaluate near on=bare.test",
        """
        evaluate near on=bare.test
                         ^^^^^^^^^ bare.test has no photos.
                                   Put photos into Bare/test, a folder for each class, and run the dataset line again.
        """))
  }
}
