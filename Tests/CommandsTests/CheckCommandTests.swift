import ExperimentSupport
import Foundation
import ModelFile
import TestSupport
import Testing
import Wording

@testable import Commands
@testable import Experiments
@testable import Views

struct CheckCommandTests {
  @Test func `a sound model is accepted, and every point of the list is met`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("save hand path=\"hand.mlmodel\"")
    let lines = notebook.run("check \"hand.mlmodel\"").split(separator: "\n").map { String($0).trimmed }
    #expect(lines[0] == "Core ML accepts hand.mlmodel and calls it updatable.")
    #expect(lines.filter { $0.hasPrefix("✅") }.count == 9)
    #expect(!lines.contains { $0.hasPrefix("❌") || $0.hasPrefix("⚠️") })
    #expect(lines.contains { $0.hasPrefix("✅  one loss") && $0.contains("crossEntropy of labelProbability") })
    #expect(notebook.workbench.refusals == 0)
  }

  @Test func `a model of the notebook is judged by the file that save would write`() throws {
    let notebook = try Notebook.withNetwork()
    #expect(notebook.run("check hand").hasPrefix("Core ML accepts hand and calls it updatable."))
    notebook.run("knn near features=tiny.pool1")
    #expect(notebook.run("check near").hasPrefix("Core ML accepts near and calls it updatable."))
  }

  @Test func `a model that is not updatable is accepted, and told what that would take`() throws {
    let notebook = try Notebook(pets: "Pets")
    let text = notebook.run("check tiny")
    #expect(
      text.hasPrefix("Core ML accepts tiny.mlmodel; it is not updatable. The list below shows what is missing."))
    for line in [
      "❌  specification version 4 or above  1              An updatable model needs specification version 4 or above; it has 1.",
      "❌  isUpdatable                       no             isUpdatable is not set.",
      "⚠️  a path for the gradient                          It cannot be judged without a loss.",
      "❌  epochs                                           epochs is missing.",
    ] { #expect(text.contains(line), "\(text)") }
    #expect(notebook.workbench.refusals == 0)
  }

  @Test func `what is refused names layer, rule and remedy, and is counted`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("save hand path=\"hand.mlmodel\"")
    var file = try ModelFile(contentsOf: notebook.folder.appending(path: "hand.mlmodel"))
    file.specificationVersion = 3
    var update = try #require(file.updateParameters)
    update.epochs = IntegerParameter(7, allowed: .set([1, 10]))
    file.updateParameters = update
    try file.write(to: notebook.folder.appending(path: "broken.mlmodel"))
    let text = notebook.run("check \"broken.mlmodel\"; print \"still here\"")
    #expect(text.contains("Core ML would reject broken.mlmodel: 2 rules broken."))
    #expect(text.contains("An updatable model needs specification version 4 or above; it has 3."))
    #expect(text.contains("epochs contradicts itself: its default 7 is not among 1, 10."))
    #expect(text.contains("To set it: update … epochs=[1, 10, 50]"))
    #expect(text.contains("still here"))
    #expect(notebook.workbench.refusals == 1)
  }

  /// The broken models of the shared folder, or those that stand in for them.
  private static let broken = sharedBroken.isEmpty ? BrokenModel.all.map(\.name) : sharedBroken

  private static let sharedBroken =
    (Shared.file("fixtures/invalid").flatMap {
      try? FileManager.default.contentsOfDirectory(atPath: $0.path)
    } ?? []).filter { $0.hasSuffix(".mlmodel") }.sorted()

  @Test(arguments: broken)
  func `beyond 25: every broken model gets its verdict in words`(name: String) throws {
    let notebook = try Notebook()
    var path = Shared.file("fixtures/invalid/\(name)")?.path ?? ""
    if let model = BrokenModel.all.first(where: { $0.name == name }) {
      path = "\(name).mlmodel"
      try model.make().write(to: notebook.folder.appending(path: path))
    }
    let report = try ModelFile(contentsOf: URL(filePath: path, relativeTo: notebook.folder)).check()
    let text = notebook.run("check \"\(path)\"")
    #expect(text.contains(report.isAccepted ? "Core ML accepts " : "Core ML would reject "))
    for finding in report.findings {
      let telling = finding.text
      #expect(text.contains(telling.message) && telling.message.hasSuffix("."))
      #expect(!telling.remedies.isEmpty)
      #expect(finding.layer.map { text.contains($0) } ?? true)
    }
    #expect(notebook.workbench.refusals == (report.isAccepted ? 0 : 1))
  }

  @Test(arguments: [
    Mistake(
      "check nobody",
      """
      check nobody
            ^^^^^^ There is no model, dataset or file called nobody.
                   There are hand and pets.
      """),
    Mistake(
      "check hand labels=false",
      """
      check hand labels=false
                        ^^^^^ labels=false belongs to the check of a dataset.
                              Leave it out for a model or a file.
      """),
    Mistake(
      "check pets label=false",
      """
      check pets label=false
                 ^^^^^ check has no "label". Did you mean labels?
      """),
    Mistake(
      "check pets features=tiny.pool9",
      """
      check pets features=tiny.pool9
                          ^^^^^^^^^^ tiny has no layer pool9. Did you mean pool1?
                                     Its last layers: conv1, relu1, pool1, flat1, fc1, prob
      """),
    Mistake(
      "check \"Pets\"",
      """
      check "Pets"
            ^^^^^^ Pets is a folder, not a model file.
      """),
    Mistake(
      "check \"text.mlmodel\"",
      """
      check "text.mlmodel"
            ^^^^^^^^^^^^^^ text.mlmodel is not a Core ML model: its 5 bytes do not have its format.
      """),
  ])
  func `what is no model is told, and nothing changes`(mistake: Mistake) throws {
    let notebook = try Notebook.withNetwork()
    try notebook.write("hello".utf8, to: "text.mlmodel")
    notebook.expect(mistake)
  }
}
