import Figures
import Foundation
import Testing

@testable import Commands
@testable import Experiments

struct ControlsCommandTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"

  private func controls(_ line: String, _ session: LiveSession) throws -> [String: Any] {
    session.run(line)
    let live = try #require(session.page.entries.last?.rendering.live)
    #expect(live.mimeType == "application/vnd.whet.touch+json")
    return try #require(JSONSerialization.jsonObject(with: Data(live.json.utf8)) as? [String: Any])
  }

  @Test func `it says what is set, what is allowed, and the line that trains so`() throws {
    let session = try Sessions().begin()
    session.run(make + "; update hand miniBatchSize=[1, 2, 8] learningRate=range(0, 0.5, default=0.01)")
    let content = try controls(
      "controls hand on=pets.train validate=[pets.test] epochs=50 learningRate=1e-4 augment=[flipVertical]", session)
    let line =
      "train hand on=pets.train validate=pets.test epochs=50 learningRate=1e-4 miniBatchSize=8 augment=[flipVertical] "
      + "background=true"
    #expect(content["view"] as? String == "controls" && content["model"] as? String == "hand")
    #expect(content["line"] as? String == line)
    #expect(content["epochs"] as? Int == 50 && content["learningRate"] as? Double == 1e-4)
    let allowed = try #require(content["allowed"] as? [String: [String: Any]])
    #expect(allowed["miniBatchSize"]?["values"] as? [Double] == [1, 2, 8])
    #expect(allowed["learningRate"]?["most"] as? Double == 0.5)
    let text = session.page.text
    #expect(text.contains("Training of hand") && text.contains(line) && text.contains("whet install"))
    #expect(session.page.html.contains("<table"))
    session.run(line)
    session.workbench.shutDown()
  }

  @Test func `what is not given is as in the last training`() throws {
    let session = try Sessions().begin()
    session.run(make + "; train hand on=pets.train validate=pets.test epochs=2 learningRate=0.02 miniBatchSize=4")
    let content = try controls("controls hand", session)
    #expect(content["on"] as? String == "pets.train" && content["validate"] as? [String] == ["pets.test"])
    #expect(content["miniBatchSize"] as? Int == 4 && content["learningRate"] as? Double == 0.02)
  }

  @Test func `what cannot be trained so is told`() throws {
    let session = try Sessions().begin()
    session.run(make + "; knn near features=tiny.pool1; update hand miniBatchSize=[1, 2, 8]")
    #expect(session.fail("controls hand").contains("on="))
    #expect(session.fail("controls near on=pets.train").contains("near"))
    #expect(session.fail("controls nobody").contains("There is no model called nobody."))
    #expect(session.fail("controls hand on=pets.train miniBatchSize=7").contains("hand allows miniBatchSize 1, 2, 8"))
    #expect(session.fail("controls hand on=pets.nothing").contains("nothing"))
  }
}
