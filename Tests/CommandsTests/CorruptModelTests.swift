import CommandLanguage
import Foundation
import Tensors
import Testing
import Wording

@testable import Commands
@testable import Experiments

/// Files that are called models and are none: every command that opens one says what is wrong and changes nothing.
struct CorruptModelTests {
  /// The commands that open a model file, with a place for its path.
  static let commands = [
    "load hand \"%\"", "network hand from=\"%\"", "knn near features=\"%.pool1\"", "features pets from=\"%\"",
    "describe \"%\"",
  ]

  private func expect(_ sentence: String, of path: String, in notebook: Notebook) {
    for command in Self.commands {
      let cell = command.replacing("%", with: path)
      let quoted = cell.split(separator: "\"", omittingEmptySubsequences: false)
      let margin = String(repeating: " ", count: quoted[0].count)
      let carets = String(repeating: "^", count: quoted[1].count + 2)
      let indented = sentence.replacing("\n", with: "\n\(margin)\(carets.replacing("^", with: " ")) ")
      notebook.expect(Mistake(cell, "\(cell)\n\(margin)\(carets) \(indented)"))
    }
  }

  @Test func `a file cut off tells how much is missing`() throws {
    let notebook = try Notebook.withNetwork()
    let whole = try Array(Data(contentsOf: notebook.folder.appending(path: "tiny.mlmodel")))
    try notebook.write(whole.prefix(whole.count / 2), to: "cut.mlmodel")
    expect(
      """
      cut.mlmodel is damaged: it ends too early, 542 bytes are missing.
      Download or create the file again.
      """, of: "cut.mlmodel", in: notebook)
  }

  @Test func `a zip, a text, random bytes and nothing at all are no models`() throws {
    let notebook = try Notebook.withNetwork()
    var generator = SeededGenerator(seed: 5)
    let files: [(String, [UInt8])] = [
      ("zip.mlmodel", [0x50, 0x4B, 3, 4] + [UInt8](repeating: 7, count: 60)), ("text.mlmodel", Array("Hello".utf8)),
      ("random.mlmodel", (0..<1000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }), ("empty.mlmodel", []),
    ]
    for (name, bytes) in files {
      try notebook.write(bytes, to: name)

      let size = bytes.count
      let reason = size == 0 ? "the file is empty" : "its \(Numbers.count(size, "byte")) do not have its format"
      expect("\(name) is not a Core ML model: \(reason).", of: name, in: notebook)
    }
  }

  @Test func `the other forms of models are recognised`() throws {
    let notebook = try Notebook.withNetwork()
    try notebook.write("{}".utf8, to: "Hands.mlpackage/Manifest.json")
    try notebook.write("".utf8, to: "Hands.mlmodelc/coremldata.bin")
    expect(
      """
      The Manifest.json of Hands.mlpackage is damaged: fileFormatVersion is missing or of another type.
      Fetch or copy the whole folder anew.
      """, of: "Hands.mlpackage", in: notebook)
    expect(
      """
      Hands.mlmodelc is a compiled model (.mlmodelc).
      Use the .mlmodel file it was compiled from.
      """, of: "Hands.mlmodelc", in: notebook)
  }

  @Test func `whatever is broken in a file, the kernel lives and says something`() throws {
    let notebook = try Notebook.withNetwork()
    let whole = try Array(Data(contentsOf: notebook.folder.appending(path: "tiny.mlmodel")))
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<3 { bytes[generator.below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next()) }
      if generator.below(4) == 0 { bytes.removeLast(generator.below(bytes.count)) }
      try notebook.write(bytes, to: "broken.mlmodel")
      for command in Self.commands {
        let cell = command.replacing("%", with: "broken.mlmodel").replacing("hand", with: "other")
        if case .failed(let problem) = notebook.workbench.run(cell, on: notebook.page) {
          #expect(problem.name == "Mistake")
          #expect(problem.message.count > 10)
        }
      }
    }
    #expect(notebook.run("print 1") == "1\n")
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything")) func `a file that may not be read is told`() throws {
    let notebook = try Notebook.withNetwork()
    let path = notebook.folder.appending(path: "tiny.mlmodel").path
    try FileManager.default.copyItem(atPath: path, toPath: path + ".copy.mlmodel")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path + ".copy.mlmodel")
    expect(
      "tiny.mlmodel.copy.mlmodel cannot be read: Permission denied.", of: "tiny.mlmodel.copy.mlmodel", in: notebook)
  }
}
