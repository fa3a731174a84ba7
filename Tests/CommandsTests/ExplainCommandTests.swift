import CommandLanguage
import ExperimentSupport
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

struct ExplainCommandTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    try notebook.photo("odd.jpg", red: 105)
    notebook.run(
      """
      knn near features=tiny.pool1 numberOfNeighbors=1
      train near on=pets.train
      train hand on=pets.train epochs=3 learningRate=0.05
      """)
    return notebook
  }

  @Test func `neighbours are shown beside the photo, with the sum of their shares`() throws {
    let notebook = try notebook()
    let text = notebook.run("explain near photo=\"odd.jpg\" label=cat")
    #expect(text.hasPrefix("near says dog to odd.jpg, 100.0 % sure; it is cat\n"))
    #expect(text.contains("dog 100 %"))
    #expect(notebook.run("explain hand photo=\"odd.jpg\" neighbors=4").contains("in the input of fc1"))
    #expect(notebook.page.html.count(of: "<img ") == 5)
  }

  @Test(arguments: ["near", "hand"]) func `an occlusion map is laid over the photo`(name: String) throws {
    let notebook = try notebook()
    let text = notebook.run("explain \(name) photo=\"odd.jpg\" by=occlusion")
    #expect(text.contains("In colour: covering it makes the prediction less probable."))
    #expect(notebook.page.html.count(of: "<img ") == 2)
  }

  @Test func `beyond 5: without the nearest photo a neighbour answers otherwise, and every claim is a training`() throws
  {
    let notebook = try notebook()
    let text = notebook.run("explain near photo=\"odd.jpg\" label=cat by=removal")
    #expect(text.contains("Each line is one training: 7 trainings"))
    let before = Snapshot(notebook)
    // Red 105 lies nearest to the first dog, 100; without it to the second, 120, or the last cat, 40.
    let photos = try #require(notebook.dataset("pets")?.split("train")).photos
    let claims = try notebook.removal(of: "odd.jpg", label: "cat", by: "near")
    for (place, row) in claims.without.enumerated() {
      notebook.run("knn other features=tiny.pool1 numberOfNeighbors=1")
      let others = photos.indices.filter { $0 != place }.map(String.init).joined(separator: ", ")
      notebook.run("train other on=pets.train select=[\(others)] from=start")
      let answer = notebook.run("predict other image=\"odd.jpg\" top=1")
      #expect(answer.hasPrefix("other: \(row.predicted)\n"), "without photo \(place)")
    }
    notebook.run("forget other")
    #expect(Snapshot(notebook) == before)
  }

  @Test func `decisive are the photos that turn right into wrong or wrong into right`() throws {
    let notebook = try notebook()
    let removal = try notebook.removal(of: "odd.jpg", label: "cat", by: "hand")
    for place in removal.without.indices {
      #expect(
        removal.decisive.contains(place) == (removal.without[place].isCorrect != removal.before.isCorrect))
    }
    #expect(removal.strongest != nil)
  }

  @Test func `a photo of a dataset is named by its beginning`() throws {
    let notebook = try Notebook(data: nil)
    for name in ["8FDEEF3B-1", "8FDEEF3C-2", "11111111-3"] { try notebook.photo("P/train/a/\(name).jpg") }
    try notebook.photo("P/train/b/22222222-4.jpg", red: 0)
    try TinyNetwork().file().write(to: notebook.folder.appending(path: "tiny.mlmodel"))
    notebook.run("dataset p path=P; knn near features=tiny.pool1; train near on=p.train")
    #expect(notebook.run("explain near photo=2222").contains("near says"))
    notebook.expect(
      Mistake(
        "explain near photo=8FDEEF3",
        """
        explain near photo=8FDEEF3
                           ^^^^^^^ 2 photos begin with 8FDEEF3.
                                   They are 8FDEEF3B-1.jpg and 8FDEEF3C-2.jpg.
        """))
  }

  @Test(arguments: [
    Mistake(
      "explain near photo=\"odd.jpg\" by=removal",
      """
      explain near photo="odd.jpg" by=removal
                         ^^^^^^^^^ odd.jpg has no label.
                                   Give one: label=✊
      """),
    Mistake(
      "explain far photo=\"odd.jpg\"",
      """
      explain far photo="odd.jpg"
              ^^^ There is no model called far.
                  There are hand and near.
      """),
    Mistake(
      "explain near",
      """
      explain near
      ^^^^^^^ explain needs photo="path": the photo: a file, or the beginning of a name.
              For example: explain hand photo="8FDEEF3B" by=occlusion
      """),
  ])
  func `what cannot be explained is told, and nothing changes`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }
}

extension Notebook {
  /// What the removal of each training photo would change.
  fileprivate func removal(of file: String, label: String, by name: String) throws -> Removal {
    let arguments = try Parsing.arguments(of: "explain \(name) photo=\"\(file)\" label=\(label)")
    return try workbench.withWorkspace { session in
      let model = try session.lookup.model(arguments.positionals[0])
      let photo = try session.lookup.photo(try #require(arguments.named["photo"]), label: label)
      let learnt = try session.lookup.photosLearnt(by: model, without: photo, at: arguments.commandSpan)
      let all = PhotoSelection(text: learnt.text, dataset: learnt.dataset, photos: learnt.photos + [photo])
      let candidate = try session.inference().candidate(model, on: .photos(all))
      return try Removal(candidate, trials: ParallelTrainings(signal: NeverStops())) { _ in }
    }
  }
}
