import Testing
import Wording

@testable import Commands
@testable import Experiments

struct PredictCommandTests {
  private func trained() throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1 numberOfNeighbors=1; train near on=pets.train")
    return notebook
  }

  @Test func `one photo shows its answers, the most probable first`() throws {
    let notebook = try trained()
    #expect(
      notebook.run("predict near image=\"Pets/train/dog/1.jpg\"") == """
        near: dog
        photo  answer  probability
        -----  ------  -----------
               dog     100.0 %
               cat     0.0 %
        1.jpg
        """)
    #expect(notebook.page.html.count(of: "<img ") == 1)
  }

  @Test func `several photos are a row each`() throws {
    let notebook = try trained()
    #expect(
      notebook.run("predict near on=pets.test top=2") == """
        near: 4 photos
        photo  file   answer  probability  2.
        -----  -----  ------  -----------  ---------
               0.png  cat     100.0 %      dog 0.0 %
               1.png  cat     100.0 %      dog 0.0 %
               0.png  dog     100.0 %      cat 0.0 %
               1.png  dog     100.0 %      cat 0.0 %
        """)
  }

  @Test func `below reject the answer is unsure`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny classes=4 init=zero; train hand on=pets.train epochs=1 learningRate=0")
    let photo = "image=\"Pets/test/cat/0.png\""
    #expect(notebook.run("predict hand \(photo) reject=25%").hasPrefix("hand: cat\n"))
    #expect(notebook.run("predict hand \(photo) reject=26%").hasPrefix("hand: unsure\n"))
    #expect(notebook.run("predict hand \(photo) reject=1/2 top=1").split(separator: "\n").count == 6)
  }

  @Test(arguments: ["knn near features=tiny.pool1; train near", "network near from=tiny classes=2; train near"])
  func `with reject a photo unlike everything learnt is unfamiliar`(made: String) throws {
    let notebook = try Notebook(pets: "Small")
    for (index, label) in ["cat", "dog"].enumerated() {
      for number in 0..<10 {
        try notebook.photo(
          "Pets/train/\(label)/\(number).png", red: UInt8(120 + 20 * index + number), green: 40, blue: 40)
      }
    }
    try notebook.photo("Pets/test/cat/like.png", red: 124, green: 40, blue: 40)
    try notebook.photo("Pets/test/dog/unlike.png", red: 0, green: 255, blue: 255)
    notebook.run("dataset pets path=\"Pets\"; \(made) on=pets.train")
    let plain = notebook.run("predict near on=pets.test")
    #expect(!plain.contains("unfamiliar"))
    let lines = notebook.run("predict near on=pets.test reject=0.1").split(separator: "\n")
    #expect(lines[3].contains("like.png") && !lines[3].contains("unfamiliar"))
    #expect(lines[4].contains("unlike.png") && lines[4].contains("unfamiliar"))
    #expect(
      lines.last == """
        1 of 2 unfamiliar: farther from the nearest training sample than 19 in 20 training samples are from their nearest neighbours \
        (least p = 0.048, 20 training samples).
        """)
    #expect(
      notebook.run("predict near image=\"Pets/test/dog/unlike.png\" reject=0.1").hasPrefix(
        "near: unsure (unfamiliar)\n"))
  }

  @Test func `what cannot be told to be unfamiliar is said`() throws {
    let notebook = try trained()
    let photo = "image=\"Pets/test/cat/0.png\" reject=50%"
    #expect(
      notebook.run("predict near \(photo)").hasSuffix(
        "6 training samples: too few to recognise unfamiliar photos (19 are needed)."))
    notebook.run("network hand from=tiny classes=2 init=zero")
    #expect(
      notebook.run("predict hand \(photo)").hasSuffix(
        "The training samples of hand are missing, so unfamiliar photos cannot be recognised."))
  }

  @Test func `a network of more outputs than classes answers with free ones, too`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("network hand from=tiny classes=4 init=zero; train hand on=pets.train epochs=1 learningRate=0")
    #expect(
      notebook.run("predict hand image=\"Pets/test/cat/0.png\" top=4") == """
        hand: cat
        photo  answer  probability
        -----  ------  -----------
               cat     25.0 %
               dog     25.0 %
               user0   25.0 %
               user1   25.0 %
        0.png
        """)
  }

  @Test(arguments: [
    Mistake(
      "predict near photo=3",
      """
      predict near photo=3
                         ^ photo=3 belongs to on=.
                           Add the dataset: on=hands.test photo=3
      """),
    Mistake(
      "predict near",
      """
      predict near
              ^^^^ predict needs a photo or a sample.
                   One photo: image="me.jpg". Values of one sample: values=[5.1, 3.5]. A whole split: on=hands.test
      """),
    Mistake(
      "predict near image=\"Pets/test/cat/0.png\" on=pets.test",
      """
      predict near image="Pets/test/cat/0.png" on=pets.test
                                                  ^^^^^^^^^ image= and on= cannot be given together.
                                                            One photo: image="me.jpg". A whole split: on=hands.test
      """),
    Mistake(
      "predict near image=\"me.jpg\"",
      """
      predict near image="me.jpg"
                         ^^^^^^^^ me.jpg does not exist.
                                  Looked for it at me.jpg and data/me.jpg.
      """),
    Mistake(
      "predict near image=\"/nowhere/me.jpg\"",
      """
      predict near image="/nowhere/me.jpg"
                         ^^^^^^^^^^^^^^^^^ /nowhere/me.jpg does not exist.
                                           Looked for it at /nowhere/me.jpg.
      """),
    Mistake(
      "predict near image=\"Pets\"",
      """
      predict near image="Pets"
                         ^^^^^^ Photo Pets cannot be read (it is not a regular file but a folder). Nothing was changed.
      """),
    Mistake(
      "predict near image=\"me.jpg\" reject=2",
      """
      predict near image="me.jpg" reject=2
                                         ^ reject takes a number from 0 to 1, not 2.
      """),
    Mistake(
      "predict near image=\"me.jpg\" top=0",
      """
      predict near image="me.jpg" top=0
                                      ^ top takes a whole number from 1 to 1,000, not 0.
      """),
    Mistake(
      "predict far image=\"me.jpg\"",
      """
      predict far image="me.jpg"
              ^^^ There is no model called far.
                  There is near.
      """),
  ])
  func `what cannot be done is told, and nothing changes`(mistake: Mistake) throws {
    try trained().expect(mistake)
  }

  @Test func `a photo replaced on disk is looked at anew`() throws {
    let notebook = try trained()
    try notebook.photo("me.jpg", red: 0)
    #expect(notebook.run("predict near image=\"me.jpg\"").hasPrefix("near: cat"))
    try notebook.photo("me.jpg", red: 120, side: 30)
    #expect(notebook.run("predict near image=\"me.jpg\"").hasPrefix("near: dog"))
  }
}
