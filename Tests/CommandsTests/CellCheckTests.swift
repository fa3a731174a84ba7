import CommandLanguage
import Testing

@testable import Commands
@testable import Experiments

/// What is underlined in a cell before it runs.
struct CellCheckTests {
  private func mistakes(_ code: String, after: String = "rate = 1e-4") throws -> [CellMistake] {
    let notebook = try Notebook.withNetwork()
    notebook.run(after)
    return notebook.workbench.mistakes(in: code)
  }

  @Test(arguments: [
    "", "# only a comment", "train hand on=pets.train epochs=3 learningRate=$rate",
    "epochs = 3\ntrain hand epochs=$epochs on=pets.train",
    "network n input=[2] {", "train hand on=[", "train nobody on=nothing",
  ])
  func `nothing is said of what may run, or is not finished`(code: String) throws {
    #expect(try mistakes(code) == [])
  }

  @Test(
    arguments: [
      ("datset pets", 0..<6, "There is no command \"datset\". Did you mean dataset?"),
      ("# ✊\nb = 1; trian hand", 11..<16, "There is no command \"trian\". Did you mean train?"),
      ("train hand epoch=3", 11..<16, "train has no \"epoch\". Did you mean epochs?"),
      ("train hand epochs=zero", 18..<22, "epochs takes a whole number from 1 to 1,000,000, not zero."),
      ("print \"a", 6..<7, "This string is not closed on its line."), ("print ]", 6..<7, ""),
      ("network n input=[2] { inerProduct 2 }", 22..<33, "Did you mean innerProduct?"),
      ("train hand on=pets.train learningRate=$nothing", 38..<46, "nothing"),
    ] as [(String, Range<Int>, String)])
  func `a mistake has its place and the sentence that running it gives`(
    code: String, place: Range<Int>, words: String
  ) throws {
    let notebook = try Notebook.withNetwork()
    let found = try #require(notebook.workbench.mistakes(in: code).first)
    #expect(found.place == place)
    #expect(found.message.contains(words), "\(found.message)")
    let told = notebook.fail(code)
    for line in found.message.split(separator: "\n") { #expect(told.contains(line), "\(told)") }
  }

  @Test func `every statement with a mistake is found`() throws {
    let found = try mistakes("train hand epoch=3\nprint 1\ndatset x\nshow pets colums=3")
    #expect(found.map(\.place.lowerBound) == [11, 27, 46])
  }

  @Test func `a cell that can be parsed is put into form`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(notebook.workbench.formatted("train hand{\nepochs=3\n}") == "train hand {\n  epochs = 3\n}")
    #expect(notebook.workbench.formatted("train [") == nil)
  }
}
