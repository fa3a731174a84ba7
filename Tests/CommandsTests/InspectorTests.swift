import CommandLanguage
import Figures
import Testing

@testable import Commands
@testable import Experiments

/// What Shift-Tab explains; `|` is the cursor.
struct InspectorTests {
  private func inspect(_ text: String) throws -> String? {
    let notebook = try Notebook.withNetwork()
    notebook.run("rate = 1e-4")
    return inspect(text, in: notebook)
  }

  private func inspect(_ text: String, in notebook: Notebook) -> String? {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return notebook.workbench.inspect(parts.joined(), cursor: parts[0].unicodeScalars.count)?.plainText
  }

  @Test(arguments: CommandTable.names) func `a command explains itself and every key`(name: String) throws {
    let notebook = try Notebook.withNetwork()
    let text = try #require(inspect("\(name)|", in: notebook))
    let declaration = try #require(CommandTable.command(name)).declaration
    #expect(text.hasPrefix("\(name): \(declaration.summary)"))
    for argument in declaration.arguments { #expect(text.contains("\(argument.key)=")) }
    for argument in declaration.arguments {
      let own = try #require(inspect("\(name) x \(argument.key)|=1", in: notebook))
      #expect(own.hasPrefix("\(argument.key) of \(name): \(argument.summary)"))
    }
  }

  @Test(arguments: [
    (
      "train hand ep|ochs=3",
      """
      epochs of train: Number of passes over the training set.
      takes a whole number from 1 to 1,000,000
      default: 10
      """
    ),
    (
      "train hand learningRate=0.0|1",
      """
      learningRate of train: Step size of the optimiser.
      takes a number from 0 to 1000
      default: 0.001
      also written lr, learning_rate
      """
    ),
    (
      "✊ = 1; train hand l|r=1",
      """
      learningRate of train: Step size of the optimiser.
      takes a number from 0 to 1000
      default: 0.001
      also written lr, learning_rate
      """
    ),
    (
      "train hand {\n  shu|ffle = true\n}",
      """
      shuffle of train: Whether to shuffle the training set before each epoch.
      takes true or false
      default: true
      """
    ),
    ("train ha|nd", "hand: neural network"),
    ("train hand on=pets.tr|ain", "pets.train: 6 photos\npets.test: 4 photos\nclasses: cat dog"),
    ("print $ra|te", "rate = 1e-4"), ("ra|te = 2", "rate = 1e-4"),
  ])
  func `keys, values and names are explained`(text: String, explanation: String) throws {
    #expect(try inspect(text) == explanation)
  }

  @Test(arguments: ["", "# tr|ain", "nonsense|"]) func `where there is nothing to say, nothing is said`(
    text: String
  ) throws {
    #expect(try inspect(text) == nil)
  }

  @Test func `the schedules are listed`() throws {
    #expect(try inspect("train hand schedule|=x")?.contains("exponential(0.99), step(0.1, 10), cosine") == true)
  }
}
