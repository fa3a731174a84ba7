import Foundation
import Testing

@testable import Commands
@testable import Experiments

/// Photos that are relabelled and removed where they are shown.
struct TouchedPhotoTests {
  private let session: LiveSession
  private let view: TouchedView

  init() throws {
    session = try Sessions().begin()
    session.run("dataset pets path=\"Pets\"")
    view = TouchedView(session.workbench)
  }

  /// The classes of photos of these names.
  private func classes(_ names: [String], of split: String = "pets.train") throws -> [String: [String]] {
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let answer = try view.ask("\"ask\": \"photos\", \"split\": \"\(split)\", \"photos\": [\(list)]")
    #expect(answer["labels"] as? [String] == ["cat", "dog"])
    return try #require(answer["photos"] as? [String: [String]])
  }

  private func rename(_ old: String, _ new: String) throws {
    let folder = session.notebook.folder.appending(path: "Pets/train")
    try FileManager.default.moveItem(at: folder.appending(path: old), to: folder.appending(path: new))
    session.run("dataset pets path=\"Pets\"")
  }

  @Test func `a photo is relabelled by its name, or by its place where others are called so, and back again`() throws {
    try rename("cat/0.jpg", "cat/odd one.jpg")
    #expect(try classes(["odd one.jpg", "1.jpg", "none.jpg"]) == ["odd one.jpg": ["cat"], "1.jpg": ["cat", "dog"]])
    let (line, told) = try view.act(
      #""act": "relabel", "split": "pets.train", "photos": [{"name": "odd one.jpg", "label": "cat"}, "#
        + #"{"name": "1.jpg", "label": "dog"}], "to": "dog""#)
    #expect(line.hasPrefix("relabel pets.train \"odd one.jpg\" ") && line.hasSuffix(" to=dog"))
    #expect(told.contains("odd one.jpg from cat to dog"))
    #expect(try classes(["odd one.jpg"]) == ["odd one.jpg": ["dog"]])
    #expect(try view.act(#""act": "undo""#).line == "undo")
    #expect(try classes(["odd one.jpg"]) == ["odd one.jpg": ["cat"]])
    try view.act(#""act": "redo""#)
    #expect(try classes(["odd one.jpg"]) == ["odd one.jpg": ["dog"]])
    // The line works in a cell, too.
    session.run("undo")
    session.run(line)
    #expect(try classes(["odd one.jpg"]) == ["odd one.jpg": ["dog"]])
  }

  @Test func `photos are removed, and come back`() throws {
    let (line, told) = try view.act(
      #""act": "remove", "split": "pets.train", "photos": [{"name": "2.jpg", "label": "dog"}]"#)
    #expect(line == "remove pets.train 5" && told.hasPrefix("Removed from pets.train: 2.jpg (dog). 5 photos are left"))
    #expect(try classes(["2.jpg"]) == ["2.jpg": ["cat"]])
    try view.act(#""act": "undo""#)
    #expect(try classes(["2.jpg"]) == ["2.jpg": ["cat", "dog"]])
  }

  @Test func `who shows photos is told of every change, by whom it may be, and of nothing else`() throws {
    try rename("cat/0.jpg", "cat/odd.jpg")
    #expect(try classes(["odd.jpg", "2.jpg"])["odd.jpg"] == ["cat"])
    func news() -> [[String: Any]] { view.all.filter { $0["id"] == nil && $0["photos"] != nil } }
    session.run("relabel pets.train odd.jpg to=dog")
    let told = try view.wait { $0["id"] == nil && $0["photos"] != nil }
    #expect(told["split"] as? String == "pets.train" && told["counts"] as? [String: Int] == ["cat": 2, "dog": 4])
    #expect((told["photos"] as? [String: [String]])?["odd.jpg"] == ["dog"])
    #expect((told["order"] as? [String])?.count == 3)
    session.run("print 1")
    session.run("show pets.test")
    #expect(news().count == 1)
    session.run("undo")
    #expect(news().count == 2)
    #expect(news().last?["counts"] as? [String: Int] == ["cat": 3, "dog": 3])
    view.close()
    session.run("redo")
    #expect(news().count == 2)
  }

  @Test
  func `a page that looks by itself is answered without photos as long as there are none, and told once there are`()
    throws
  {
    let other = try Sessions().begin()
    let page = TouchedView(other.workbench)
    let quiet = try page.ask(
      #""ask": "photos", "split": "pets.train", "photos": ["0.jpg"], "isUnasked": true"#)
    #expect(quiet["photos"] == nil && quiet["problem"] == nil)
    other.run("dataset pets path=\"Pets\"")
    let told = try page.wait { $0["photos"] != nil }
    #expect((told["photos"] as? [String: [String]])?["0.jpg"] == ["cat", "dog"])
  }

  @Test(arguments: [
    (
      #""act": "relabel", "split": "pets.train", "photos": [{"name": "9.jpg", "label": "cat"}], "to": "dog""#,
      "pets.train has no photo 9.jpg"
    ),
    (
      #""act": "relabel", "split": "pets.train", "photos": [{"name": "1.jpg", "label": "cow"}], "to": "dog""#,
      "pets.train has no photo 1.jpg"
    ),
    (#""act": "relabel", "split": "pets.train", "photos": [{"name": "1.jpg", "label": "cat"}], "to": "cow""#, "cow"),
    (
      #""act": "relabel", "split": "pets.train", "photos": [{"name": "1.jpg", "label": "cat"}], "to": "dog\nundo""#,
      "undo"
    ),
    (#""act": "remove", "split": "pets.train", "photos": []"#, "does not know this act"),
    (#""act": "remove", "split": "pets.old", "photos": [{"name": "1.jpg", "label": "cat"}]"#, "old"),
    (#""act": "remove", "split": "../up", "photos": [{"name": "1.jpg", "label": "cat"}]"#, "There is no dataset"),
    (#""act": "remove", "split": "pets.train", "photos": "all""#, "does not know this act"),
  ])
  func `what is not there, or no photo, is a sentence, and nothing is changed`(act: String, words: String) throws {
    let before = try classes(["0.jpg", "1.jpg", "2.jpg"])
    let answer = try view.ask("\"ask\": \"act\", " + act)
    #expect((answer["problem"] as? String)?.contains(words) == true, "\(answer)")
    #expect(try classes(["0.jpg", "1.jpg", "2.jpg"]) == before)
  }

  @Test func `show, gallery and check say which photo each picture is of`() throws {
    let attributes = "data-whet-photo=\"0.jpg\" data-whet-split=\"pets.train\" data-whet-label=\"cat\""
    session.run("show pets.train")
    #expect(session.page.html.contains(attributes))
    #expect(
      session.page.html.contains("<div data-whet-class=\"\" data-whet-split=\"pets.train\" data-whet-label=\"dog\">"))
    session.run("show pets")
    #expect(session.page.html.contains(attributes) && session.page.html.contains("data-whet-split=\"pets.test\""))
    session.run(
      "knn near features=tiny.pool1 numberOfNeighbors=1; train near on=pets.train; gallery near on=pets.train")
    #expect(session.page.html.contains(attributes))
  }
}
