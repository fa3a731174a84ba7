import Figures
import Language
import Testing

@testable import Commands
@testable import Experiments

struct UnusedSettingsTests {
  private func remarks(_ text: String) throws -> [String] { UnusedSettings(try Parser.parse(Source(text))).remarks }

  @Test func `a setting below train is a variable, and the reader hears of it`() throws {
    #expect(
      try remarks("train hand on=pets\nlearningRate = 0.01") == [
        "learningRate became a variable, which train hand did not see. "
          + "For the training, write it on the same line or in a block: train hand { learningRate = … }"
      ])
    #expect(
      try remarks("train hand\nlr = 0.01; epochs = 5\nepochs = 6") == [
        "lr and epochs became variables, which train hand did not see. "
          + "For the training, write it on the same line or in a block: train hand { lr = … }"
      ])
  }

  @Test(arguments: [
    "learningRate = 0.01", "learningRate = 0.01\ntrain hand", "train hand { learningRate = 0.01 }\nepochs = 3",
    "train hand\nname = 3", "train hand\nepochs = 5\nprint $epochs", "train hand\nepochs = 5\nb = [$epochs]",
    "train hand\nepochs = 5\nnetwork x { innerProduct $epochs }", "train hand\nepochs = 5\nprint f($epochs)",
    "train hand\nprint 1\nepochs = 3", "knn near\nepochs = 3",
  ])
  func `nothing is said otherwise`(cell: String) throws { #expect(try remarks(cell).isEmpty) }

  @Test func `the remark stands below what the cell shows`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1\nlearningRate = 0.01")
    #expect(notebook.page.entries.count == 2)
    #expect(notebook.page.entries[1].rendering.plainText.hasPrefix("learningRate became a variable"))
  }
}
