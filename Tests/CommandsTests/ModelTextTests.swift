import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// `describe … format=json` and `load "….json"`.
struct ModelTextTests {
  @Test func `row 73: a network read from its text is the network`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=1 seed=1")
    let text = notebook.run("describe hand format=json")
    #expect(ModelText(Data(text.utf8))?.definition == (try notebook.network("hand")).definition)
    notebook.run("describe hand format=json path=\"hand.json\"; load again \"hand.json\"")
    let (one, other) = (try notebook.network("hand"), try notebook.network("again"))
    #expect(one.definition == other.definition && one.classes == other.classes && one.outputs == other.outputs)
    #expect(try notebook.probabilities("hand", on: "pets.test") == notebook.probabilities("again", on: "pets.test"))
    notebook.run("train again on=pets.train epochs=1 seed=1")
  }

  @Test(arguments: [
    Mistake(
      "describe pets format=json",
      """
      describe pets format=json
               ^^^^ pets is no network, and only these can be shown as JSON.
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
    #expect(notebook.fail("load odd \"odd.json\"").contains("odd.json describes no network."))
    #expect(notebook.model("odd") == nil)
  }
}
