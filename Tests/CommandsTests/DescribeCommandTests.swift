import Testing

@testable import Commands

struct DescribeCommandTests {
  @Test func `a model file tells what goes in, what comes out and what is in between`() throws {
    let notebook = try Notebook(pets: "Pets")
    let lines = notebook.run("describe tiny").split(separator: "\n").map { String($0).trimmed }
    #expect(lines[0] == "tiny.mlmodel")
    #expect(lines.contains { $0.hasPrefix("kind ") && $0.hasSuffix(" a neural network classifier") })
    #expect(lines.contains { $0.hasPrefix("updatable ") && $0.hasSuffix(" no") })
    #expect(lines.contains { $0.hasPrefix("input ") && $0.contains("image: image 16×16 RGB") })
    #expect(lines.contains { $0.hasPrefix("layers ") && $0.hasSuffix(" 6") })
    #expect(lines.contains { $0.hasPrefix("classes ") && $0.hasSuffix(" 3: class 0; class 1; class 2") })
  }

  @Test func `a network tells its parameters, its outputs and its training`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(
      notebook.run("describe hand").split(separator: "\n").map { String($0).trimmed } == [
        "hand",
        "kind              neural network, 6 layers",
        "made from         tiny",
        "input             image 16×16 RGB, y = 1/64·x − 2 (red), − 2 (green), − 2 (blue)",
        "outputs           3: user0, user1, user2",
        "parameters        51 trainable of 163",
        "trainable layers  fc1",
        "first weights     seed=42",
        "trained           not yet",
      ])
    notebook.run("train hand on=pets.train validate=pets.test epochs=2 learningRate=0.01 momentum=0.5")
    let text = notebook.run("describe hand")
    for line in [
      "outputs           3: cat, dog, user0", "trained           2 epochs", "last trained on   pets.train",
      "validated on      pets.test",
      "settings          epochs=2 miniBatchSize=8 optimizer=sgd learningRate=0.01 momentum=0.5 shuffle=true seed=42",
    ] { #expect(text.contains(line)) }
  }

  @Test func `a k-NN model tells what it remembers`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run("knn near features=tiny.pool1; train near on=pets.train")
    let text = notebook.run("describe near")
    for line in [
      "kind                k-nearest-neighbours classifier", "looks through       pool1 of tiny, 16 features",
      "numberOfNeighbors   3", "weighting           inverseDistance", "metric              euclidean",
      "defaultLabel        ???", "remembers           6 photos: cat 3, dog 3", "size of the memory  384 bytes",
    ] { #expect(text.contains(line)) }
  }

  @Test func `a dataset tells its counts`() throws {
    let notebook = try Notebook(pets: "Pets")
    #expect(notebook.run("describe pets").hasPrefix("pets: 10 photos in 2 classes\n"))
  }

  @Test(arguments: [
    Mistake(
      "describe hnad",
      """
      describe hnad
               ^^^^ There is no model, dataset or file called hnad. Did you mean hand?
                    There are hand and pets.
      """),
    Mistake(
      "describe \"Pets\"",
      """
      describe "Pets"
               ^^^^^^ Pets is a folder, not a model file.
      """),
    Mistake(
      "describe",
      """
      describe
      ^^^^^^^^ describe needs a thing: a model, a dataset, or the path of a model file.
               For example: describe hand
      """),
  ])
  func `what is not there is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook.withNetwork().expect(mistake)
  }
}
