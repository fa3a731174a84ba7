import Figures
import Foundation
import Language
import ModelFile
import Networks
import Pictures
import Synchronization
import Tensors
import Testing
import Training

@testable import Commands
@testable import Experiments
@testable import Views

struct GalleryCommandTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run(
      """
      knn near features=tiny.pool1 numberOfNeighbors=2
      train near on=pets.train
      train hand on=pets.train epochs=3 learningRate=0.05
      """)
    return notebook
  }

  private func reasons(_ name: String, _ count: Int, in notebook: Notebook, on split: String) throws -> [[NearSample]] {
    let model = try #require(notebook.model(name))
    return try notebook.workbench.withWorkspace { session in
      let selection = try session.selection(named: split)
      return try #require(
        try ReasonSearch(workspace: session, signal: NeverStops()).reasons(of: model, for: selection, count: count)
      ).reasons
    }
  }

  @Test func `row 32: a row for each photo, with its picture, the worst first`() throws {
    let notebook = try notebook()
    let text = notebook.run("gallery near on=pets.test neighbors=2")
    #expect(text.hasPrefix("near on pets.test: 100.0 % correct (4 of 4)"))
    // Four photos, each beside two others.
    #expect(notebook.page.html.count(of: "<img ") == 12)
    #expect(notebook.page.html.contains("training samples"))
    #expect(notebook.page.html.count(of: "<figcaption") == 8)
  }

  @Test func `beyond 4: a network's neighbours are nearest where its last layer looks`() throws {
    let notebook = try notebook()
    let found = try reasons("hand", 3, in: notebook, on: "pets.test")
    let features = try notebook.workbench.withWorkspace { session in
      let model = try #require(session.models["hand"])
      guard case .network(let network) = model else { throw Notebook.NoSuchModel(name: "hand") }
      let parts = try TrainableParts(of: network.definition, source: network.source.name)
      return try ["pets.test", "pets.train"].map { split in
        try session.inference().features(
          of: try session.selection(named: split), variant: .original, through: parts)
      }
    }
    let names = try #require(notebook.dataset("pets")?.split("train")).photos.map(\.shortName)
    for (query, reasons) in found.enumerated() {
      #expect(abs(reasons.reduce(0) { $0 + $1.share } - 1) < 1e-9)
      let distances = names.indices.map { place in
        zip(features[0].row(query), features[1].row(place)).reduce(0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
      }
      let nearest = distances.indices.sorted { distances[$0] < distances[$1] }.prefix(3)
      #expect(reasons.map(\.name) == nearest.map { names[$0] })
    }
  }

  @Test func `beyond 4: a k-NN model's reasons are its votes, and their shares sum to 1`() throws {
    for reasons in try reasons("near", 9, in: notebook(), on: "pets.test") {
      #expect(reasons.count == 2)
      #expect(abs(reasons.reduce(0) { $0 + $1.share } - 1) < 1e-9)
    }
  }

  @Test func `a training photo is not its own reason`() throws {
    let notebook = try notebook()
    let photos = try #require(notebook.dataset("pets")?.split("train")).photos
    for (photo, reasons) in zip(photos, try reasons("hand", 2, in: notebook, on: "pets.train")) {
      #expect(reasons.count == 2)
      #expect(!reasons.contains { $0.name == photo.shortName && $0.label == photo.label })
    }
  }

  @Test func `row 37: errors alone, and how sure the model was of them`() throws {
    let notebook = try notebook()
    notebook.run("reset hand seed=5")
    let text = notebook.run("gallery hand on=pets show=errors columns=4")
    #expect(text.contains("mean confidence of wrong predictions "))
    #expect(!text.contains("✅"))
    #expect(notebook.run("gallery near on=pets.test show=errors").contains("No prediction is wrong."))
    #expect(notebook.run("gallery near on=pets.test show=unsure sort=confidence").contains("No prediction is unsure."))
  }

  @Test func `of more photos than the limit the rest is counted`() throws {
    #expect(try notebook().run("gallery near on=pets limit=3").contains("3 of 10 shown; limit= shows more."))
  }

  @Test func `samples of a table have a gallery, too`() throws {
    let notebook = try Notebook(data: nil)
    let rows = (0..<12).map { "\($0 % 2),\(($0 % 2) * 9 + $0 / 2),1,1,\($0)" }
    try notebook.write(Array(rows.joined(separator: "\n").utf8), to: "a.csv")
    notebook.run(
      """
      dataset t csv="a.csv" shape=[1, 2, 2] split=[0.5, 0.5]
      network n input=[1, 2, 2] seed=1 { flatten; innerProduct 3 activation=relu; innerProduct 2; softmax }
      train n on=t.train epochs=2
      """)
    #expect(notebook.run("gallery n on=t.test").contains("nearest training samples in the input of innerProduct1"))
  }

  @Test(arguments: [
    Mistake(
      "gallery near",
      """
      gallery near
      ^^^^^^^ gallery needs on=dataset.split: the samples to predict.
              For example: gallery hand on=hands.test show=errors sort=loss neighbors=3
      """),
    Mistake(
      "gallery near on=pets.test show=right",
      """
      gallery near on=pets.test show=right
                                     ^^^^^ show cannot be right. It can be all, errors or unsure.
      """),
  ])
  func `what cannot be shown is told, and nothing changes`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }
}
