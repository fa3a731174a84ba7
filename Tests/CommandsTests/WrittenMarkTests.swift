import ExperimentSupport
import Foundation
import ModelFile
import Testing

@testable import Commands
@testable import Experiments

/// The mark by which Whet knows its model files again without a state folder.
struct WrittenMarkTests {
  /// A notebook, a model file that another one wrote, and where that lies.
  private func written(by line: String) throws -> (Notebook, URL) {
    let first = try Notebook.withNetwork()
    first.run("knn near features=tiny.pool1; train near on=pets.train")
    first.run(line)
    let second = try Notebook(data: nil, isRemembering: true)
    try second.smallDataset()
    try TinyNetwork().file().write(to: second.folder.appending(path: "tiny.mlmodel"))
    second.run("dataset pets path=\"Pets\"; network hand from=tiny classes=3 seed=42")
    let path = second.folder.appending(path: "out.mlmodel")
    try FileManager.default.copyItem(at: first.folder.appending(path: "out.mlmodel"), to: path)
    return (second, path)
  }

  @Test(arguments: [
    "save hand path=\"out.mlmodel\"", "save near path=\"out.mlmodel\"",
    "save hand path=\"out.mlmodel\" updatable=false precision=8",
  ])
  func `a model file that Whet wrote is replaced in a session with another state folder`(line: String) throws {
    let (notebook, _) = try written(by: line)
    #expect(notebook.run("save hand path=\"out.mlmodel\" author=\"another\"").contains("out.mlmodel"))
    // It can be loaded and saved again, and is known once more.
    notebook.run("load again \"out.mlmodel\"; save again path=\"out.mlmodel\"; save hand path=\"out.mlmodel\"")
  }

  @Test func `a file that was changed since, or has but the key, is not replaced`() throws {
    let (notebook, path) = try written(by: "save hand path=\"out.mlmodel\"")
    let bytes = try Data(contentsOf: path)
    var changed = try ModelFile(contentsOf: path)
    changed.description.metadata.author = "somebody"
    var layers = bytes
    layers[bytes.count - 20] ^= 1
    for other in [
      Data(changed.bytes), layers, bytes.dropLast(), bytes + [0], Data(WrittenMark.added(to: changed).bytes),
    ] {
      try other.write(to: path)
      let told = notebook.fail("save hand path=\"out.mlmodel\"")
      #expect(
        told.contains("out.mlmodel was not written by Whet, or was changed since. Nothing was changed."), "\(told)")
      #expect(try Data(contentsOf: path) == other)
    }
  }

  @Test func `the mark is shown in no description`() throws {
    let (notebook, _) = try written(by: "save hand path=\"out.mlmodel\"")
    notebook.run("load again \"out.mlmodel\"")
    for cell in ["describe \"out.mlmodel\"", "describe again", "describe again format=json"] {
      #expect(!notebook.run(cell).contains(WrittenMark.key), "\(cell)")
    }
  }
}
