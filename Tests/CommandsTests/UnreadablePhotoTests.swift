import Foundation
import Pictures
import Testing

@testable import Commands
@testable import Experiments

/// Files that are called photos and are none: every command that reads photos names the file, and changes nothing.
struct UnreadablePhotoTests {
  struct Broken: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let reason: String
    var testDescription: String { reason }
  }

  static let broken: [Broken] = {
    let whole = (try? Array(Picture(width: 64, height: 64, red: 9, green: 9, blue: 9).jpegData())) ?? []
    let drawn = (try? Array(Picture(width: 64, height: 64, red: 9, green: 9, blue: 9).pngData())) ?? []
    return [
      Broken(name: "x.jpg", bytes: Array(whole.prefix(300)), reason: "JPEG ends after 300 bytes"),
      Broken(name: "x.png", bytes: Array(drawn.prefix(40)), reason: "PNG ends after 40 bytes"),
      Broken(name: "x.jpg", bytes: Array("Dear diary".utf8), reason: "it is text, not a picture"),
      Broken(name: "x.jpg", bytes: Array("<svg xmlns=".utf8), reason: "it is an SVG drawing, which is not read"),
      Broken(name: "x.jpeg", bytes: Array("<!DOCTYPE html>".utf8), reason: "it is a web page, not a picture"),
      Broken(name: "x.png", bytes: [0x50, 0x4B, 3, 4, 0, 0], reason: "it is a ZIP archive, not a picture"),
      Broken(name: "x.jpg", bytes: [1, 2, 3, 4, 0, 200], reason: "it is something unknown, not a picture"),
      Broken(name: "x.jpg", bytes: [], reason: "the file is empty"),
    ]
  }()

  @Test(arguments: broken) func `a photo that cannot be read stops the statement and changes nothing`(
    broken: Broken
  ) throws {
    let notebook = try Notebook.withNetwork()
    notebook.run("knn near features=tiny.pool1; train near on=pets.test; train hand on=pets.test epochs=2")
    try notebook.write(broken.bytes, to: "Pets/train/cat/\(broken.name)")
    notebook.run("dataset pets path=\"Pets\"")
    let sentence = "Photo \(broken.name) cannot be read (\(broken.reason)). Nothing was changed."
    let remedy = "To leave out unreadable photos: dataset pets path=\"Pets\" skip=unreadable"
    for command in ["train hand", "train near", "evaluate near", "predict hand"] {
      let margin = String(repeating: " ", count: command.count + 4)
      notebook.expect(
        Mistake(
          "\(command) on=pets.train",
          "\(command) on=pets.train\n\(margin)^^^^^^^^^^ \(sentence)\n\(margin)           \(remedy)"))
    }
    notebook.expect(
      Mistake(
        "features pets.train from=tiny layer=conv1",
        "features pets.train from=tiny layer=conv1\n         ^^^^^^^^^^ \(sentence)\n                    \(remedy)"))
    notebook.expect(
      Mistake(
        "predict hand image=\"Pets/train/cat/\(broken.name)\"",
        "predict hand image=\"Pets/train/cat/\(broken.name)\"\n                   "
          + String(repeating: "^", count: 17 + broken.name.count) + " \(sentence)"))
  }

  @Test func `show draws an empty frame instead, with the reason`() throws {
    let notebook = try Notebook(pets: "Pets")
    try notebook.write("Dear diary".utf8, to: "Pets/train/cat/x.jpg")
    notebook.run("dataset pets path=\"Pets\"")
    #expect(notebook.run("show pets.train").hasSuffix("Photo x.jpg cannot be read (it is text, not a picture)."))
    #expect(notebook.page.html.count(of: "<img ") == 6)
  }

  @Test func `a photo that has gone is told`() throws {
    let notebook = try Notebook.withNetwork()
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "Pets/train/dog/1.jpg"))
    notebook.expect(
      Mistake(
        "train hand on=pets.train",
        """
        train hand on=pets.train
                      ^^^^^^^^^^ Photo 1.jpg cannot be read (it is no longer there). Nothing was changed.
                                 To leave out unreadable photos: dataset pets path="Pets" skip=unreadable
        """))
  }

  @Test func `long names are shortened in the middle of nothing that matters`() throws {
    let notebook = try Notebook.withNetwork()
    try notebook.write([], to: "Pets/train/cat/8FDEEF3B-8679-40A2-9671-51B668A90573.jpg")
    notebook.run("dataset pets path=\"Pets\"")
    #expect(notebook.fail("train hand on=pets").contains("Photo 8FDEEF3B….jpg cannot be read (the file is empty)."))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything")) func `a photo that may not be read is told`() throws {
    let notebook = try Notebook.withNetwork()
    let path = notebook.folder.appending(path: "Pets/train/cat/0.jpg").path
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(
      notebook.fail("train hand on=pets.train") == """
        train hand on=pets.train
                      ^^^^^^^^^^ Photo 0.jpg cannot be read (Permission denied). Nothing was changed.
                                 To leave out unreadable photos: dataset pets path="Pets" skip=unreadable
        """)
  }
}

extension String {
  /// How often a text occurs in it.
  func count(of text: String) -> Int { ranges(of: text).count }
}
