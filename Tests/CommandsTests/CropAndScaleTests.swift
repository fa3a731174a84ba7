import Foundation
import ModelFile
import Pictures
import Testing
import Training

@testable import Commands
@testable import Experiments

/// How models bring photos to the size they read.
struct CropAndScaleTests {
  /// A notebook with photos much wider than high.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(pets: "Pets")
    for (label, place) in [("a", 0), ("a", 1), ("b", 2), ("b", 3)] {
      let pixels = (0..<640).flatMap { pixel -> [UInt8] in
        let column = pixel % 40
        return [UInt8(column * 6), label == "a" ? UInt8(column * 3) : 200, UInt8(pixel / 40 + 9 * place)]
      }
      try notebook.write(
        Picture(width: 40, height: 16, pixels: pixels).pngData(), to: "Wide/train/\(label)/\(place).png")
    }
    notebook.run("dataset wide path=\"Wide\"")
    return notebook
  }

  /// What a k-NN model remembers of the photos.
  private func remembered(_ notebook: Notebook, _ knn: String, _ dataset: String = "wide") throws -> [Float] {
    notebook.run("knn near features=tiny.flat1 pooling=none \(knn); train near on=\(dataset).train from=start")
    return try notebook.neighbors("near").memory.samples
  }

  @Test(arguments: CropAndScale.allCases) func `a model's own way goes before the dataset's`(way: CropAndScale) throws {
    let notebook = try notebook()
    notebook.run("dataset own path=\"Wide\" cropAndScale=\(way.rawValue)")
    let expected = try remembered(notebook, "", "own")
    #expect(try remembered(notebook, "cropAndScale=\(way.rawValue)") == expected)
    for other in CropAndScale.allCases where other != way {
      #expect(try remembered(notebook, "cropAndScale=\(other.rawValue)", "own") != expected)
    }
  }

  @Test(arguments: [
    "network n from=tiny classes=2 seed=1", "network n input=[3, 8, 8] seed=1 { flatten; innerProduct 2; softmax }",
  ])
  func `a network learns and answers in its own way`(line: String) throws {
    let (own, other) = (try notebook(), try notebook())
    own.run("\(line.replacing(" seed=1", with: " seed=1 cropAndScale=centerCrop"))")
    other.run("dataset wide path=\"Wide\" cropAndScale=centerCrop; \(line)")
    let train = "train n on=wide.train epochs=3 learningRate=0.01 seed=2"
    let moved = "\(train) augment=[rotate(10)] from=start"
    for cell in [train, "evaluate n on=wide.train", "explain n photo=\"Wide/train/a/0.png\" by=occlusion", moved] {
      own.run(cell)
      other.run(cell)
      #expect(try own.network("n").definition == other.network("n").definition)
      #expect(
        try own.network("n").training.records.map(\.trainLossMean)
          == other.network("n").training.records.map(\.trainLossMean))
    }
    #expect(try own.probabilities("n", on: "wide.train") == other.probabilities("n", on: "wide.train"))
    other.run("dataset wide path=\"Wide\"")
    #expect(try own.probabilities("n", on: "wide.train") != other.probabilities("n", on: "wide.train"))
    let ask = "predict n image=\"Wide/train/a/0.png\""
    // The other's dataset was read anew, in another way than it learnt from, and it says so.
    func answer(_ text: String) -> String { text.components(separatedBy: "\n\n⚠️")[0] }
    #expect(own.run(ask) == answer(other.run("\(ask) cropAndScale=centerCrop")))
    #expect(own.run(ask) != answer(other.run(ask)))
    #expect(own.run("\(ask) cropAndScale=scaleFill") == answer(other.run(ask)))
  }

  @Test func `it is told, saved and loaded`() throws {
    let notebook = try notebook()
    let fact = "centerCrop, whatever the photos' dataset says"
    notebook.run("network n from=tiny classes=2 seed=1 cropAndScale=centerCrop; train n on=wide.train epochs=1")
    notebook.run("knn near features=tiny.flat1 pooling=none cropAndScale=scaleFit; train near on=wide.train")
    #expect(notebook.run("describe n").contains(fact))
    #expect(notebook.run("describe near").contains("scaleFit, whatever the photos' dataset says"))
    let told = notebook.run("save n path=\"n.mlmodel\"")
    #expect(
      told.contains(
        "Core ML files cannot hold cropAndScale=centerCrop: it is kept in the file's metadata, where load finds it. An app "
          + "sets it in Vision: imageCropAndScaleOption = .centerCrop"))
    notebook.run("save near path=\"near.mlmodel\"")
    notebook.run("load again \"n.mlmodel\"; load nearAgain \"near.mlmodel\"")
    #expect(notebook.run("describe again").contains(fact))
    #expect(try notebook.probabilities("again", on: "wide.train") == notebook.probabilities("n", on: "wide.train"))
    #expect(try notebook.neighbors("nearAgain").extractor.scaling == .scaleFit)
    // What is made of the file looks at photos as the file did, unless it is told otherwise.
    notebook.run("network on from=\"n.mlmodel\" classes=2 seed=1")
    #expect(try notebook.network("on").scaling == .centerCrop)
    notebook.run("network on from=\"n.mlmodel\" classes=2 seed=1 cropAndScale=scaleFill; save on path=\"on.mlmodel\"")
    #expect(try ModelFile(contentsOf: notebook.folder.appending(path: "on.mlmodel")).cropAndScale == .scaleFill)
    #expect(!notebook.run("network plain from=tiny classes=2 seed=1; describe plain").contains("cropAndScale"))
  }

  @Test func `another way forgets what a k-NN model remembered, the same does not`() throws {
    let notebook = try notebook()
    let line = "knn near features=tiny.flat1 cropAndScale=centerCrop"
    notebook.run("\(line); train near on=wide.train")
    #expect(notebook.run("\(line) numberOfNeighbors=1").contains("It keeps its 4 photos."))
    #expect(notebook.run("knn near features=tiny.flat1").contains("It has no samples yet."))
  }

  @Test func `it outlives the session, and a dataset's own way outlives a change of its photos`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("dataset work path=\"Pets\" into=\"work\" cropAndScale=scaleFit")
    first.run(
      "network n from=tiny classes=3 seed=1 cropAndScale=centerCrop; knn near features=tiny.flat1 cropAndScale=scaleFit"
    )
    first.run("train n on=work.train epochs=1; train near on=work.train")
    let second = try sessions.begin()
    second.run("describe n; describe near; describe work")
    #expect(try second.network("n").scaling == .centerCrop)
    #expect(try second.neighbors("near").extractor.scaling == .scaleFit)
    let words = "Photos are resized by scaleFit, unless a model says otherwise."
    #expect(second.run("describe work").contains(words))
    second.run("class work add=extra")
    #expect(second.run("describe work").contains(words))
    second.run("undo")
    #expect(second.run("describe work").contains(words))
  }

  @Test(arguments: [
    Mistake(
      "network n input=[4] cropAndScale=centerCrop { innerProduct 2; softmax }",
      """
      network n input=[4] cropAndScale=centerCrop { innerProduct 2; softmax }
                                       ^^^^^^^^^^ cropAndScale=centerCrop belongs to networks that read photos.
                                                  For photos: input=[1, H, W] or input=[3, H, W].
      """),
    Mistake(
      "knn near features=tiny.flat1 cropAndScale=centreCrop",
      """
      knn near features=tiny.flat1 cropAndScale=centreCrop
                                                ^^^^^^^^^^ cropAndScale cannot be centreCrop. Did you mean centerCrop?
      """),
  ])
  func `where it means nothing it is told`(mistake: Mistake) throws { try notebook().expect(mistake) }
}
