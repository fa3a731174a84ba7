import ExperimentSupport
import Figures
import Foundation
import ModelFile
import Testing

@testable import Commands
@testable import Experiments

/// What is said of trainings that drove the loss up.
struct LossRiseTests {
  @Test func `a rate below those that failed before on the same samples is suggested`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset()
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    notebook.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=42")
    func told(_ rate: String, _ more: String = "") -> String {
      notebook.run("train hand on=pets.train from=start epochs=3 miniBatchSize=2 seed=7 learningRate=\(rate) \(more)")
      return notebook.page.text.split(separator: "\n").last { $0.contains(" is probably too large") }.map(String.init)
        ?? ""
    }
    #expect(
      told("1000").hasSuffix(
        "learningRate=1000 is probably too large. undo reverts this training; try learningRate=100."))
    #expect(
      told("500").hasSuffix(
        "learningRate=500 is probably too large. undo reverts this training; try learningRate=50."))
    #expect(
      told("800").hasSuffix(
        "learningRate=800 is probably too large, as 500 was before. undo reverts this training; try learningRate=50."
      ))
    // Adam's rates are others.
    #expect(
      told("1000", "optimizer=adam").hasSuffix(
        "learningRate=1000 is probably too large. undo reverts this training; try learningRate=100."))
  }

  @Test func `a rate whose loss ended above its start counts as one that failed, though it did not double`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    let rows = (0..<30).map { "\($0 % 3),\($0 * 37 % 181 - 90),\($0 * 53 % 181 - 90),\($0 * 71 % 181 - 90)" }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "wide.csv")
    notebook.run("dataset wide csv=\"wide.csv\"; network small input=[3] seed=1 { innerProduct 3; softmax }")
    func told(_ rate: String) -> String {
      notebook.run("train small on=wide from=start epochs=3 miniBatchSize=2 seed=1 learningRate=\(rate)")
      return notebook.page.text.split(separator: "\n").last { $0.contains(" loss ") && $0.contains("guessing") }.map(
        String.init) ?? ""
    }
    // A loss that falls from epoch to epoch blames no rate, though the first mini-batch was an easy one.
    #expect(told("1e-5").hasPrefix("The mean loss of an epoch fell from "))
    #expect(told("0.01").hasPrefix("The loss went from "))
    #expect(
      told("2").hasSuffix(
        "too large, as 0.01 was before. undo reverts this training; try learningRate=0.001, or create small again with "
          + "standardize=true."))
  }

  @Test func `a network that answers alike to everything after steps too large is told, with a rate to try`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    let rows = (0..<150).map { row in
      "\(row % 3)," + (0..<7).map { "\(70 + row * (37 + $0 * 16) % 61 + row % 3 * 5)" }.joined(separator: ",")
    }
    try notebook.write(rows.joined(separator: "\n").utf8, to: "wide.csv")
    notebook.run("dataset wide csv=\"wide.csv\"")
    notebook.run("network small input=[7] seed=1 { innerProduct 16; relu; innerProduct 3; softmax }")
    func told(_ rate: String, epochs: Int) -> String? {
      notebook.run("train small on=wide from=start epochs=\(epochs) seed=1 learningRate=\(rate)")
      return notebook.page.entries.last?.rendering.plainText.split(separator: "\n").first { $0.contains("guessing") }
        .map(String.init)
    }
    let line = try #require(told("0.05", epochs: 8))
    #expect(line.hasPrefix("The mean loss of an epoch fell from "))
    #expect(
      line.hasSuffix(
        " to that of guessing (1.0986) and stays there: learningRate=0.05 is probably too large, and small no longer tells "
          + "classes apart. undo reverts this training; try learningRate=0.005, or create small again with standardize=true."
      ),
      "\(line)")
    // Rates that failed are avoided; of two epochs nobody knows whether it stays there.
    #expect(try #require(told("0.01", epochs: 8)).contains("try learningRate=0.001, or "))
    #expect(told("0.05", epochs: 2)?.contains("stays there") != true)
    #expect(told("1e-4", epochs: 8)?.contains("stays there") != true)
  }

  /// Of flowers, a length in millimetres outweighs all else.
  @Test func `where columns of unlike size make the steps too large, no rate is blamed`() throws {
    let notebook = try Notebook(data: nil)
    notebook.run("dataset flowers sample=flowers")
    notebook.run("network small input=[7] seed=1 { innerProduct 16; relu; innerProduct 3; softmax }")
    notebook.run("train small on=flowers.train epochs=8 seed=1 learningRate=0.05")
    let told = try #require(notebook.page.entries.last?.rendering.plainText)
    #expect(
      told.contains(
        " and stays there: columns of unlike size make its steps too large, and small no longer tells classes apart. "
          + "undo reverts this training; create small again with standardize=true."), "\(told)")
  }

  @Test func `a loss that does not rise, but stays above twice that of guessing, is told`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=3 miniBatchSize=2 seed=7 learningRate=1000")
    notebook.run("train hand on=pets.train epochs=2 seed=7 learningRate=1e-4")
    let line = try #require(
      notebook.page.text.split(separator: "\n").first { $0.hasPrefix("The mean loss of an epoch fell ") })
    #expect(
      line.hasSuffix(", still more than twice that of guessing (1.0986). More epochs may help: train hand"),
      "\(line)")
  }

  /// Large numbers are far from what a new network answers: the loss falls and falls, and is of no use yet.
  @Test func `a regressor whose loss stays above twice that of the mean is told how its numbers become small`() throws {
    let notebook = try Notebook(data: nil)
    let rows = (0..<40).map { "0.\($0 * 37 % 10),0.\($0 * 53 % 10),\(30_000 + $0 * 37 % 10 * 1_000)" }
    try notebook.write((["a,b,income"] + rows).joined(separator: "\n").utf8, to: "incomes.csv")
    notebook.run("dataset incomes csv=\"incomes.csv\" target=income task=regression")
    func told(_ more: String) -> String? {
      notebook.run(
        "network net input=[2] seed=1 \(more) { innerProduct 8 activation=relu; innerProduct 1 }; "
          + "train net on=incomes epochs=4 seed=1 optimizer=adam")
      return notebook.page.entries.last?.rendering.plainText.split(separator: "\n").first { $0.contains("the mean (") }
        .map(String.init)
    }
    let line = try #require(told(""))
    #expect(line.hasPrefix("The mean loss of an epoch fell from "), "\(line)")
    // The variance of ten numbers, 1,000 apart.
    #expect(
      line.hasSuffix(
        ", still more than twice that of always predicting the mean (8,250,000). More epochs may help: train net. "
          + "Or create net again with standardize=true, which standardises the numbers to predict, too."), "\(line)")
    #expect(told("standardize=true") == nil)
  }
}
