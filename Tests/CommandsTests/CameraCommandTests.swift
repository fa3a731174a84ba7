import Figures
import Foundation
import Pictures
import Testing

@testable import Commands
@testable import Experiments

/// The camera of a page: what its output says, the photos it sends, and what models answer to them.
struct CameraCommandTests {
  private let session: LiveSession
  private let view: TouchedView

  init() throws {
    session = try Sessions().begin()
    view = TouchedView(session.workbench)
  }

  private func photo(red: UInt8 = 200, side: Int = 32) throws -> Data {
    try Picture(
      width: side, height: side,
      pixels: (0..<side * side).flatMap { place in [red, UInt8(place % 251), 40] }
    ).jpegData(quality: 0.9)
  }

  private func camera(_ line: String) throws -> [String: Any] {
    session.run(line)
    let live = try #require(session.page.entries.last?.rendering.live)
    return try #require(JSONSerialization.jsonObject(with: Data(live.json.utf8)) as? [String: Any])
  }

  /// Sends a photo in pieces of a size.
  private func send(_ photo: Data, as word: String, name: String = "me.jpg", pieces: Int = 1) throws {
    let size = (photo.count + pieces - 1) / pieces
    for part in 0..<pieces {
      let answer = try view.ask(
        "\"ask\": \"piece\", \"upload\": \"\(word)\", \"name\": \"\(name)\", \"part\": \(part), \"parts\": \(pieces)",
        beside: photo.dropFirst(part * size).prefix(size))
      #expect(answer["problem"] == nil, "\(answer)")
    }
  }

