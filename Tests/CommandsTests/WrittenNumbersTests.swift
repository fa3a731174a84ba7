import CommandLanguage
import ExperimentSupport
import Figures
import Foundation
import ModelFile
import Testing
import Wording

@testable import Commands
@testable import Experiments

/// Numbers as people write them, in whatever a tour of the commands shows.
struct WrittenNumbersTests {
  /// What is wrong with numbers in a text.
  private static func faults(in text: String) -> [String] {
    let patterns: [(name: String, pattern: Regex<Substring>)] = [
      ("digits that nobody wrote", #/[0-9]\.[0-9]{10,}/#),
      ("a long number with a power of ten", #/[0-9]\.[0-9]{7,}e-?[0-9]+/#),
      ("0.001 and more with a power of ten", #/\b[0-9](?:\.[0-9]+)?e-[123]\b/#),
      ("a percentage without its space", #/[0-9]%/#),
      ("the loss of an impossible class", #/230\.25/#),
      ("a sign of single precision", #/[0-9]\.[0-9]+(?:0000000|9999999)[0-9]*/#),
    ]
    return patterns.flatMap { pattern in text.matches(of: pattern.pattern).map { "\(pattern.name): \($0.output)" } }
  }

  /// The words of a page, without its markup.
  private static func words(of html: String) -> String {
    html.replacing(#/<style.*?<\/style>/#.dotMatchesNewlines(), with: " ").replacing(
      #/<[^>]*>/#.dotMatchesNewlines(), with: " ")
  }

  @Test func `a tour shows no number that nobody would write`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try notebook.smallDataset(at: "Pets")
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    let tour = [
      "dataset pets path=\"Pets\"", "show pets details=true", "check pets", "knn near features=tiny.pool1",
      "train near on=pets.train", "network hand from=tiny classes=2 seed=1",
      "train hand on=pets.train validate=pets.test epochs=12 learningRate=1e-4 schedule=exponential(0.99) seed=1",
      "history hand", "plot hand", "describe hand", "describe hand parameters=true", "weights hand",
      "evaluate near hand on=pets.test metrics=all", "gallery hand on=pets.test", "confusion near hand on=pets.test",
      "predict hand on=pets.test", "compare near hand on=pets by=leaveOneOut", "compare near hand on=pets by=test",
      "sweep hand on=pets.train folds=2 epochs=2 learningRate=[1e-5, 0.0001, 0.01] seed=1",
      "sweep near on=pets.train folds=2 numberOfNeighbors=[1, 2]", "fit line from=tiny on=pets.train l2=0.01",
      "evaluate line hand on=pets.train", "features pets.train from=tiny layer=conv1", "runs", "status",
      "find hand learningRate from=1e-6 to=1 steps=10 on=pets.train", "dataset digits sample=digits count=20",
      "layers hand",
    ]
    for cell in tour {
      let text = notebook.run(cell)
      #expect(Self.faults(in: text) == [], "\(cell)")
      #expect(Self.faults(in: Self.words(of: notebook.page.html)) == [], "\(cell), as a page")
    }
  }

  @Test func `learning rates of a schedule are rounded in the history`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=4 learningRate=1e-4 schedule=exponential(0.99) seed=1")
    let shown = notebook.run("history hand")
    for rate in ["1e-4", "9.9e-5", "9.801e-5", "9.70299e-5"] { #expect(shown.contains(" \(rate) "), "\(rate)") }
  }

  @Test func `a sweep writes a number in one form`() throws {
    let notebook = try Notebook.withNetwork()
    let shown = notebook.run("sweep hand on=pets.train folds=2 epochs=1 learningRate=[1e-3, 0.002, 4.0e-3] seed=1")
    for rate in ["0.001", "0.002", "0.004"] { #expect(shown.contains(" \(rate) "), "\(rate)") }
  }

  @Test func `votes are no loss to be compared`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1")
    for cell in ["evaluate near hand on=pets.test", "compare near hand on=pets by=leaveOneOut"] {
      let shown = notebook.run(cell)
      #expect(shown.contains("k-NN has no mean loss: its votes are not probabilities."), "\(cell)")
      let row = shown.split(separator: "\n").first { $0.hasPrefix("near ") }
      #expect(row?.contains("230.2585") == false, "\(cell)")
    }
  }

  @Test func `sentences and tables write a percentage alike`() {
    for share in [0, 0.001, 0.0333, 0.5333, 0.99, 1, 0.123456] {
      for places in 0...2 { #expect(Numbers.percent(share, places) == NumberFormat.percentage(places).text(share)) }
    }
    for number in [0, 3e-6, -2.5e-7, 0.5, 12.3456, 0.00004] {
      #expect(Numbers.decimal(number, 4) == NumberFormat.decimal(4).text(number))
    }
  }

  @Test func `print writes what fractions and percentages come to`() throws {
    let notebook = try Notebook(data: nil)
    #expect(notebook.run("print 1/4 80% 1e-4 0.1 1/3") == "0.25 0.8 1e-4 0.1 0.3333333333333333\n")
  }
}
