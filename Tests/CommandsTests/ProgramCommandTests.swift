import DataFiles
import Files
import Foundation
import Networks
import Testing

@testable import Commands
@testable import ExperimentSupport
@testable import Experiments
@testable import ModelFile

/// ML programs in packages, as the commands see them.
struct ProgramCommandTests {
  private func notebook(_ builder: PackageBuilder = .classifier(), isRemembering: Bool = false) throws -> Notebook {
    try Notebook(withPetsAnd: builder, isRemembering: isRemembering)
  }

  @Test func `a package is loaded, described and asked`() throws {
    let notebook = try notebook()
    #expect(
      notebook.run("load eyes \"eyes.mlpackage\"")
        == "eyes: ML program from eyes.mlpackage, 8 layers, 3 outputs, no layer is updatable.")
    let text = notebook.run("describe eyes").squeezed
    for line in [
      "kind ML program, 8 layers", "outputs 3: class 0, class 1, class 2",
      "operations 7: classify 1, conv 1, gelu 1, linear 1, mul 1, reduce_mean 1, softmax 1",
      "operation set CoreML6, from iOS 16, macOS 13 on", "computed in fp32", "parameters 120",
    ] { #expect(text.contains(line), "\(line): \(text)") }
    #expect(notebook.run("describe \"eyes.mlpackage\"").squeezed.contains("classes 3: class 0; class 1; class 2"))
    #expect(notebook.run("predict eyes image=\"Pets/test/cat/0.png\"").contains("class "))
    #expect(notebook.run("layers eyes last=2").contains("softmax"))
    #expect(notebook.run("layers \"eyes.mlpackage\"").contains("gelu"))
    #expect(notebook.run("weights eyes").contains("[4, 3, 3, 3]"))
    #expect(notebook.run("check eyes").contains("operations of ML programs are not checked."))
  }

  @Test func `a short name stands for a package, too, and an archive for what is in it`() throws {
    let notebook = try notebook()
    notebook.run("load eyes eyes")
    let archive = notebook.folder.appending(path: "packed.zip")
    let file = try AtomicFile(at: archive.path)
    let writer = try ZipWriter(file)
    for (path, bytes) in PackageBuilder.classifier().files.sorted(by: { $0.key < $1.key }) {
      try writer.add(file: "eyes.mlpackage/\(path)", Data(bytes))
    }
    _ = try writer.finish()
    try file.finish()
    notebook.run("load packed \"packed.zip\"")
    #expect(try notebook.network("packed").definition == notebook.network("eyes").definition)
  }

  @Test func `any value of a program makes features, for k-NN, fit and a new head`() throws {
    let notebook = try notebook()
    notebook.run("load eyes \"eyes.mlpackage\"")
    #expect(notebook.run("features pets from=eyes").contains("4 features per photo, from features"))
    #expect(notebook.run("features pets from=eyes layer=activated").contains("1,024 features per photo"))
    #expect(notebook.run("features pets from=eyes layer=scores").contains("3 features per photo"))
    notebook.run("knn near features=eyes.features; train near on=pets.train")
    #expect(notebook.run("evaluate near on=pets.test").contains("of 4"))
    notebook.run("fit line on=pets.train features=eyes; network head from=eyes classes=2 seed=1")
    #expect(try notebook.network("head").definition.layers.suffix(2).map(\.name) == ["scores", "softmax"])
    notebook.run("train head on=pets.train epochs=1")
    #expect(notebook.run("evaluate line head on=pets.test").contains("head"))
    notebook.run("network deep from=eyes.activated seed=1 { flatten; innerProduct 2; softmax }")
    notebook.run("train deep on=pets.train epochs=1")
    #expect(notebook.run("explain eyes photo=\"Pets/test/cat/0.png\" by=occlusion").contains("sure"))
  }

