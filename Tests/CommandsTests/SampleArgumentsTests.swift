import CommandLanguage
import DataFiles
import Foundation
import Samples
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments

/// `dataset … sample=`: data that nobody has to have.
struct SampleArgumentsTests {
  private func notebook() throws -> Notebook { try Notebook(data: nil, isRemembering: true) }

  @Test func `hands are rock, paper and scissors, two thirds to train on`() throws {
    let notebook = try notebook()
    // What took long is said to have taken long, before or after.
    #expect(
      notebook.run("dataset hands sample=hands count=3").contains(
        """
        hands: 9 photos in 3 classes
        class  train  test
        -----  -----  ----
        ✊         2     1
        ✋         2     1
        ✌️         2     1
        all        6     3
        """))
    #expect(notebook.dataset("hands")?.split("test")?.photos.map(\.name).first == "rock-501.png")
    #expect(notebook.run("show hands.test").contains("✌️  1 picture"))
  }

  @Test func `other gestures are named by emoji or word, in the order wanted`() throws {
    let notebook = try notebook()
    notebook.run("dataset h sample=hands count=1 split=[1, 0] labels=[🤘, thumb, ✌]")
    #expect(notebook.dataset("h")?.labels == ["🤘", "👍", "✌️"])
    #expect(notebook.dataset("h")?.splits.map(\.photos.count) == [3])
  }

  @Test func `digits are a table of pictures, as many of each`() throws {
    let notebook = try notebook()
    let text = notebook.run("dataset d sample=digits count=10 seed=4")
    #expect(text.hasPrefix("d: 100 samples in 10 classes"))
    #expect(
      text.hasSuffix("From drawn digits, seed 4; each sample has the shape [1, 28, 28], each number times 1/255."))
    #expect(text.contains("7          8     2"))
    notebook.run("dataset d sample=digits count=10 split=[0.5, 0.3] shape=[784]")
    #expect(notebook.run("describe d").contains("all       50    30"))
  }

  @Test func `digits are those of the seed, in order`() throws {
    let arguments = try Parsing.arguments(of: "dataset d sample=digits count=2 seed=4")
    let data = try SampleArguments(.digits, labels: [], arguments).digits()
    #expect(data.count == 20 && data.sampleShape == [28, 28])
    for number in [0, 7, 19] {
      let drawn = DrawnDigits(seed: 4).sample(number)
      #expect(data.truths.text(number) == "\(drawn.digit)")
      #expect(try data.tensor([number]).values == drawn.pixels.map(Float.init))
    }
  }

  @Test func `what lies on disk comes first, and what stands in says so`() throws {
    let notebook = try notebook()
    #expect(
      notebook.run("dataset hands path=\"photos\" labels=[✊, ✋] sample=hands count=3").hasPrefix(
        "photos was not found; these are generated.\n\nhands: 6 photos in 2 classes"))
    try notebook.photo("photos/train/✊/a.jpg")
    try notebook.photo("photos/train/✋/b.jpg")
    #expect(
      notebook.run("dataset hands path=\"photos\" labels=[✊, ✋] sample=hands count=3").hasPrefix(
        "hands: 2 photos in 2 classes"))
  }

  @Test func `drawn photos stay as they are; a copy is like any other`() throws {
    let notebook = try notebook()
    notebook.run("dataset hands sample=hands count=3")
    #expect(
      notebook.fail("remove hands.train 0") == """
        remove hands.train 0
               ^^^^^^^^^^^ hands is generated, and generated photos cannot be changed.
                           Work on a copy: dataset hands sample=hands into="work"
        """)
    notebook.run("dataset hands sample=hands count=3 into=\"work\"")
    notebook.run("remove hands.train rock-001")
    notebook.run("relabel hands.train rock-002 to=✋")
    #expect(notebook.names("hands", "train").sorted().contains("✋/rock-002.png"))
    notebook.run("undo; undo")
    #expect(notebook.names("hands", "train").contains("✊/rock-001.png"))
    notebook.run("archive hands path=\"hands.zip\"")
    notebook.run("remove hands.train rock-001")
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "state/samples"))
    #expect(notebook.run("restore hands").hasPrefix("1 photo restored"))
  }

  @Test func `after a restart they are there, and drawn again where they are gone`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset hands sample=hands count=3 labels=[✌️, ✊]; dataset d sample=digits count=2")
    try FileManager.default.removeItem(at: sessions.state.appending(path: "samples"))
    let second = try sessions.begin()
    #expect(second.run("show hands.test").contains("hands was read again: 6 photos"))
    #expect(second.run("describe hands").contains("✌️         2     1\n✊         2     1"))
    #expect(second.run("show d.test").contains("d was read again: dataset d sample=digits count=2"))
  }

  @Test func `undo takes the name back, redo gives it again`() throws {
    let notebook = try notebook()
    notebook.run("dataset d sample=digits count=2")
    notebook.run("undo")
    #expect(notebook.fail("show d").contains("There is no dataset called d."))
    notebook.run("redo")
    #expect(notebook.run("describe d").hasPrefix("d: 20 samples"))
  }

  @Test(arguments: [
    Mistake(
      "dataset x sample=feet",
      """
      dataset x sample=feet
                       ^^^^ sample cannot be feet. It can be hands, digits, flowers or houses.
      """),
    Mistake(
      "dataset x sample=hands labels=[✊, 🦶]",
      """
      dataset x sample=hands labels=[✊, 🦶]
                                         ^^ There is no generated hand 🦶.
                                            There are ✊ rock, ✋ paper, ✌️ scissors, 👍 thumb, ☝️ pointing, 🤘 horns, 🤙 call and 🤟 three.
      """),
    Mistake(
      "dataset x sample=hands labels=[rok]",
      """
      dataset x sample=hands labels=[rok]
                                     ^^^ There is no generated hand rok. Did you mean rock?
                                         There are ✊ rock, ✋ paper, ✌️ scissors, 👍 thumb, ☝️ pointing, 🤘 horns, 🤙 call and 🤟 three.
      """),
    Mistake(
      "dataset x sample=hands labels=[rock, ✊]",
      """
      dataset x sample=hands labels=[rock, ✊]
                                           ^^ ✊ is in the list twice.
      """),
    Mistake(
      "dataset x sample=hands count=501",
      """
      dataset x sample=hands count=501
                                   ^^^ 501 photos per class are too many to generate: at most 500.
      """),
    Mistake(
      "dataset x sample=digits count=0",
      """
      dataset x sample=digits count=0
                                    ^ count takes a whole number from 1 to 10,000, not 0.
      """),
    Mistake(
      "dataset x sample=digits labels=[a]",
      """
      dataset x sample=digits labels=[a]
                                     ^^^ labels=[a] belongs to path= and sample=hands.
                                         Leave it out of a dataset with sample=digits.
      """),
    Mistake(
      "dataset x sample=hands shape=[3]",
      """
      dataset x sample=hands shape=[3]
                                   ^^^ shape=[3] belongs to tables and sample=digits.
                                       Leave it out of a dataset with sample=hands.
      """),
    Mistake(
      "dataset x csv=\"a.csv\" count=3",
      """
      dataset x csv="a.csv" count=3
                                  ^ count=3 belongs to sample=.
                                    Leave it out of a dataset with csv=.
      """),
    Mistake(
      "dataset x path=\"a\" sample=digits",
      """
      dataset x path="a" sample=digits
                                ^^^^^^ path= and sample= cannot be given together.
      """),
    Mistake(
      "dataset x idx=\"a\"",
      """
      dataset x idx="a"
                    ^^^ a does not exist.
                        Looked for it at a and data/a.
                        Without data of your own: dataset x sample=digits
      """),
    Mistake(
      "dataset x sample=hands split=[0.9, 0.9]",
      """
      dataset x sample=hands split=[0.9, 0.9]
                                   ^^^^^^^^^^ split takes two shares that add up to at most 1, such as [0.8, 0.2], not [0.9, 0.9].
      """),
  ])
  func `what cannot be drawn is told`(mistake: Mistake) throws { try notebook().expect(mistake) }
}