  private func files(in folder: String) -> [String] {
    let path = session.notebook.folder.appending(path: folder).path(percentEncoded: false)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test func `it knows the classes of a dataset, and the models that read photos`() throws {
    session.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4; knn near features=tiny.pool1")
    session.run("network line input=[2] seed=3 { innerProduct 2; softmax }")
    var content = try camera("camera pets.train")
    #expect(content["view"] as? String == "camera" && content["split"] as? String == "pets.train")
    #expect(content["classes"] as? [String] == ["cat", "dog"] && content["models"] as? [String] == ["hand", "near"])
    content = try camera("camera pets.train models=[near] classes=[dog, bird]")
    #expect(content["classes"] as? [String] == ["cat", "dog", "bird"] && content["models"] as? [String] == ["near"])
    #expect(session.page.text.contains("add pets.train \"photo.jpg\" label=cat"))
    content = try camera("camera fruit")
    #expect(content["split"] as? String == "fruit.train" && content["classes"] as? [String] == [])
  }

  @Test func `what no photo can be added to is told`() throws {
    session.run("dataset pets path=\"Pets\"")
    #expect(session.fail("camera pets.old").contains("old"))
    #expect(session.fail("camera fruit.old").contains("fruit"))
    #expect(session.fail("camera pets.train models=[nobody]").contains("nobody"))
    #expect(session.fail("camera pets.train classes=[\"a/b\"]").contains("a/b"))
  }

  @Test func `a photo that is kept is a line of add, and undo takes it back`() throws {
    session.run("dataset pets path=\"Pets\"")
    try send(photo(), as: "one", pieces: 3)
    let (line, told) = try view.act(#""act": "add", "split": "pets.train", "upload": "one", "label": "dog""#)
    #expect(line == "add pets.train \"photos/me.jpg\" label=dog")
    #expect(told.contains("pets.train has 7 photos now."))
    #expect(files(in: "photos") == ["me.jpg"])
    try send(photo(), as: "two")
    #expect(
      try view.act(#""act": "add", "split": "pets.train", "upload": "two", "label": "cat""#).line
        == "add pets.train \"photos/me-2.jpg\" label=cat")
    try view.act(#""act": "undo""#)
    try view.act(#""act": "undo""#)
    #expect(files(in: "Pets/train/dog").count == 3 && files(in: "Pets/train/cat").count == 3)
    // The line works in a cell, too.
    #expect(session.run(line).contains("pets.train has 7 photos now."))
  }

  @Test func `the first photo under a new name makes the dataset, others add to it, and all can be taken back`() throws
  {
    try send(photo(), as: "one", name: "2026-11-25_10-00-00.jpg")
    let (line, told) = try view.act(#""act": "add", "split": "fruit.train", "upload": "one", "label": "🍎""#)
    #expect(line == "add fruit.train \"photos/2026-11-25_10-00-00.jpg\" label=🍎")
    #expect(told.contains("fruit.train has 1 photo now."))
    #expect(try view.act(#""act": "addClass", "dataset": "fruit", "label": "🍐""#).line == "class fruit add=🍐")
    try send(photo(red: 20), as: "two")
    try view.act(#""act": "add", "split": "fruit.train", "upload": "two", "label": "🍐""#)
    try send(photo(red: 30), as: "three")
    try view.act(#""act": "add", "split": "fruit.test", "upload": "three", "label": "🍐""#)
    let text = session.run("describe fruit").squeezed
    #expect(text.contains("fruit: 3 photos in 2 classes"))
    session.run(
      "knn near features=tiny.pool1 numberOfNeighbors=1; train near on=fruit.train; evaluate near on=fruit.test")
    session.run("undo; undo; undo; undo; undo; undo")
    #expect(files(in: "fruit") == [])
    #expect(session.fail("describe fruit").contains("fruit"))
  }

  @Test func `a folder that is there is not taken for a new dataset`() throws {
    try FileManager.default.createDirectory(
      at: session.notebook.folder.appending(path: "fruit"), withIntermediateDirectories: false)
    try send(photo(), as: "one")
    let answer = try view.ask(#""ask": "act", "act": "add", "split": "fruit.train", "upload": "one", "label": "a""#)
    #expect((answer["problem"] as? String)?.contains("There is no dataset called fruit.") == true)
    #expect(files(in: "fruit") == [] && files(in: "photos") == [])
  }

  @Test func `models answer to a photo side by side, and nothing is kept of it`() throws {
    session.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4; knn near features=tiny.pool1")
    session.run("train near on=pets.train; train hand on=pets.train epochs=1")
    try send(photo(), as: "look")
    let answer = try view.ask(#""ask": "predict", "models": ["near", "hand", "nobody"], "upload": "look""#)
    let answers = try #require(answer["answers"] as? [[String: Any]])
    #expect(answers.map { $0["model"] as? String } == ["near", "hand", "nobody"])
    let near = try #require(answers[0]["classes"] as? [[String: Any]])
    #expect(["cat", "dog"].contains(near[0]["label"] as? String) && near[0]["share"] is Double)
    #expect((answers[1]["classes"] as? [[String: Any]])?.count == 3)
    #expect((answers[2]["problem"] as? String)?.contains("There is no model called nobody.") == true)
    #expect(files(in: "photos") == [])
    // The same as the command's answer.
    try photo().write(to: session.notebook.folder.appending(path: "same.jpg"))
    let text = session.run("predict near image=\"same.jpg\" top=1")
    #expect(text.contains(near[0]["label"] as? String ?? "none"))
  }

  @Test func `what is no photo is told, and leaves no file`() throws {
    session.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=4")
    try send(Data("no photo".utf8), as: "bad")
    let added = try view.ask(#""ask": "act", "act": "add", "split": "pets.train", "upload": "bad", "label": "cat""#)
    #expect((added["problem"] as? String)?.isEmpty == false)
    #expect(files(in: "photos") == [] && files(in: "Pets/train/cat").count == 3)
    try send(Data("no photo".utf8), as: "bad")
    let asked = try view.ask(#""ask": "predict", "models": ["hand"], "upload": "bad""#)
    let answers = try #require(asked["answers"] as? [[String: Any]])
    #expect((answers[0]["problem"] as? String)?.contains("photo.jpg") == true)
  }

  @Test(
    arguments: [
      (#""upload": "a", "name": "../../up.jpg", "part": 0, "parts": 1"#, nil),
      (#""upload": "a", "name": "a.jpg", "part": 0, "parts": 0"#, "did not arrive whole"),
      (#""upload": "a", "name": "a.jpg", "part": 1, "parts": 1"#, "did not arrive whole"),
      (#""upload": "a", "name": "a.jpg", "part": -1, "parts": 1"#, "did not arrive whole"),
      (#""upload": "a", "name": "a.jpg", "part": 0, "parts": 999999999999"#, "did not arrive whole"),
      (#""upload": "a", "name": 7, "part": 0, "parts": 1"#, "does not know this act"),
    ] as [(String, String?)])
  func `pieces that do not fit are rejected, and no name leads out of the folder`(piece: String, words: String?) throws
  {
    session.run("dataset pets path=\"Pets\"")
    let answer = try view.ask("\"ask\": \"piece\", " + piece, beside: try photo())
    if let words {
      #expect((answer["problem"] as? String)?.contains(words) == true, "\(answer)")
    } else {
      let line = try view.act(#""act": "add", "split": "pets.train", "upload": "a", "label": "cat""#).line
      #expect(line == "add pets.train \"photos/up.jpg\" label=cat")
    }
  }

  @Test func `no view fills the memory`() throws {
    let uploads = TouchUploads()
    let full = Data(count: TouchUploads.mostOfPiece)
    func piece(_ word: String, _ part: Int) -> UploadPart {
      UploadPart(upload: word, name: "a.jpg", part: part, parts: 40)
    }
    for part in 0..<32 { try uploads.take(piece("a", part), full, from: "v") }
    #expect(throws: Diagnostic.self) { try uploads.take(piece("a", 32), full, from: "v") }
    #expect(throws: Diagnostic.self) { try uploads.collect("a", from: "v") }
    #expect(throws: Diagnostic.self) {
      try uploads.take(piece("b", 0), Data(count: TouchUploads.mostOfPiece + 1), from: "v")
    }
    for number in 0..<TouchUploads.mostWaiting { try uploads.take(piece("\(number)", 0), Data([1]), from: "v") }
    #expect(throws: Diagnostic.self) { try uploads.take(piece("one more", 0), Data([1]), from: "v") }
    uploads.forget("v")
    try uploads.take(piece("one more", 0), Data([1]), from: "v")
  }
}