  @Test func `two programs are compared by their answers, and value by value`() throws {
    let notebook = try notebook()
    var other = PackageBuilder.classifier()
    other.scaleKernel(by: 2)
    try PackageBuilder.write(other.files, to: notebook.folder.appending(path: "other.mlpackage"))
    notebook.run("load eyes \"eyes.mlpackage\"; load same \"eyes.mlpackage\"; load other \"other.mlpackage\"")
    let same = notebook.run("compare eyes same on=pets.test")
    #expect(
      same.hasPrefix("eyes and same answer 4 of 4 photos of pets.test alike. All 6 values that both make are equal."))
    let apart = notebook.run("compare eyes other on=pets.test").squeezed
    #expect(apart.contains("image__scaled__ [3, 16, 16] 0 "))
    #expect(apart.contains(/convolved \[4, 16, 16\] [0-9.]+ [0-9.]+ 1\n/))
    notebook.expect(
      Mistake(
        "compare eyes same on=pets.test folds=3 by=folds",
        """
        compare eyes same on=pets.test folds=3 by=folds
                                                  ^^^^^ by=folds belongs to models that are trained anew.
                                                        eyes and same are ML programs, which are asked as they are.
        """))
  }

  @Test func `what a program is not made for is refused, with what is`() throws {
    let notebook = try notebook()
    notebook.run("load eyes \"eyes.mlpackage\"")
    notebook.expect(
      Mistake(
        "train eyes on=pets.train",
        """
        train eyes on=pets.train
              ^^^^ No layer of eyes is updatable, so there is nothing to train.
                   To add a trainable layer: network eyes from=eyes.mlpackage
                   To train layers that it has, counted from the end: update eyes last=2
        """))
    #expect(notebook.fail("save eyes path=\"eyes.mlmodel\"").contains("an ML program is saved as a package"))
    notebook.expect(
      Mistake(
        "load eyes \"eyes.mlpackage\" function=second",
        """
        load eyes "eyes.mlpackage" function=second
                                            ^^^^^^ eyes.mlpackage has no function "second".
                                                   Functions: "main"
        """))
    notebook.expect(
      Mistake(
        "load eyes \"eyes.mlpackage\" shape=[1, 3, 32, 32]",
        """
        load eyes "eyes.mlpackage" shape=[1, 3, 32, 32]
                                         ^^^^^^^^^^^^^^ The inputs of eyes.mlpackage take one shape alone.
                                                        Leave shape= out.
        """))
  }

  @Test func `operations that are not known are named, all at once`() throws {
    var builder = PackageBuilder.classifier()
    for (type, name) in [("fold", "a"), ("fold", "b"), ("crease", "c")] {
      builder.add(type, [("x", .name("features"))], name, PackageBuilder.tensorType(.float32, [1, 4]))
    }
    let notebook = try notebook(builder)
    notebook.expect(
      Mistake(
        "load eyes \"eyes.mlpackage\"",
        """
        load eyes "eyes.mlpackage"
                  ^^^^^^^^^^^^^^^^ eyes.mlpackage has operations that cannot be run here: crease (c) and fold (a and 1 more).
        """))
    #expect(notebook.run("layers \"eyes.mlpackage\"").contains("it cannot be run here"))
    #expect(notebook.run("describe \"eyes.mlpackage\"").squeezed.contains("cannot be run here crease and fold"))
  }

  @Test func `a program of several functions runs the one that is asked for`() throws {
    var builder = PackageBuilder()
    builder.inputs = [("x", [1, 2])]
    builder.add("relu", [("x", .name("x"))], "y", PackageBuilder.tensorType(.float32, [1, 2]))
    var other = builder
    other.operations = []
    other.add(
      "mul", [("x", .name("x")), ("y", .value(PackageBuilder.floats([2], [])))], "y",
      PackageBuilder.tensorType(.float32, [1, 2]))
    let notebook = try Notebook(data: nil)
    let place = notebook.folder.appending(path: "two.mlpackage")
    try PackageBuilder.write(PackageBuilder.files(["first": builder, "second": other], runs: "first"), to: place)
    notebook.run("load one \"two.mlpackage\"; load two \"two.mlpackage\" function=second")
    #expect(try notebook.network("one").definition.layers.map(\.kind.label) == ["activation"])
    #expect(try notebook.network("two").definition.layers.map(\.kind.label) == ["multiply"])
    let text = notebook.run("describe two").squeezed
    #expect(text.contains("functions first, second (runs)"))
    #expect(!text.contains("changed since"))
    #expect(notebook.run("describe one").squeezed.contains("functions first (runs), second"))
  }

  @Test func `an input that takes several shapes takes the one that is asked for`() throws {
    var builder = PackageBuilder()
    builder.inputs = [("x", [1, 4])]
    builder.inputTypes["x"] = PackageBuilder.openType(.float32, [1, nil])
    builder.flexible["x"] = [[1, 4], [1, 6]]
    builder.add("relu", [("x", .name("x"))], "y", PackageBuilder.openType(.float32, [1, nil]))
    let notebook = try Notebook(data: nil)
    try PackageBuilder.write(builder.files, to: notebook.folder.appending(path: "open.mlpackage"))
    #expect(notebook.run("load a \"open.mlpackage\"").contains("4 outputs"))
    #expect(notebook.run("load b \"open.mlpackage\" shape=[1, 6]").contains("6 outputs"))
    notebook.expect(
      Mistake(
        "load c \"open.mlpackage\" shape=[1, 7]",
        """
        load c "open.mlpackage" shape=[1, 7]
                                      ^^^^^^ open.mlpackage does not take the shape [1, 7].
                                             Its input x takes: array [1, 4] of float32, or one of [1, 4], [1, 6]
        """))
  }

  @Test func `a program is there after a restart, and undo takes its loading back`() throws {
    let notebook = try notebook(isRemembering: true)
    notebook.run(
      "load eyes \"eyes.mlpackage\"; network head from=eyes classes=2 seed=1; train head on=pets.train epochs=1")
    let answer = notebook.run("predict eyes on=pets.test")
    let heads = notebook.run("predict head on=pets.test")
    let (later, page) = (try notebook.restarted(), Page())
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "eyes.mlpackage"))
    for (name, before) in [("eyes", answer), ("head", heads)] {
      page.clear()
      guard case .finished = later.run("predict \(name) on=pets.test", on: page) else {
        Issue.record("\(name) is gone")
        continue
      }
      #expect(page.text.hasSuffix(before))
    }
    notebook.run("undo; undo; undo")
    #expect(notebook.model("eyes") == nil)
  }

  @Test func `a package that is changed inside is read anew`() throws {
    let notebook = try notebook()
    notebook.run("load eyes \"eyes.mlpackage\"")
    #expect(notebook.run("describe \"eyes.mlpackage\"").contains("class 0"))
    let files = PackageBuilder.classifier(["cat", "dog", "owl"]).files
    let model = try #require(files[PackageBuilder.modelPath])
    try Data(model).write(
      to: notebook.folder.appending(path: "eyes.mlpackage/\(PackageBuilder.modelPath)"), options: .atomic)
    #expect(notebook.run("describe \"eyes.mlpackage\"").contains("cat; dog; owl"))
    #expect(notebook.run("describe eyes").contains("which has changed since"))
  }
}
