import Figures
import Foundation
import Testing

@testable import Commands
@testable import Experiments

struct DatasetCommandTests {
  @Test func `a folder of photos becomes a dataset, and its counts are shown`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.smallDataset(at: "Pets")
    #expect(
      notebook.run("dataset pets path=\"Pets\"") == """
        pets: 10 photos in 2 classes
        class  train  test
        -----  -----  ----
        cat        3     2
        dog        3     2
        all        6     4
        """)
    #expect(notebook.page.entries.map(\.kind) == [.result])
  }

  @Test func `classes come in the order of labels, and only those`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.smallDataset(at: "Pets")
    notebook.run("dataset pets path=\"Pets\" labels=[dog, cat]")
    #expect(notebook.dataset("pets")?.labels == ["dog", "cat"])
    #expect(notebook.dataset("pets")?.split("train")?.photos.first?.label == "dog")
    notebook.run("dataset pets path=\"Pets\" labels=dog")
    #expect(notebook.dataset("pets")?.labels == ["dog"])
    #expect(notebook.dataset("pets")?.skipped == [])
  }

  @Test func `the data folder is looked into, too`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.smallDataset(at: "data/data/pets")
    #expect(notebook.run("dataset pets path=\"data/pets\"").hasPrefix("pets: 10 photos"))
  }

  @Test func `running the line again reads the folder anew`() throws {
    let notebook = try Notebook(pets: "Pets")
    try notebook.photo("Pets/train/cat/another.PNG")
    #expect(notebook.run("dataset pets path=\"Pets\"").hasPrefix("pets: 11 photos in 2 classes"))
  }

  @Test func `what is left out is said`() throws {
    let notebook = try Notebook(pets: "Pets")
    try notebook.write("x".utf8, to: "Pets/train/cat/notes.txt")
    try notebook.write("x".utf8, to: "Pets/train/.DS_Store")
    try notebook.photo("Pets/test/bird/0.jpg")
    try notebook.photo("Pets/train/dog/more/0.jpg")
    let shown = notebook.run("dataset pets path=\"Pets\"")
    #expect(
      shown.hasSuffix(
        "Left out, because not photos of a class: train/cat/notes.txt, train/dog/more/ (1 photo), test/bird/ (1 photo)."
      ))
  }

  @Test func `of many files left out the first are named and all are counted`() throws {
    let notebook = try Notebook(pets: "Pets")
    for number in 0..<7 { try notebook.write("x".utf8, to: "Pets/train/cat/\(number).txt") }
    for number in 0..<3 { try notebook.photo("Pets/train/dog/more/deep/\(number).jpg") }
    try notebook.photo("Pets/train/dog/again/0.jpg")
    #expect(
      notebook.run("dataset pets path=\"Pets\"").hasSuffix(
        "train/cat/4.txt and 4 more; in all 7 files and 2 folders with 4 photos."))
  }

  @Test func `in a folder of class folders alone, what is left out is named by its own path`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.photo("Flat/cat/0.jpg")
    try notebook.photo("Flat/cat/old/0.jpg")
    #expect(notebook.run("dataset flat path=\"Flat\"").hasSuffix("not photos of a class: cat/old/ (1 photo)."))
  }

  @Test func `a class may be empty where nothing needs its photos`() throws {
    let notebook = try Notebook.withWork()
    for part in ["train/bird", "test/bird"] {
      try FileManager.default.createDirectory(
        at: notebook.folder.appending(path: "Pets/\(part)"), withIntermediateDirectories: true)
    }
    #expect(
      notebook.run("dataset pets path=\"Pets\"").hasSuffix("No training photos of bird. No test photos of bird."))
    #expect(notebook.dataset("pets")?.labels == ["bird", "cat", "dog"])
    for cell in [
      "show pets", "features pets.train from=tiny layer=conv1",
      "knn near features=tiny.pool1; train near on=pets.train",
      "network hand from=tiny classes=3 seed=1; train hand on=pets.train validate=pets.test epochs=1",
      "predict near on=pets.test", "evaluate near hand on=pets.test", "check pets", "archive pets path=\"pets.zip\"",
      "dataset back path=\"pets.zip\" into=\"back\"",
    ] { notebook.run(cell) }
    #expect(notebook.dataset("back")?.labels == ["bird", "cat", "dog"])
  }

  @Test(arguments: [
    ("Pets", "Put photos into Pets/test, a folder for each class, and run the dataset line again."),
    (
      "Pets/train",
      "Run the dataset line again with split=[0.8, 0.2], which sets a fifth aside; or move these to Pets/train/train and "
        + "others into Pets/train/test first."
    ),
  ])
  func `without test photos everything but a test works, and a test says what to do`(
    path: String, remedy: String
  ) throws {
    let notebook = try Notebook.withNetwork()
    let test = notebook.folder.appending(path: "Pets/test")
    try FileManager.default.removeItem(at: test)
    for isThere in [false, true] {
      if isThere { try FileManager.default.createDirectory(at: test, withIntermediateDirectories: true) }
      notebook.run("dataset pets path=\"\(path)\"; knn near features=tiny.pool1")
      notebook.run("show pets; train near on=\(path == "Pets" ? "pets.train" : "pets"); predict near on=pets")
      #expect(notebook.fail("evaluate near on=pets.test").hasSuffix(remedy))
    }
  }

  @Test func `of photos in formats that are not read it says what can be done`() throws {
    let notebook = try Notebook(pets: "Pets")
    try notebook.write("x".utf8, to: "Pets/train/cat/IMG_1.DNG")
    try notebook.write("x".utf8, to: "Pets/train/dog/IMG_2.jxl")
    #expect(
      notebook.run("dataset pets path=\"Pets\"").hasSuffix(
        "Left out, because not photos of a class: train/cat/IMG_1.DNG, train/dog/IMG_2.jxl. 2 photos of a format that is "
          + "not read (JPEG XL and raw). JPEG is made of them by: mogrify -format jpg *.DNG   (Debian: imagemagick)"))
    try notebook.write("x".utf8, to: "Phone/train/cat/IMG_1.DNG")
    #expect(
      notebook.fail("dataset pets path=\"Phone\"") == """
        dataset pets path="Phone"
                          ^^^^^^^ No class in Phone has photos (.jpg, .png, .heic, .avif, .webp, .tif, .gif or .bmp): cat.
                                  1 photo of a format that is not read (raw). JPEG is made of them by: mogrify -format jpg *.DNG   (Debian: imagemagick)
                                  Put photos into the folders of the classes.
        """)
  }

  @Test func `without test, it says that nothing is held back`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.photo("Flat/cat/0.jpg")
    try notebook.photo("Flat/dog/0.jpg")
    #expect(
      notebook.run("dataset flat path=\"Flat\"") == """
        flat: 2 photos in 2 classes
        class  train
        -----  -----
        cat        1
        dog        1
        all        2
        There is no test/ folder, so there are no test photos. To set a fifth aside for testing: add split=[0.8, 0.2].
        """)
  }

  @Test func `a class without test photos is named`() throws {
    let notebook = try Notebook(pets: "Pets")
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "Pets/test/dog"))
    #expect(notebook.run("dataset pets path=\"Pets\"").hasSuffix("No test photos of dog."))
  }

  @Test func `class names are escaped in HTML`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.photo("Odd/train/<script>alert(1)<&/0.jpg")
    try notebook.photo("Odd/train/\"b\"/0.jpg")
    notebook.run("dataset odd path=\"Odd\"")
    #expect(!notebook.page.html.contains("<script"))
    #expect(notebook.page.html.contains("&lt;script&gt;alert(1)&lt;&amp;"))
  }

  @Test(arguments: [
    Mistake(
      #"dataset pets path="Nowhere""#,
      """
      dataset pets path="Nowhere"
                        ^^^^^^^^^ Nowhere does not exist.
                                  Looked for it at Nowhere and data/Nowhere.
                                  Without data of your own: dataset pets sample=hands
      """),
    Mistake(
      #"dataset pets path="Pets/trian""#,
      """
      dataset pets path="Pets/trian"
                        ^^^^^^^^^^^^ Pets/trian does not exist. Did you mean train?
                                     Looked for it at Pets/trian and data/Pets/trian.
                                     Without data of your own: dataset pets sample=hands
      """),
    Mistake(
      #"dataset pets path="Empty""#,
      """
      dataset pets path="Empty"
                        ^^^^^^^ Empty holds no classes.
                                A dataset is a folder with train/ and test/, and in each of them a folder of photos for every class.
      """),
    Mistake(
      #"dataset pets path="Halves""#,
      """
      dataset pets path="Halves"
                        ^^^^^^^^ Halves/train holds no classes.
                                 A dataset is a folder with train/ and test/, and in each of them a folder of photos for every class.
      """),
    Mistake(
      #"dataset pets path="Sparse""#,
      """
      dataset pets path="Sparse"
                        ^^^^^^^^ No class in Sparse has photos (.jpg, .png, .heic, .avif, .webp, .tif, .gif or .bmp): cat and dog.
                                 Put photos into the folders of the classes.
      """),
    Mistake(
      #"dataset pets path="notes.txt""#,
      """
      dataset pets path="notes.txt"
                        ^^^^^^^^^^^ notes.txt is a file, not a folder.
                                    Give the folder that holds train/ and test/.
      """),
    Mistake(
      #"dataset pets path=".""#,
      """
      dataset pets path="."
                        ^^^ No class in . has photos (.jpg, .png, .heic, .avif, .webp, .tif, .gif or .bmp): Broken, Empty, Halves, Pets and Sparse.
                            Put photos into the folders of the classes.
      """),
    Mistake(
      #"dataset pets path="Pets" labels=[cat, bird]"#,
      """
      dataset pets path="Pets" labels=[cat, bird]
                                            ^^^^ Class bird has no folder in Pets/train.
                                                 There are cat and dog.
      """),
    Mistake(
      #"dataset pets path="Pets" labels=[]"#,
      """
      dataset pets path="Pets" labels=[]
                                      ^^ labels takes a list of class names, not [].
      """),
    Mistake(
      #"dataset pets path="Pets" labels=[cat, dog, cat]"#,
      """
      dataset pets path="Pets" labels=[cat, dog, cat]
                                                 ^^^ cat is in the list twice.
      """),
    Mistake(
      #"dataset pets path="Broken""#,
      """
      dataset pets path="Broken"
                        ^^^^^^^^ Broken/labels.json is not a list of names in JSON, such as ["rock", "paper"].
                                 Correct it or remove it.
      """),
    Mistake(
      #"dataset pets folder="Pets""#,
      """
      dataset pets folder="Pets"
                   ^^^^^^ dataset has no "folder". It can be path, into, sample, count, seed, idx, csv, npz, sqlite, target, task, missing, group, orderBy, ignore, categories, separator, header, samples, table, test, labels, maxClasses, shape, scale, split, cropAndScale, skip or replace.
      """),
    Mistake(
      "dataset pets path=[a]",
      """
      dataset pets path=[a]
                        ^^^ path takes a path in quotes, not [a].
      """),
    Mistake(
      "dataset pets",
      """
      dataset pets
      ^^^^^^^ dataset needs a source: path= for photos; csv=, npz=, sqlite= or idx= for a table; sample= for generated samples.
              For example: dataset hands path="data/gestures" labels=[✊, ✋, ✌️]
      """),
    Mistake(
      "dataset path=\"Pets\"",
      """
      dataset path="Pets"
      ^^^^^^^ dataset needs a name: name of the new dataset.
              For example: dataset hands path="data/gestures" labels=[✊, ✋, ✌️]
      """),
    Mistake(
      "dataset pets \"Pets\"",
      """
      dataset pets "Pets"
                   ^^^^^^ dataset cannot use "Pets".
                          dataset pets path="Pets"
      """),
    Mistake(
      "dataset near path=\"Pets\"",
      """
      dataset near path="Pets"
              ^^^^ near is the name of a model. Choose another.
      """),
    Mistake(
      "dataset pets.train path=\"Pets\"",
      """
      dataset pets.train path="Pets"
              ^^^^^^^^^^ pets.train cannot be a name.
                         A name is a word such as hand or my-model, of at most 100 characters; a dot has a meaning of its own.
      """),
    Mistake(
      "dataset 7 path=\"Pets\"",
      """
      dataset 7 path="Pets"
              ^ 7 cannot be a name.
                A name is a word such as hand or my-model, of at most 100 characters; a dot has a meaning of its own.
      """),
  ])
  func `what cannot be read is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1")
    for folder in ["Empty", "Halves/train", "Sparse/train/dog", "Sparse/train/cat", "Broken/train/cat"] {
      try FileManager.default.createDirectory(
        at: notebook.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    try notebook.write("{}".utf8, to: "Broken/labels.json")
    try notebook.write("notes".utf8, to: "notes.txt")
    notebook.expect(mistake)
  }

  @Test func `two spellings of one emoji are one class`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.photo("Hands/train/✌\u{FE0F}/0.jpg")
    notebook.expect(
      Mistake(
        "dataset hands path=\"Hands\" labels=[✌, ✌\u{FE0F}]",
        """
        dataset hands path="Hands" labels=[✌, ✌\u{FE0F}]
                                              ^^ ✌\u{FE0F} is in the list twice (✌ is the same class).
        """))
    notebook.run("dataset hands path=\"Hands\" labels=[✌]")
    #expect(notebook.dataset("hands")?.count == 1)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything")) func `a folder that may not be read is told`() throws
  {
    let notebook = try Notebook(pets: "Pets")
    let path = notebook.folder.appending(path: "Pets/train").path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    #expect(
      notebook.fail("dataset pets path=\"Pets\"") == """
        dataset pets path="Pets"
                          ^^^^^^ Pets/train cannot be read: Permission denied.
        """)
  }
}
