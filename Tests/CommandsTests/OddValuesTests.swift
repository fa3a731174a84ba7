import CommandLanguage
import Testing

@testable import Commands
@testable import Experiments

/// Every key and every place of every command is given values that nobody means: each ends in a sentence or in a result,
/// never in a crash, and the kernel lives.
struct OddValuesTests {
  static let values = [
    "0", "-1", "1.5", "1e308", "9223372036854775807", "-9223372036854775808", "1/0", "200%", "\"\"", "\"\\u{0}\"", "[]",
    "[[]]", "[1, [2, x]]", "f()", "exponential(g(1), k=[2])", "none", "True", "✌\u{FE0F}", "\"..\"", "hand", "pets.",
    ".train",
    "$long", "$list",
  ]

  /// For each command what stands by its place and by its keys, so that everything else is right.
  static let whole: [String: (place: String, keys: [String: String])] = [
    "dataset": ("d", ["path": "\"Pets\""]), "show": ("pets", [:]), "features": ("pets", ["from": "tiny"]),
    "knn": ("k", ["features": "tiny.pool1"]), "network": ("n", ["from": "tiny", "classes": "3"]),
    "train": ("hand", ["on": "pets.train", "epochs": "1"]), "evaluate": ("hand", ["on": "pets"]),
    "predict": ("hand", ["on": "pets.test"]), "confusion": ("hand", ["on": "pets"]),
    "fetch": ("squeezenet", ["url": "\"http://127.0.0.1:1\""]), "load": ("l", ["path": "\"tiny\""]),
    "save": ("hand", ["path": "\"s.mlmodel\""]), "print": ("x", [:]), "help": ("train", [:]),
  ]

  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("long = \"\(String(repeating: "ab ", count: 3000))\"; list = [1, $long, [2]]")
    notebook.run("train hand on=pets.train epochs=2; knn near features=tiny.pool1; train near on=pets.train")
    return notebook
  }

  private func run(_ cell: String, in notebook: Notebook) {
    notebook.page.clear()
    notebook.page.interrupt(afterQuestions: 25)
    guard case .failed(let problem) = notebook.workbench.run(cell, on: notebook.page) else { return }
    #expect(problem.name == "Mistake" || problem.name == "Interrupted", "\(cell)")
    #expect(problem.message.last.map { ".?)".contains($0) } == true, "\(cell): \(problem.message)")
    #expect(problem.lines.count >= 1)
  }

  @Test(arguments: CommandTable.names) func `odd values of keys do no harm`(name: String) throws {
    let notebook = try notebook()
    let declaration = try #require(CommandTable.command(name)).declaration
    let whole = Self.whole[name] ?? ("hand", [:])
    for argument in declaration.arguments {
      let others = whole.keys.filter { $0.key != argument.key }.map { "\($0.key)=\($0.value)" }.sorted()
      for value in Self.values {
        run("\(name) \(whole.place) \(others.joined(separator: " ")) \(argument.key)=\(value)", in: notebook)
        if name == "train" {
          run("train near on=pets.train \(argument.key)=\(value)", in: notebook)
        }
      }
    }
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run("evaluate near on=pets; print 1")
  }

  @Test(arguments: CommandTable.names) func `odd values without a key do no harm`(name: String) throws {
    let notebook = try notebook()
    let whole = Self.whole[name] ?? ("hand", [:])
    let keys = whole.keys.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    for value in Self.values + ["near", "tiny", "\"Pets\"", "fc1"] {
      run("\(name) \(value) \(keys)", in: notebook)
      run("\(name) \(whole.place) \(value) \(keys)", in: notebook)
      run("\(name) \(whole.place) \(keys) { \(value) }", in: notebook)
      run("\(name) \(whole.place) \(keys) { epochs = \(value) }", in: notebook)
    }
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run("print 1")
  }

  @Test(arguments: LayerTable.names) func `odd values of layers do no harm`(name: String) throws {
    let notebook = try notebook()
    let declaration = try #require(LayerTable.declaration(name))
    let place = declaration.positionals.isEmpty ? "" : "2"
    for value in Self.values {
      for key in declaration.arguments.map(\.key) {
        run("network x input=[3, 8, 8] { \(name) \(place) \(key)=\(value); flatten; softmax }", in: notebook)
      }
      run("network x input=[3, 8, 8] { \(name) \(value); flatten; softmax }", in: notebook)
      run("network x input=[8] { \(name) \(value); softmax }", in: notebook)
    }
    notebook.page.interrupt(afterQuestions: nil)
    notebook.run("print 1")
  }
}
