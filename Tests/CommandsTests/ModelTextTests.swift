import Foundation
import ModelFile
import Networks
import Testing
import Training

@testable import Commands
@testable import Experiments

/// `describe … format=json` and `load "….json"`.
struct ModelTextTests {
  /// A file's metadata but for the mark of what was written here.
  private func unmarked(_ file: ModelFile) -> ModelMetadata {
    var metadata = file.description.metadata
    metadata.userDefined[WrittenMark.key] = nil
    return metadata
  }

  @Test func `row 73: a network read from its text is the network`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 seed=1")
    let text = notebook.run("describe hand format=json")
    #expect(ModelText(Data(text.utf8))?.definition == (try notebook.network("hand")).definition)
    notebook.run("describe hand format=json path=\"hand.json\"; load again \"hand.json\"")
    let (one, other) = (try notebook.network("hand"), try notebook.network("again"))
    #expect(
      one.definition == other.definition && one.outputs.classes == other.outputs.classes
        && one.outputs.count == other.outputs.count)
    #expect(try notebook.probabilities("hand", on: "pets.test") == notebook.probabilities("again", on: "pets.test"))
    notebook.run("train again on=pets.train epochs=1 seed=1")
  }

  @Test func `an image without a bias for each channel is refused`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("describe hand format=json path=\"hand.json\"")
    let url = notebook.folder.appending(path: "hand.json")
    var text = try #require(ModelText(Data(contentsOf: url)))
    text.definition.inputs[0].image?.biases = [0, 0]
    try text.data.write(to: url)
    #expect(
      notebook.fail("load again \"hand.json\"").contains(
        "Input image of hand.json is an image with 2 biases; it needs 3."))
  }

  @Test func `who made it, what for, and its defaults come through`() throws {
    let notebook = try Notebook.withWork()
    notebook.run("network hand from=tiny classes=2 seed=1; train hand on=pets.train epochs=1 learningRate=1e-4 seed=1")
    notebook.run(
      "save hand path=\"hand.mlmodel\" author=\"A. Thor\" license=\"CC0\" description=\"Tells cats from dogs\"")
    var file = try ModelFile(contentsOf: notebook.folder.appending(path: "hand.mlmodel"))
    file.description.metadata.version = "3"
    file.description.metadata.userDefined["camera"] = "an old one"
    file.description.inputs[0].shortDescription = "a photo of a pet"
    try file.write(to: notebook.folder.appending(path: "hand.mlmodel"))
    notebook.run("load one \"hand.mlmodel\"; describe one format=json path=\"one.json\"; load two \"one.json\"")
    notebook.run("describe \"hand.mlmodel\" format=json path=\"file.json\"; load three \"file.json\"")
    let text = try #require(ModelText(Data(contentsOf: notebook.folder.appending(path: "one.json"))))
    #expect(text.notes?.author == "A. Thor" && text.notes?.license == "CC0" && text.notes?.version == "3")
    for name in ["two", "three"] {
      notebook.run("save \(name) path=\"\(name).mlmodel\"")
      let saved = try ModelFile(contentsOf: notebook.folder.appending(path: "\(name).mlmodel"))
      #expect(unmarked(saved) == unmarked(file))
      #expect(saved.description.inputs[0].shortDescription == "a photo of a pet")
      #expect(saved.updateParameters == file.updateParameters)
      #expect(saved.updateParameters?.optimizer?.learningRate?.defaultValue == 1e-4)
      #expect(notebook.run("describe \(name) parameters=true").contains("1e-4"))
    }
    // What was kept says the same.
    let page = Page()
    _ = try notebook.restarted().run("save two path=\"later.mlmodel\"", on: page)
    let later = try ModelFile(contentsOf: notebook.folder.appending(path: "later.mlmodel"))
    #expect(unmarked(later) == unmarked(file))
    #expect(later.description.inputs[0].shortDescription == "a photo of a pet")
  }

  @Test func `the settings of the last training are its defaults`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=7 learningRate=1e-4 miniBatchSize=3 seed=1")
    notebook.run("describe hand format=json path=\"hand.json\"; load again \"hand.json\"")
    let defaults = try #require(notebook.network("again").update.defaults)
    #expect(defaults.epochs == 7 && defaults.miniBatchSize == 3 && defaults.optimizer.learningRate == 1e-4)
    notebook.run("train again on=pets.train epochs=2 seed=1")
    #expect(try notebook.network("again").training.last?.settings.optimizer.learningRate == 1e-4)
  }

  @Test func `a regressor stays one`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.write("1,0,1\n3,1,0\n2,1,1\n".utf8, to: "points.csv")
    notebook.run("dataset points csv=\"points.csv\"; network line input=[2] seed=1 { innerProduct 1; softmax }")
    var text = ModelText(try notebook.network("line"))
    text.definition.layers.removeLast()
    text.definition.outputs = text.definition.layers[0].outputs
    text.isRegressor = true
    try notebook.write(text.data, to: "line.json")
    notebook.run("load price \"line.json\"; train price on=points epochs=3 learningRate=0.1 seed=1")
    #expect(notebook.run("evaluate price on=points").contains("price on points: "))
    notebook.run(
      "describe price format=json path=\"price.json\"; load again \"price.json\"; save again path=\"again.mlmodel\"")
    #expect(try notebook.network("again").outputs.isRegressor)
    #expect(try ModelFile(contentsOf: notebook.folder.appending(path: "again.mlmodel")).kind == .neuralNetworkRegressor)
  }

  @Test(arguments: [
    Mistake(
      "describe pets format=json",
      """
      describe pets format=json
               ^^^^ pets is not a network; only networks can be shown as JSON.
      """),
    Mistake(
      "describe hand path=\"hand.json\"",
      """
      describe hand path="hand.json"
                         ^^^^^^^^^^^ path="hand.json" belongs to format=json.
                                     Add format=json, or leave it out.
      """),
  ])
  func `what cannot be is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook.withNetwork().expect(mistake)
  }

  @Test(arguments: ["", "[]", "{\"kind\":\"whet network 1\"}"]) func `other files are none`(content: String) throws {
    let notebook = try Notebook.withNetwork()
    try notebook.write(content.utf8, to: "odd.json")
    #expect(notebook.fail("load odd \"odd.json\"").contains("odd.json does not describe a network."))
    #expect(notebook.model("odd") == nil)
  }
}
