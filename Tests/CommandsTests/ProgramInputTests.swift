import Foundation
import Networks
import Tensors
import Testing

@testable import Commands
@testable import ExperimentSupport
@testable import Experiments
@testable import ModelFile

/// Programs that read several arrays, and programs that read images as an array.
struct ProgramInputTests {
  private func type(_ shape: [Int]) -> WireMessage { PackageBuilder.tensorType(.float32, shape) }

  /// x − 2 · y of two arrays of three numbers: its last operation reads both.
  private var difference: PackageBuilder {
    var builder = PackageBuilder()
    builder.inputs = [("x", [1, 3]), ("y", [1, 3])]
    builder.outputs = ["difference"]
    let two = PackageBuilder.value(.float32, [], 1) { $0[repeated: 1].floats = [2] }
    builder.add("mul", [("x", .name("y")), ("y", .value(two))], "doubled", type([1, 3]))
    builder.add("sub", [("x", .name("x")), ("y", .name("doubled"))], "difference", type([1, 3]))
    return builder
  }

  /// The means of the channels of an array [1, 3, 8, 8], or [3, 8, 8].
  private func means(rank: Int, _ element: ElementType = .float32) -> PackageBuilder {
    let shape = (rank == 4 ? [1] : []) + [3, 8, 8]
    var builder = PackageBuilder()
    builder.inputs = [("pixels", shape)]
    builder.inputTypes = ["pixels": PackageBuilder.tensorType(element, shape)]
    builder.outputs = ["means"]
    let axes = PackageBuilder.integers([rank - 2, rank - 1])
    let made = PackageBuilder.tensorType(element, Array(shape.dropLast(2)))
    builder.add(
      "reduce_mean",
      [("x", .name("pixels")), ("axes", .value(axes)), ("keep_dims", .value(PackageBuilder.truth(false)))], "means",
      made)
    return builder
  }

