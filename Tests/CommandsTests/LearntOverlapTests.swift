import ExperimentSupport
import Foundation
import ModelFile
import Testing

@testable import Commands
@testable import Experiments

/// What is said of samples that a model has learnt, wherever it is asked about them.
struct LearntOverlapTests {
  /// Six photos to learn from and four of its own, all with a texture, so that none looks like another by chance.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(isRemembering: true)
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    notebook.run(
      "dataset hands sample=hands count=2; knn near features=tiny.pool1; network hand from=tiny classes=4 seed=1")
    return notebook
  }

  private func caption(_ line: String, _ notebook: Notebook) -> String {
    String(notebook.run(line).split(separator: "\n").first ?? "")
  }

  @Test func `an evaluation says how many were learnt, and the share on the others`() throws {
    let notebook = try notebook()
    notebook.run("train near on=hands.train; train hand on=hands.train epochs=1 learningRate=1e-5 seed=1")
    for model in ["near", "hand"] {
      let all = caption("evaluate \(model) on=hands", notebook)
      #expect(all.contains("of them were learnt"), "\(all)")
      #expect(all.contains("; the other "), "\(all)")
      #expect(caption("evaluate \(model) on=hands.train", notebook).contains("; all of them were learnt"))
      #expect(!caption("evaluate \(model) on=hands.test", notebook).contains("learnt"))
    }
    // All it ever learnt, also by another training, and after a restart.
    notebook.run("train hand on=hands.test epochs=1 learningRate=1e-5; train near on=hands.test")
    for model in ["near", "hand"] {
      #expect(caption("evaluate \(model) on=hands", notebook).contains("; all of them were learnt"), "\(model)")
    }
    notebook.run("reset hand")
    #expect(!caption("evaluate hand on=hands", notebook).contains("learnt"))
  }

  @Test func `a copy of a learnt photo counts as one that looks like it`() throws {
    let notebook = try notebook()
    notebook.run("dataset own sample=hands count=2 into=\"own\"")
    let train = try #require(notebook.dataset("own")?.split("train")?.photos.first)
    let test = try #require(notebook.dataset("own")?.split("test")?.photos.first)
    try Data(contentsOf: train.url).write(to: test.url.deletingLastPathComponent().appending(path: "copy.png"))
    notebook.run("dataset own path=\"own\"; train near on=own.train")
    let shown = caption("evaluate near on=own.test", notebook)
    #expect(shown.contains("; 1 of them looks like a training sample; the other 3: "), "\(shown)")
  }

  @Test func `samples of a table are told by their places`() throws {
    let notebook = try Notebook(data: nil)
    let lines = (0..<40).map { "\($0 % 2),\(Double($0) / 40),\($0 % 7)" }
    try notebook.write(lines.joined(separator: "\n").utf8, to: "points.csv")
    notebook.run(
      "dataset points csv=\"points.csv\" split=[0.5, 0.5]; network small input=[2] seed=1 { innerProduct 2; softmax }")
    notebook.run("train small on=points.train epochs=1 seed=1")
    #expect(caption("evaluate small on=points", notebook).contains("; 20 of them were learnt; the other 20: "))
    #expect(!caption("evaluate small on=points.test", notebook).contains("learnt"))
  }
}
