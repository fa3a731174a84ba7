import Foundation
import Networks
import Tensors
import Testing

@testable import Commands
@testable import ExperimentSupport
@testable import Experiments
@testable import ModelFile

/// Programs and networks that are saved as packages, and loaded again.
struct SavePackageTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(withPetsAnd: .classifier(), isRemembering: true)
    notebook.run("load eyes \"eyes.mlpackage\"")
    return notebook
  }

  private func files(_ notebook: Notebook, _ name: String) throws -> [String: [UInt8]] {
    try PackageReader.files(inFolder: notebook.folder.appending(path: name).path).mapValues(\.all)
  }

  /// The answers to four pictures, bit for bit.
  private func answers(_ notebook: Notebook, _ model: String) throws -> [UInt32] {
    let definition = try notebook.network(model).definition
    let input = try #require(definition.inputs.first)
    let count = 4 * input.shape.reduce(1, *)
    let x = Tensor(shape: [4] + input.shape, values: (0..<count).map { Float($0 * 37 % 256) })
    let made = try Network(definition).forward([input.name: x])
    return made[definition.outputs[0]]?.values.map(\.bitPattern) ?? []
  }

  @Test func `a loaded program is saved byte for byte, but for its mark`() throws {
    let notebook = try notebook()
    notebook.run("save eyes path=\"copy.mlpackage\"; load copy \"copy.mlpackage\"")
    let (before, after) = (try files(notebook, "eyes.mlpackage"), try files(notebook, "copy.mlpackage"))
    #expect(before == after)
    #expect(try answers(notebook, "copy") == answers(notebook, "eyes"))
    notebook.run("save eyes path=\"told.mlpackage\" author=\"Me\"; load told \"told.mlpackage\"")
    #expect(try answers(notebook, "told") == answers(notebook, "eyes"))
    let told = try files(notebook, "told.mlpackage")
    #expect(told[PackageBuilder.weightPath] == before[PackageBuilder.weightPath])
    #expect(told["Manifest.json"] == before["Manifest.json"])
    #expect(notebook.run("describe \"told.mlpackage\"").contains("Me"))
  }

  @Test func `a head is saved with its program, its labels, and the same answers`() throws {
    let notebook = try notebook()
    notebook.run("network head from=eyes classes=2 seed=1; train head on=pets.train epochs=3")
    #expect(notebook.run("save head").contains("head.mlpackage"))
    notebook.run("load again \"head.mlpackage\"")
    #expect(try answers(notebook, "again") == answers(notebook, "head"))
    let file = try ModelFile(contentsOf: notebook.folder.appending(path: "head.mlpackage"))
    #expect(ClassLabels(of: file)?.texts == (try notebook.network("head")).outputs.labels)
    #expect(file.description.predictedFeatureName == "classLabel")
    // What the old classifier computed is gone, what it read is there.
    let types = try file.program.operations().map(\.type)
    #expect(types == ["mul", "conv", "gelu", "reduce_mean", "linear", "softmax", "classify"])
    #expect(notebook.run("check again").contains("inputs and outputs of again keep Core ML's rules"))
    #expect(notebook.run("check head").contains("inputs and outputs of head keep Core ML's rules"))
    #expect(notebook.run("describe again").contains("cat"))
  }

  @Test func `layers on maps become operations, and a network on pooled features too`() throws {
    let notebook = try notebook()
    notebook.run("network deep from=eyes.activated seed=1 { flatten; innerProduct 8; relu; innerProduct 2; softmax }")
    notebook.run("train deep on=pets.train epochs=1; save deep path=\"deep.mlpackage\"; load again \"deep.mlpackage\"")
    #expect(try answers(notebook, "again") == answers(notebook, "deep"))
    // The same on a file that was not loaded.
    notebook.run("network other from=eyes.mlpackage.activated seed=1 { flatten; innerProduct 2; softmax }; save other")
    notebook.run("load again \"other.mlpackage\"")
    #expect(try answers(notebook, "again") == answers(notebook, "other"))
  }

  @Test func `a network becomes a package where its path says so, with the same answers`() throws {
    let notebook = try notebook()
    notebook.run(
      "network small input=[3, 16, 16] seed=2 { convolution 4 padding=same; flatten; innerProduct 2; softmax }")
    notebook.run("train small on=pets.train epochs=1; save small path=\"small.mlpackage\" updatable=false")
    #expect(!notebook.run("save small path=\"small.mlpackage\" updatable=false").contains("only under a name"))
    notebook.run("save small path=\"small.mlmodel\" updatable=false")
    notebook.run("load packed \"small.mlpackage\"; load single \"small.mlmodel\"")
    #expect(try answers(notebook, "packed") == answers(notebook, "small"))
    #expect(try answers(notebook, "packed") == answers(notebook, "single"))
  }

  @Test func `a package that Whet did not write is replaced only where asked for, and undo brings each back`() throws {
    let notebook = try notebook()
    notebook.run("network head from=eyes classes=2 seed=1; train head on=pets.train epochs=1; save head; save head")
    let written = try files(notebook, "head.mlpackage")
    let note = notebook.folder.appending(path: "head.mlpackage/note")
    try Data("mine".utf8).write(to: note)
    let changed = try files(notebook, "head.mlpackage")
    #expect(notebook.fail("save head").contains("save head replace=true"))
    #expect(try files(notebook, "head.mlpackage") == changed)
    #expect(notebook.run("save head replace=true").contains("head.mlpackage"))
    #expect(try files(notebook, "head.mlpackage") == written)
    notebook.run("undo")
    #expect(try files(notebook, "head.mlpackage") == changed)
    notebook.run("redo")
    #expect(try files(notebook, "head.mlpackage") == written)
    // Whet's own package is replaced without a word, and comes back as well.
    notebook.run("train head on=pets.train epochs=1 seed=5; save head author=\"Me\"")
    let newer = try files(notebook, "head.mlpackage")
    #expect(newer != written)
    notebook.run("undo")
    #expect(try files(notebook, "head.mlpackage") == written)
    #expect(leftovers(notebook).isEmpty)
  }

  @Test func `a folder that is no package is never replaced`() throws {
    let notebook = try notebook()
    let place = notebook.folder.appending(path: "Photos.mlpackage")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: place.appending(path: "note"))
    for line in ["save eyes path=\"Photos.mlpackage\"", "save eyes path=\"Photos.mlpackage\" replace=true"] {
      #expect(notebook.fail(line).contains("Photos.mlpackage is a folder and not a package, and is never replaced."))
    }
    #expect(try String(contentsOf: place.appending(path: "note"), encoding: .utf8) == "mine")
    notebook.run("save eyes path=\"Photos.mlpackage/eyes.mlpackage\"")
    #expect(leftovers(notebook).isEmpty)
  }

  @Test func `what a package cannot hold is said, and leaves no folder`() throws {
    let notebook = try notebook()
    notebook.run("network head from=eyes classes=2 seed=1; train head on=pets.train epochs=1")
    #expect(notebook.fail("save head path=\"head.mlmodel\"").contains("an ML program is saved as a package"))
    #expect(notebook.fail("save head updatable=true").contains("devices do not train ML programs"))
    #expect(notebook.fail("save head precision=7").contains("in 8, 6, 4, 2 or 1 bits"))
    let left = try FileManager.default.contentsOfDirectory(atPath: notebook.folder.path)
    #expect(!left.contains { $0.hasPrefix("head") } && leftovers(notebook).isEmpty)
  }

  @Test func `weights in fewer bits are saved with their rounding told, and loaded again`() throws {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try PackageBuilder.write(PackageBuilder.patches().files, to: notebook.folder.appending(path: "eyes.mlpackage"))
    notebook.run("load eyes \"eyes.mlpackage\"")
    for precision in ["float16", "8", "6", "lookupTable4"] {
      let told = notebook.run("save eyes path=\"small.mlpackage\" precision=\(precision) replace=true")
      #expect(told.contains("without precision=") && told.contains("Weights were rounded, by "), "\(told)")
      notebook.run("load small\(precision) \"small.mlpackage\"")
    }
    #expect(notebook.run("describe smalllookupTable4").contains("constexpr_lut_to_dense 3"))
  }

  @Test func `a loaded program is kept without its numbers, which are in its file`() throws {
    let notebook = try Notebook(withPetsAnd: .patches(), isRemembering: true)
    notebook.run("load eyes \"eyes.mlpackage\"; network head from=eyes classes=2 seed=1")
    notebook.run("train head on=pets.train epochs=1")
    let contents = notebook.folder.appending(path: "state/contents").path
    let sizes = (FileManager.default.enumerator(atPath: contents)?.compactMap { $0 as? String } ?? []).compactMap {
      name in
      (try? FileManager.default.attributesOfItem(atPath: "\(contents)/\(name)"))?[.size] as? Int
    }
    // The package, once.
    #expect(sizes.count { $0 > 100_000 } == 1)
    notebook.run("save eyes path=\"eyes1.mlpackage\"; save head path=\"head1.mlpackage\"")
    let later = try notebook.restarted()
    _ = later.run("save eyes path=\"eyes2.mlpackage\"; save head path=\"head2.mlpackage\"", on: Page())
    for model in ["eyes", "head"] {
      #expect(try files(notebook, "\(model)1.mlpackage") == files(notebook, "\(model)2.mlpackage"))
    }
  }

  private func leftovers(_ notebook: Notebook) -> [String] {
    let left = (try? FileManager.default.contentsOfDirectory(atPath: notebook.folder.path)) ?? []
    return left.filter { $0.hasPrefix(".whet-") }
  }
}
