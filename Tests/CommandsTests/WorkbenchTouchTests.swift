import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// What touched views say, and what they are told.
struct WorkbenchTouchTests {
  private let make = "dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4"
  private let long =
    #""act": "train", "model": "hand", "on": "pets.train", "validate": ["pets.test"], "epochs": 1000000, "#
    + #""learningRate": 0.0001, "miniBatchSize": 2, "augment": ["flipHorizontal", "rotate(15)"]"#

  private func begun() throws -> (session: LiveSession, view: TouchedView) {
    let session = try Sessions().begin()
    session.run(make)
    let view = TouchedView(session.workbench)
    _ = try view.ask(#""ask": "watch", "model": "hand""#)
    try view.wait(for: "ready")
    return (session, view)
  }

  @Test func `a training begins, is changed, paused, goes on and is reset by acts, each a line that works in a cell`()
    throws
  {
    let (session, view) = try begun()
    defer { session.workbench.shutDown() }
    let (line, told) = try view.act(long)
    #expect(
      line
        == "train hand on=pets.train validate=pets.test epochs=1000000 learningRate=1e-4 miniBatchSize=2 "
        + "augment=[flipHorizontal, rotate(15)] background=true")
    #expect(told.hasPrefix("hand is in training in the background as job 1."))
    try view.wait(for: "training")
    try view.wait { ($0["figure"] as? String)?.contains("image/svg+xml") == true }
    #expect(
      try view.act(#""act": "setRate", "model": "hand", "learningRate": 2.5e-5"#).line
        == "set hand learningRate=2.5e-05".replacing("e-05", with: "e-5"))
    try view.wait { ($0["figure"] as? String)?.contains("learningRate set to 2.5e-5 from epoch") == true }
    #expect(try view.act(#""act": "pause", "model": "hand""#).line == "stop hand")
    try view.wait(for: "stopped")
    let state = try #require(view.all.last { $0["state"] != nil }?["state"] as? [String: Any])
    let settings = try #require(state["settings"] as? [String: Any])
    #expect(settings["learningRate"] as? Double == 2.5e-5 && settings["miniBatchSize"] as? Int == 2)
    #expect(settings["augment"] as? [String] == ["flipHorizontal", "rotate(15)"])
    #expect((state["figure"] as? String)?.contains("<table") == true)
    #expect(
      try view.act(#""act": "goOn", "model": "hand", "learningRate": 0.001"#).line
        == "train hand learningRate=0.001 background=true")
    try view.wait(for: "training")
    try view.act(#""act": "pause", "model": "hand""#)
    try view.wait(for: "stopped")
    #expect(try view.act(#""act": "reset", "model": "hand""#).line == "reset hand")
    try view.wait(for: "ready")
    #expect(try session.network("hand").training.records.isEmpty)
    #expect(try view.act(#""act": "undo""#).line == "undo")
    try view.wait(for: "stopped")
    #expect(try !session.network("hand").training.records.isEmpty)
  }

  @Test func `the view hears of what cells do, and nothing once it is closed`() throws {
    let (session, view) = try begun()
    session.run("train hand on=pets.train epochs=2")
    try view.wait { $0["figure"] != nil }
    #expect(view.standings.last == "ready")
    session.run("forget hand")
    try view.wait(for: "missing")
    session.run("network hand from=tiny classes=3 seed=4")
    try view.wait(for: "ready")
    view.close()
    let count = view.all.count
    session.run("train hand on=pets.train epochs=2")
    #expect(view.all.count == count)
  }

  @Test func `a training in the background that comes to its end tells the view so`() throws {
    let (session, view) = try begun()
    try view.act(#""act": "train", "model": "hand", "on": "pets.train", "validate": [], "epochs": 3, "augment": []"#)
    try view.wait { (($0["state"] as? [String: Any])?["told"] as? String)?.contains("3 epochs") == true }
    try view.wait(for: "ready")
    #expect(try session.network("hand").training.records.count == 3)
  }

  @Test func `a line is told without being done`() throws {
    let (session, view) = try begun()
    let answer = try view.ask("\"ask\": \"line\", " + long)
    #expect((answer["line"] as? String)?.hasPrefix("train hand on=pets.train") == true)
    #expect(try session.network("hand").training.records.isEmpty)
    #expect(session.run("jobs").hasPrefix("No training has run"))
  }

  @Test func `what cannot be done is told with its line, and changes nothing`() throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(make)
    let view = TouchedView(notebook.workbench)
    let before = Snapshot(notebook)
    for (act, line, problem) in [
      (#""act": "pause", "model": "hand""#, "stop hand", "No training is running in the background."),
      (#""act": "reset", "model": "nobody""#, "reset nobody", "There is no model called nobody."),
      (#""act": "setRate", "model": "hand", "learningRate": 5000"#, "set hand learningRate=5000", "learningRate"),
      (
        #""act": "train", "model": "hand", "on": "x; undo", "validate": [], "augment": []"#,
        #"train hand on="x; undo" background=true"#, "There is no dataset called x; undo."
      ),
    ] {
      let answer = try view.ask("\"ask\": \"act\", " + act)
      #expect(answer["line"] as? String == line)
      #expect((answer["problem"] as? String)?.contains(problem) == true, "\(answer)")
    }
    #expect(Snapshot(notebook) == before)
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "{\"id\": 1}", #"{"id": 1, "ask": "dance"}"#, #"{"id": 1, "ask": "act"}"#,
    #"{"id": 1, "ask": "act", "act": "train"}"#, #"{"id": 1, "ask": "act", "act": "pause", "model": 7}"#,
    #"{"id": 1, "ask": "act", "act": "setRate", "model": "hand", "learningRate": "x"}"#,
    #"{"id": 99999999999999999999, "ask": "act", "act": "undo"}"#, #"{"ask": "watch", "id": 1}"#,
    #"{"id": 1, "ask": "act", "act": "train", "model": "hand", "validate": [], "augment": ["flipHorizontal] ; undo"]}"#,
    #"{"id": 1, "ask": "act", "act": "train", "model": "hand", "validate": [], "augment": [], "epochs": 1e99}"#,
    "{\"id\": 1, \"ask\": \"act\", \"act\": \"pause\", \"model\": \"\(String(repeating: "x", count: 2000))\"}",
    "{\"id\": 1, \"ask\": \"act\", \"act\": \"train\", \"model\": \"hand\", \"validate\": [\(Array(repeating: "\"a\"", count: 2000).joined(separator: ","))], \"augment\": []}",
  ])
  func `what makes no sense is answered by a sentence and does no harm`(question: String) throws {
    let notebook = try Notebook(pets: "Pets")
    notebook.run(make)
    let view = TouchedView(notebook.workbench)
    let before = Snapshot(notebook)
    let count = view.all.count
    view.say(question)
    for _ in 0..<3000 where view.all.count <= count { Thread.sleep(forTimeInterval: 0.01) }
    let answer = try #require(view.all.dropFirst(count).first)
    #expect((answer["problem"] as? String)?.isEmpty == false, "\(answer)")
    #expect(Snapshot(notebook) == before)
  }
}
