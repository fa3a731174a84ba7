import CommandLanguage
import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// What Tab offers; `|` is the cursor.
struct CompleterTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1; rate = 1e-4; rounds = 3")
    return notebook
  }

  private func complete(_ text: String, in notebook: Notebook) -> Completion {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return notebook.workbench.complete(parts.joined(), cursor: parts[0].unicodeScalars.count)
  }

  /// Texts with the cursor in them, and what is offered there.
  private static let completions: [(String, [String])] = [
    ("tr|", ["train"]), ("|tr", CommandTable.names + ["rate", "rounds"]),
    ("re|", CommandTable.names.filter { $0.hasPrefix("re") }),
    ("r|", CommandTable.names.filter { $0.hasPrefix("r") } + ["rate", "rounds"]),
    ("TRAIN|", ["train"]), ("print 1; sh|", ["show"]), ("xyz|", []), ("# tr|", []),
    ("train h|", ["hand"]), ("train |", ["hand", "near", "on=", "validate=", "select=", "from=", "background="]),
    ("train hand ep|", ["epochs=", "eps="]), ("train hand epochs=3 ep|", ["eps="]),
    ("train hand ep| epochs=3", ["eps="]),
    ("train hand lr=3 learn|", []), ("train hand ep|=3", ["epochs", "eps"]),
    ("train hand on=|", ["pets.train", "pets.test", "pets"]), ("train hand on=pets.te|", ["pets.test"]),
    ("train hand validate=[pets.train, |", ["pets.train", "pets.test", "pets"]),
    ("train hand optimizer=|", ["sgd", "adam", "adamW"]), ("train hand optimizer=s|", ["sgd"]),
    ("train hand shuffle=|", ["true", "false"]),
    ("train hand schedule=c|", ["constant", "cosine", "cyclic(0.01, 40)"]),
    ("train hand augment=[flip|", ["flipHorizontal", "flipVertical"]),
    ("train hand learningRate=$r|", ["rate", "rounds"]),
    ("train hand {\n  ep|", ["epochs = ", "eps = "]),
    ("train hand {\n  epochs = 2\n  optimizer = |", ["sgd", "adam", "adamW"]),
    ("evaluate hand n|", ["near"]),
    (
      "evaluate hand near |",
      [
        "hand", "near", "on=", "batchSize=", "metrics=", "calibration=", "interval=", "rule=", "sort=", "rows=",
        "baselines=", "cluster=",
      ]
    ),
    ("show pets label=|", ["cat", "dog"]), ("show p|", ["pets.train", "pets.test", "pets"]),
    ("describe |", ["hand", "near", "pets", "parameters=", "limit=", "format=", "path=", "replace="]),
    ("help n|", ["network"]), ("plot hand y=[trainL|", ["trainLoss", "trainLossMean"]),
    ("knn x features=s|", ["sketch.pool5", "squeezenet.pool10"]), ("knn x features=[sq|", ["squeezenet.pool10"]),
    ("dataset x sample=|", ["hands", "digits", "flowers", "houses"]), ("dataset x labels=[🤘|", ["🤘"]),
    ("network x from=s|", ["sketch", "squeezenet"]), ("knn x features=m|", ["mobilenet"]),
    ("dataset x path=|", ["Pets/", "tiny.mlmodel"]),
    ("epochs = |", []), ("print $|", ["rate", "rounds"]),
  ]

  @Test(arguments: completions)
  func `what could stand at the cursor is offered`(text: String, matches: [String]) throws {
    let found = try complete(text, in: notebook()).matches.map(\.text)
    if text == "train |" {
      #expect(Array(found.prefix(matches.count)) == matches)
    } else {
      #expect(found == matches)
    }
  }

  @Test func `what is offered says what it is`() throws {
    let matches = try complete("|", in: notebook()).matches
    #expect(
      matches.first
        == Completion.Match(
          "dataset", "command", "Creates a dataset from a folder of photos, a table, or generated samples."))
    let keys = try complete("train hand epo|", in: notebook()).matches
    #expect(keys == [Completion.Match("epochs=", "key", "Number of passes over the training set. (10)")])
    let splits = try complete("train hand on=pets.te|", in: notebook()).matches
    #expect(splits == [Completion.Match("pets.test", "dataset", "4 photos")])
    let models = try complete("train nea|", in: notebook()).matches
    #expect(models == [Completion.Match("near", "model", "k-nearest-neighbours model")])
    let variables = try complete("print $ra|", in: notebook()).matches
    #expect(variables == [Completion.Match("rate", "variable", "1e-4")])
  }

  @Test(arguments: [
    ("tr|", 0..<2), ("print \"👨‍👩‍👧‍👦✌\u{FE0F}\"; tra|", 19..<22), ("train hand on=pe|ts", 14..<16), ("print $ra|", 7..<9),
    ("show ✊✊; sh|", 9..<11), ("é\u{301} = 1; sh|", 8..<10),
  ])
  func `places are counted in code points`(text: String, replaced: Range<Int>) throws {
    #expect(try complete(text, in: notebook()).replaced == replaced)
  }

  @Test(arguments: [
    ("load x \"|", ["Pets/", "tiny.mlmodel", "two words ✊/"]), ("dataset x path=\"P|", ["Pets/"]),
    ("dataset x path=\"Pets/t|", ["Pets/test/", "Pets/train/"]), ("predict hand image=\"two w|", ["two words ✊/"]),
    ("predict hand image=\"two words ✊/|", ["two words ✊/a \\\"quoted\\\" \\\\ name.jpg"]),
    ("predict hand image='two words ✊/|", ["two words ✊/a \"quoted\" \\ name.jpg"]),
    ("predict hand image=\"\\u0050e|", ["Pets/"]), ("describe \"ti|", ["tiny.mlmodel"]),
    ("load x \"models/|", ["models/far.mlmodel"]), ("load x \"nowhere/|", []),
    ("train hand on=\"P|", ["pets.train", "pets.test", "pets"]),
  ])
  func `files are offered within quotes, whatever their names`(text: String, matches: [String]) throws {
    let notebook = try notebook()
    try notebook.write([1], to: "two words ✊/a \"quoted\" \\ name.jpg")
    try notebook.write([1], to: ".hidden")
    try notebook.write([1], to: "data/models/far.mlmodel")
    let found = complete(text, in: notebook).matches.map(\.text)
    if text == "load x \"|" {
      #expect(found == ["tiny.mlmodel", "Pets/", "data/", "two words ✊/", "models/"])
    } else {
      #expect(found == matches)
    }
  }

  @Test func `every cursor position of every example is answered`() throws {
    let notebook = try notebook()
    for command in CommandTable.all {
      for example in command.declaration.examples {
        for cursor in 0...example.unicodeScalars.count {
          let completion = notebook.workbench.complete(example, cursor: cursor)
          #expect(completion.replaced.upperBound <= example.unicodeScalars.count)
          #expect(completion.replaced.lowerBound <= cursor)
          _ = notebook.workbench.inspect(example, cursor: cursor)
        }
      }
    }
    _ = notebook.workbench.complete("train", cursor: 1000)
    _ = notebook.workbench.complete("train", cursor: -5)
    _ = notebook.workbench.inspect("", cursor: 0)
  }
}
