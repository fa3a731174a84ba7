import Foundation
import Pictures
import Testing

@testable import Commands
@testable import Experiments

/// Rows 4 and 5 of the features: a photo is added under a name of its own, scaled.
struct AddCommandTests {
  @Test func `a photo gets a name of its own and comes last`() throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("me.jpg", red: 9)
    let own = notebook.tree(".")["me.jpg"]
    let shown = notebook.run("add pets.train \"me.jpg\" label=cat")
    let photos = try #require(notebook.dataset("pets")?.split("train")?.photos)
    #expect(photos.count == 7)
    #expect(photos[6].label == "cat" && UUID(uuidString: photos[6].stem) != nil && photos[6].url.pathExtension == "jpg")
    #expect(shown == "\(photos[6].name) (24 × 24) is photo 6 of pets.train: cat.\npets.train has 7 photos now.")
    #expect(notebook.tree(".")["me.jpg"] == own)
  }

  @Test func `several photos come in the order given, also after a restart`() throws {
    let notebook = try Notebook.withWork()
    for number in 0..<8 { try notebook.photo("\(number).png", red: UInt8(30 * number)) }
    notebook.run(
      "add pets.train \"0.png\" \"1.png\" \"2.png\" \"3.png\" label=dog; add pets.train \"4.png\" \"5.png\" label=cat")
    let names = notebook.names("pets", "train")
    #expect(names.count == 12)
    #expect(names.suffix(6).map { $0.prefix(3) } == ["dog", "dog", "dog", "dog", "cat", "cat"])
    notebook.run("dataset again path=\"work\"")
    #expect(notebook.names("again", "train") == names)
  }

  @Test(arguments: [
    (400, 300, 256, 341, 256), (300, 400, 256, 256, 341), (4000, 3000, 256, 341, 256), (3000, 4000, 256, 256, 341),
    (200, 100, 256, 200, 100), (64, 64, 16, 16, 16), (300, 100, 50, 150, 50),
  ])
  func `the smallest side gets its length, and the aspect is kept`(
    width: Int, height: Int, side: Int, newWidth: Int, newHeight: Int
  ) throws {
    let notebook = try Notebook.withWork()
    let picture = Picture(width: width, height: height, red: 90, green: 120, blue: 30)
    try notebook.write(Array(picture.jpegData()), to: "me.jpg")
    notebook.run("add pets.test \"me.jpg\" label=cat smallestSide=\(side)")
    let photo = try #require(notebook.dataset("pets")?.split("test")?.photos.last)
    let added = try Picture(contentsOf: photo.url)
    #expect(added.width == newWidth && added.height == newHeight)
  }

  @Test func `less quality takes less room`() throws {
    let notebook = try Notebook.withWork()
    try notebook.write(Array(Notebook.striped(isLeft: true, side: 200).pngData()), to: "me.png")
    notebook.run("add pets.test \"me.png\" label=cat quality=0.1; add pets.test \"me.png\" label=cat quality=1")
    let sizes = notebook.dataset("pets")?.split("test")?.photos.suffix(2).map(\.stamp.size) ?? []
    #expect(sizes.count == 2 && sizes[0] < sizes[1])
  }

  @Test func `what is trained next learns of it`() throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("me.jpg", red: 9)
    notebook.run("knn near features=tiny.pool1; train near on=pets.train; add pets.train \"me.jpg\" label=cat")
    #expect(notebook.run("train near on=pets.train").contains("1 new"))
  }

  @Test func `adding is taken back, also by a later session`() throws {
    let notebook = try Notebook.withWork()
    let before = notebook.tree("work")
    try notebook.photo("me.jpg", red: 9)
    notebook.run("add pets.train \"me.jpg\" label=cat")
    notebook.run("undo")
    #expect(notebook.tree("work") == before && notebook.names("pets", "train").count == 6)
    notebook.run("redo")
    #expect(notebook.names("pets", "train").count == 7)
  }

  @Test(arguments: [
    Mistake(
      "add pets.train \"none.jpg\" label=cat",
      """
      add pets.train "none.jpg" label=cat
                     ^^^^^^^^^^ none.jpg does not exist.
                                Looked for it at none.jpg and data/none.jpg.
      """),
    Mistake(
      "add pets.train \"me.jpg\" label=bird",
      """
      add pets.train "me.jpg" label=bird
                                    ^^^^ pets has no class bird.
                                         It has cat and dog. A new class: class pets add=bird
      """),
    Mistake(
      "add pets \"me.jpg\" label=cat",
      """
      add pets "me.jpg" label=cat
          ^^^^ Add a split to the name.
               It can be pets.train or pets.test.
      """),
    Mistake(
      "add pets.validation \"me.jpg\" label=cat",
      """
      add pets.validation "me.jpg" label=cat
          ^^^^^^^^^^^^^^^ pets has no validation.
                          It has pets.train and pets.test.
      """),
    Mistake(
      "add pets.train \"me.jpg\"",
      """
      add pets.train "me.jpg"
      ^^^ add needs label=class: the class.
          For example: add hands.train "me.jpg" label=✊
      """),
    Mistake(
      "add pets.train \"notes.txt\" label=cat",
      """
      add pets.train "notes.txt" label=cat
                     ^^^^^^^^^^^ Photo notes.txt cannot be read (
      """),
    Mistake(
      "add sample.train \"me.jpg\" label=cat",
      """
      add sample.train "me.jpg" label=cat
          ^^^^^^^^^^^^ data/Sample is sample data and is never changed.
                       Work on a copy: dataset sample path=data/Sample into="work"
      """),
  ])
  func `what cannot be added is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withWork()
    try notebook.photo("me.jpg")
    try notebook.write("notes".utf8, to: "notes.txt")
    try notebook.smallDataset(at: "data/Sample")
    notebook.run("dataset sample path=\"Sample\"")
    let before = Snapshot(notebook)
    let lines = mistake.seen.split(separator: "\n")
    #expect(notebook.fail(mistake.cell).hasPrefix(lines.prefix(2).joined(separator: "\n")))
    #expect(Snapshot(notebook) == before)
  }

  @Test func `without a state folder photos are not changed, for it could not be taken back`() throws {
    let notebook = try Notebook(pets: "Pets")
    try notebook.photo("me.jpg")
    let before = notebook.tree("Pets")
    #expect(
      notebook.fail("add pets.train \"me.jpg\" label=cat") == """
        add pets.train "me.jpg" label=cat
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The state folder cannot be written, so undo would not work. Nothing was changed.
                                          Make it writable, or name another one: WHET_STATE=…
        """)
    #expect(notebook.tree("Pets") == before)
  }
}