  private func notebook(_ builder: PackageBuilder) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: true)
    try PackageBuilder.write(builder.files, to: notebook.folder.appending(path: "eyes.mlpackage"))
    return notebook
  }

  /// A classifier of gray pictures of 28 × 28, which a program may read as an image of pixels or as an array of numbers between 0 and 1;
  /// it may end in the logarithm of a softmax.
  private func digits(isImage: Bool, _ ends: [String], isLabelled: Bool) -> PackageBuilder {
    typealias Maker = PackageBuilder
    var builder = Maker()
    builder.inputs = [("image", [1, 1, 28, 28])]
    if isImage { builder.images = ["image"] }
    let factor = Maker.value(.float32, [], 1) { $0[repeated: 1].floats = [isImage ? 1 / 255 : 1] }
    builder.add("mul", [("x", .name("image")), ("y", .value(factor))], "scaled", type([1, 1, 28, 28]))
    builder.add(
      "reshape", [("x", .name("scaled")), ("shape", .value(Maker.integers([1, 784])))], "row", type([1, 784]))
    builder.constant("w", Maker.floats((0..<7840).map { Float($0 * 31 % 17 - 8) / 100 }, [10, 784]))
    builder.add("linear", [("x", .name("row")), ("weight", .name("w"))], "scores", type([1, 10]))
    var last = "scores"
    for end in ends {
      let axis: [(String, Maker.Argument)] = end == "softmax" ? [("axis", .value(Maker.integer(-1)))] : []
      builder.add(end, [("x", .name(last))] + axis, end, type([1, 10]))
      last = end
    }
    guard isLabelled else {
      builder.outputs = [last]
      return builder
    }
    builder.outputs = ["label", "label_probs"]
    builder.add(
      "classify", [("probabilities", .name(last)), ("classes", .value(Maker.list((0..<10).map(String.init))))], "label",
      Maker.tensorType(.string, []), further: [("label_probs", Maker.dictionaryType)])
    return builder
  }

  private func probabilities(_ notebook: Notebook, _ name: String, on data: String) throws -> Tensor {
    let model = try notebook.network(name)
    return try notebook.workbench.withWorkspace { workspace in
      try workspace.inference().probabilities(of: model, on: workspace.selection(named: data))
    }
  }

  @Test func `digits of a table enter a program that reads an image as their pixels`() throws {
    let notebook = try notebook(digits(isImage: true, ["softmax"], isLabelled: true))
    try PackageBuilder.write(
      digits(isImage: false, ["softmax"], isLabelled: true).files,
      to: notebook.folder.appending(path: "array.mlpackage"))
    notebook.run("dataset digits sample=digits count=20; load eyes \"eyes.mlpackage\"; load other \"array.mlpackage\"")
    func answers(_ name: String) throws -> [Float] { try probabilities(notebook, name, on: "digits.test").values }
    let (image, array) = (try answers("eyes"), try answers("other"))
    #expect(image.count == array.count && zip(image, array).allSatisfy { abs($0 - $1) < 1e-5 })
    #expect(Set(image.map { ($0 * 1000).rounded() }).count > 20)
    // All layers, and the last alone.
    for line in ["update NAME last=1", "update NAME layers=[scores]"] {
      for name in ["eyes", "other"] {
        notebook.run(line.replacing("NAME", with: name))
        notebook.run("train \(name) on=digits.train epochs=2 learningRate=0.05 seed=3")
      }
      let (image, array) = (try answers("eyes"), try answers("other"))
      #expect(zip(image, array).allSatisfy { abs($0 - $1) < 1e-3 })
    }
    #expect(notebook.run("evaluate eyes on=digits.train").contains("correct"))
  }

  @Test(arguments: [["softmax"], ["softmax", "log"]])
  func `a program without labels that ends in a softmax or its logarithm is a classifier`(ends: [String]) throws {
    let notebook = try notebook(digits(isImage: false, ends, isLabelled: false))
    notebook.run("dataset digits sample=digits count=20; load eyes \"eyes.mlpackage\"")
    #expect(try notebook.network("eyes").outputs.labels == (0..<10).map(String.init))
    notebook.run("update eyes last=1; train eyes on=digits.train epochs=8 learningRate=0.05 seed=3")
    let told = notebook.run("evaluate eyes on=digits.train")
    let model = try notebook.network("eyes")
    let probabilities = try probabilities(notebook, "eyes", on: "digits.train")
    #expect((0..<160).allSatisfy { abs(probabilities.row($0).reduce(0, +) - 1) < 1e-4 }, "\(told)")
    #expect(model.definition.defaultFeatures.hasPrefix("row") || model.definition.defaultFeatures == "scaled")
  }

  @Test func `a program without labels is given its classes, and saved with them`() throws {
    let notebook = try notebook(digits(isImage: false, [], isLabelled: false))
    notebook.run("dataset digits sample=digits count=20; load eyes \"eyes.mlpackage\"")
    let first = try notebook.workbench.withWorkspace { try $0.selection(named: "digits.test").truths[0] }
    notebook.expect(
      Mistake(
        "evaluate eyes on=digits.test",
        """
        evaluate eyes on=digits.test
                 ^^^^ eyes predicts 10 numbers, but the label \(first) of digits.test has 1.
                      If they are scores of classes: load eyes eyes.mlpackage labels=[…], 10 labels
        """))
    let refused = notebook.fail("load eyes \"eyes.mlpackage\" labels=[a, b]")
    #expect(refused.contains("it has 10 scores and is given 2 labels."))
    notebook.run("load eyes \"eyes.mlpackage\" labels=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]")
    #expect(try notebook.network("eyes").outputs.labels == (0..<10).map(String.init))
    notebook.run("update eyes last=1; train eyes on=digits.train epochs=8 learningRate=0.05 seed=3")
    let told = notebook.run("evaluate eyes on=digits.train")
    notebook.run("save eyes path=\"tuned.mlpackage\"; load again \"tuned.mlpackage\"")
    #expect(
      notebook.run("evaluate again on=digits.train").replacing("again", with: "eyes").prefix(60) == told.prefix(60))
    #expect(try notebook.network("again").outputs.labels == (0..<10).map(String.init))
  }

  @Test func `several arrays are filled from one row, one after the other`() throws {
    let notebook = try notebook(difference)
    notebook.run("load eyes \"eyes.mlpackage\"")
    let told = notebook.run("predict eyes values=[10, 20, 30, 1, 2, 3]")
    #expect(told.contains("8") && told.contains("16") && told.contains("24"), "\(told)")
    let network = try notebook.network("eyes").definition
    #expect(network.inputs.map(\.shape) == [[6]])
    let x = Tensor(shape: [1, 6], values: [10, 20, 30, 1, 2, 3])
    #expect(try Network(network).forward([network.inputs[0].name: x])[network.outputs[0]]?.values == [8, 16, 24])
    // Fed apart they give the same.
    let apart = try difference.file().network()
    let inputs = ["x": Tensor(shape: [1, 3], values: [10, 20, 30]), "y": Tensor(shape: [1, 3], values: [1, 2, 3])]
    #expect(try Network(apart).forward(inputs)[apart.outputs[0]]?.values == [8, 16, 24])
    // Saved, it is the program it was.
    notebook.run("save eyes path=\"copy.mlpackage\"; load copy \"copy.mlpackage\"")
    #expect(try notebook.network("copy").definition == network)
  }

  @Test func `a table's rows become features of several arrays, and k-NN takes them`() throws {
    let notebook = try notebook(difference)
    let rows = (0..<12).map { "\($0),\($0 * 2),1,0,\($0 % 3),2,\($0 < 6 ? "a" : "b")" }
    try notebook.write(Data(("a,b,c,d,e,f,class\n" + rows.joined(separator: "\n") + "\n").utf8), to: "rows.csv")
    notebook.run("dataset rows csv=\"rows.csv\" target=class; load eyes \"eyes.mlpackage\"")
    #expect(notebook.run("knn near features=eyes.doubled").contains("near"))
    #expect(notebook.run("train near on=rows.train; evaluate near on=rows.test").contains("%"))
  }

  @Test(arguments: [(4, ElementType.float32), (3, .float32), (4, .float16), (3, .float16)])
  func `an array of pixels takes photos once their scale is said`(_ input: (rank: Int, element: ElementType)) throws {
    let notebook = try notebook(means(rank: input.rank, input.element))
    try notebook.photo("one.png", red: 200, green: 100, blue: 40, side: 8)
    notebook.run("load eyes \"eyes.mlpackage\"")
    #expect(notebook.fail("predict eyes image=\"one.png\"").contains("eyes"))
    notebook.run("load seeing \"eyes.mlpackage\" scale=1/100 mean=[1, 0, -1] std=[1, 2, 1]")
    let told = notebook.run("predict seeing image=\"one.png\"")
    #expect(told.contains("1.4"), "\(told)")
    let network = try notebook.network("seeing").definition
    let picture = Tensor(shape: [1, 3, 8, 8], values: [200, 100, 40].flatMap { [Float](repeating: $0, count: 64) })
    let made = try #require(try Network(network).forward([network.inputs[0].name: picture])[network.outputs[0]]?.values)
    for (value, wanted) in zip(made, [1, 0.5, 1.4] as [Float]) { #expect(abs(value - wanted) < 2e-3) }
    // The scale goes with the saved program.
    notebook.run("save seeing path=\"seeing.mlpackage\"; load again \"seeing.mlpackage\"")
    #expect(try notebook.network("again").definition == network)
    #expect(notebook.run("describe again").contains("pixels 8×8 RGB"))
    #expect(notebook.fail("load other \"eyes.mlpackage\" mean=[1, 2]").contains("mean=[1.0, 2.0] is not possible"))
    #expect(notebook.fail("load other \"seeing.mlpackage\" scale=2").contains("not an array"))
  }

  /// The means of an image's channels, joined with two numbers and multiplied by a third: three inputs, of which the last is optional.
  private func mixture(_ element: ElementType) -> PackageBuilder {
    func type(_ shape: [Int]) -> WireMessage { PackageBuilder.tensorType(element, shape) }
    var builder = PackageBuilder()
    (builder.inputs, builder.images) = ([("photo", [1, 3, 8, 8]), ("extra", [1, 2]), ("factor", [1])], ["photo"])
    builder.inputTypes = ["extra": type([1, 2]), "factor": type([1])]
    builder.outputs = ["mixed"]
    builder.add(
      "cast", [("x", .name("photo")), ("dtype", .value(PackageBuilder.text(element.label)))], "pixels",
      type([1, 3, 8, 8]))
    builder.add(
      "reduce_mean",
      [
        ("x", .name("pixels")), ("axes", .value(PackageBuilder.integers([2, 3]))),
        ("keep_dims", .value(PackageBuilder.truth(false))),
      ], "means", type([1, 3]))
    builder.add(
      "concat",
      [
        ("values", .names(["means", "extra"])), ("axis", .value(PackageBuilder.integer(1))),
        ("interleave", .value(PackageBuilder.truth(false))),
      ], "joined", type([1, 5]))
    builder.add("mul", [("x", .name("joined")), ("y", .name("factor"))], "mixed", type([1, 5]))
    return builder
  }

  /// What comes out for a photo of three colours.
  private func answers(_ notebook: Notebook, _ model: String) throws -> [Float] {
    let network = try notebook.network(model).definition
    let picture = Tensor(shape: [1, 3, 8, 8], values: [200, 100, 40].flatMap { [Float](repeating: $0, count: 64) })
    let made = try Network(network).forward([network.inputs[0].name: picture])
    return try #require(made[network.outputs[0]]?.values)
  }

  @Test(arguments: [ElementType.float32, .float16])
  func `a program with arrays beside its image takes photos once these have their numbers`(element: ElementType) throws
  {
    let notebook = try notebook(mixture(element))
    try notebook.photo("one.png", red: 200, green: 100, blue: 40, side: 8)
    notebook.expect(
      Mistake(
        "load eyes \"eyes.mlpackage\"",
        """
        load eyes "eyes.mlpackage"
                  ^^^^^^^^^^^^^^^^ eyes.mlpackage reads extra and factor beside its image, so it cannot take photos.
                                   To give them their numbers: load eyes "eyes.mlpackage" inputs=[fixed(extra, 0), fixed(factor, 0)]
        """))
    notebook.run("load eyes \"eyes.mlpackage\" inputs=[fixed(extra, [7, 9]), fixed(factor, 2)]")
    #expect(try answers(notebook, "eyes") == [400, 200, 80, 14, 18])
    #expect(notebook.run("predict eyes image=\"one.png\"").contains("400"))
    #expect(!notebook.run("describe eyes").contains("has changed since"))
    // The numbers go with the saved program, and come back after a restart.
    notebook.run("save eyes path=\"fixed.mlpackage\"; load again \"fixed.mlpackage\"")
    #expect(try notebook.network("again").definition == notebook.network("eyes").definition)
    let page = Page()
    _ = try notebook.restarted().run("predict eyes image=\"one.png\"", on: page)
    #expect(page.text.contains("400"))
    notebook.run("undo; undo")
    #expect(notebook.model("eyes") == nil)
  }

  @Test func `a head on what reads the image alone is saved without the other inputs`() throws {
    let notebook = try notebook(mixture(.float32))
    try notebook.smallDataset()
    notebook.run(
      "dataset pets path=\"Pets\"; network head from=eyes.means classes=2 seed=1")
    notebook.run("train head on=pets.train epochs=1; save head path=\"head.mlpackage\"; load again \"head.mlpackage\"")
    let saved = try ModelFile(contentsOf: notebook.folder.appending(path: "head.mlpackage"))
    #expect(saved.description.inputs.map(\.name) == ["photo"])
    let answers = notebook.run("predict head on=pets.test").split(separator: "\n").dropFirst()
    #expect(notebook.run("predict again on=pets.test").split(separator: "\n").dropFirst() == answers)
  }

  @Test func `what inputs= cannot give is said`() throws {
    let notebook = try notebook(mixture(.float32))
    let load = "load eyes \"eyes.mlpackage\" inputs="
    notebook.expect(
      Mistake(
        "\(load)[fixed(extr, 3)]",
        """
        load eyes "eyes.mlpackage" inputs=[fixed(extr, 3)]
                                                 ^^^^ eyes.mlpackage reads no array extr. Did you mean extra?
                                                      Its arrays: extra and factor.
        """))
    notebook.expect(
      Mistake(
        "\(load)[fixed(extra, [1, 2, 3])]",
        """
        load eyes "eyes.mlpackage" inputs=[fixed(extra, [1, 2, 3])]
                                                 ^^^^^ extra takes 2 numbers, or one for all of them, not 3.
        """))
    notebook.expect(
      Mistake(
        "\(load)[extra]",
        """
        load eyes "eyes.mlpackage" inputs=[extra]
                                           ^^^^^ inputs takes an input and its numbers, such as fixed(threshold, 0.5), not extra.
        """))
    #expect(notebook.fail("\(load)[fixd(extra, 1)]").contains("input cannot be fixd. Did you mean fixed?"))
    #expect(notebook.fail("\(load)[fixed(photo, 3)]").contains("reads no array photo."))
    #expect(notebook.fail("\(load)[fixed(extra, 1), fixed(extra, 2)]").contains("Its arrays: factor."))
    let halves = try self.notebook(mixture(.float16))
    #expect(
      halves.fail("\(load)[fixed(extra, 1e6)]").contains("extra is of type fp16, which does not hold 1000000"))
    try PackageBuilder.write(difference.files, to: notebook.folder.appending(path: "arrays.mlpackage"))
    notebook.run("load rows \"arrays.mlpackage\" inputs=[fixed(y, 1)]")
    #expect(notebook.run("predict rows values=[10, 20, 30]").contains("28"))
  }
}
