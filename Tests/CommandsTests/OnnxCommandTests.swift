import Foundation
import Networks
import Testing

@testable import Commands
@testable import ExperimentSupport
@testable import Experiments
@testable import ModelFile

/// ONNX files, as the commands see them.
struct OnnxCommandTests {
  /// A notebook with the small dataset `pets` and a file `eyes.onnx`.
  private func notebook(_ builder: OnnxBuilder = .classifier(), isRemembering: Bool = false) throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: isRemembering)
    try notebook.smallDataset()
    try write(builder, "eyes.onnx", in: notebook)
    notebook.run("dataset pets path=\"Pets\"")
    return notebook
  }

  private func write(_ builder: OnnxBuilder, _ name: String, in notebook: Notebook) throws {
    try Data(builder.bytes).write(to: notebook.folder.appending(path: name))
  }

  @Test func `an ONNX file is loaded, described and asked as a program`() throws {
    let notebook = try notebook()
    let said = notebook.run("load eyes \"eyes.onnx\"").squeezed
    #expect(said.hasPrefix("eyes: ML program from eyes.onnx, "))
    #expect(
      said.contains(
        "eyes.onnx does not say how photos enter: they enter as (pixel/255 - mean)/std with mean [0.485, 0.456, 0.406]")
    )
    #expect(said.contains("load eyes \"eyes.onnx\" scale=1/255 mean=0.5 std=0.5"))
    let text = notebook.run("describe eyes").squeezed
    for line in ["outputs 3: class 0, class 1, class 2", "operation set CoreML7", "computed in fp32"] {
      #expect(text.contains(line), "\(line): \(text)")
    }
    #expect(!text.contains("has changed since"))
    let file = notebook.run("describe \"eyes.onnx\"").squeezed
    for line in [
      "classes 3: class 0; class 1; class 2", "onnx.opset 17", "onnx.producer hand", "onnx.mean [0.485, 0.456, 0.406]",
    ] {
      #expect(file.contains(line), "\(line): \(file)")
    }
    #expect(notebook.run("predict eyes image=\"Pets/test/cat/0.png\"").contains("class "))
    #expect(notebook.run("layers eyes last=2").contains("softmax"))
    #expect(notebook.run("layers \"eyes.onnx\"").contains("conv_Conv"))
    #expect(notebook.run("weights eyes").contains("[4, 3, 3, 3]"))
    notebook.run("load short eyes.onnx; knn near features=eyes; train near on=pets.train; evaluate near on=pets.test")
  }

  @Test func `any value of an ONNX file makes features, for k-NN, fit, a new head, and explain`() throws {
    let notebook = try notebook()
    notebook.run("load eyes \"eyes.onnx\"")
    #expect(notebook.run("features pets from=eyes").contains("4 features per photo"))
    #expect(notebook.run("features pets from=\"eyes.onnx\" layer=act_Relu").contains("1,024 features per photo"))
    #expect(notebook.run("features pets from=eyes.conv_Conv").contains("1,024 features per photo"))
    notebook.run("knn near features=eyes; train near on=pets.train")
    #expect(notebook.run("evaluate near on=pets.test").contains("of 4"))
    notebook.run("fit line on=pets.train features=eyes; network head from=eyes classes=2 seed=1")
    notebook.run("train head on=pets.train epochs=1")
    #expect(notebook.run("evaluate line head on=pets.test").contains("head"))
    #expect(notebook.run("explain eyes photo=\"Pets/test/cat/0.png\" by=occlusion").contains("sure"))
  }

  @Test func `two ways in which photos enter are two models, and compared as such`() throws {
    let notebook = try notebook()
    notebook.run("load eyes \"eyes.onnx\"; load other \"eyes.onnx\" mean=0.5 std=0.5")
    #expect(!notebook.run("describe other").contains("has changed since"))
    #expect(
      notebook.run("load third \"eyes.onnx\" mean=0.5 std=0.5").contains("does not say how photos enter") == false)
    let same = notebook.run("compare other third on=pets.test")
    #expect(same.contains("values that both make are equal"))
    #expect(!notebook.run("compare eyes other on=pets.test").contains("values that both make are equal"))
    // Written anew, the file is another.
    var builder = OnnxBuilder.classifier()
    builder.initializers[2] = OnnxBuilder.floats("bias", [3], [1, 2, 3])
    try write(builder, "eyes.onnx", in: notebook)
    #expect(notebook.run("describe other").contains("has changed since"))
  }

  @Test func `a model loaded from an ONNX file stays as it is across a restart`() throws {
    let notebook = try notebook(isRemembering: true)
    notebook.run("load eyes \"eyes.onnx\" mean=0.5 std=0.5")
    let answers = notebook.run("predict eyes on=pets.test")
    try FileManager.default.removeItem(at: notebook.folder.appending(path: "eyes.onnx"))
    let (later, page) = (try notebook.restarted(), Page())
    guard case .finished = later.run("predict eyes on=pets.test", on: page) else {
      Issue.record("eyes is gone")
      return
    }
    #expect(page.text.hasSuffix(answers))
  }

  @Test func `an ONNX file is saved as a package with the same answers, and with a new head`() throws {
    let notebook = try notebook()
    notebook.run("load eyes \"eyes.onnx\"; save eyes path=\"eyes.mlpackage\"; load again \"eyes.mlpackage\"")
    #expect(notebook.run("compare eyes again on=pets.test").contains("values that both make are equal"))
    notebook.run("network head from=eyes classes=2 seed=1; train head on=pets.train epochs=1")
    notebook.run("save head path=\"head.mlpackage\"; load saved \"head.mlpackage\"")
    #expect(notebook.run("predict saved on=pets.test").contains("cat"))
  }

  @Test func `classes and sizes that the file leaves open are given`() throws {
    let notebook = try notebook(.classifier(nil, side: nil))
    notebook.run("load eyes \"eyes.onnx\" shape=[1, 3, 16, 16] labels=[cat, dog, hen]")
    #expect(notebook.run("describe eyes").squeezed.contains("outputs 3: cat, dog, hen"))
    // The line that lets photos enter otherwise keeps them.
    #expect(
      notebook.run("load eyes \"eyes.onnx\" shape=[1, 3, 16, 16] labels=[cat, dog, hen]").contains(
        "load eyes \"eyes.onnx\" shape=[1, 3, 16, 16] labels=[cat, dog, hen] scale=1/255 mean=0.5 std=0.5"))
    #expect(notebook.run("describe \"eyes.onnx\"").squeezed.contains("224"))
    notebook.expect(
      Mistake(
        "load eyes \"eyes.onnx\" labels=[cat, dog]",
        """
        load eyes "eyes.onnx" labels=[cat, dog]
                                     ^^^^^^^^^^ The program in eyes.onnx cannot be run: it has 3 scores and is given 2 labels.
        """))
    notebook.expect(
      Mistake(
        "load eyes \"eyes.onnx\" mean=[0.5, 0.5]",
        """
        load eyes "eyes.onnx" mean=[0.5, 0.5]
                                   ^^^^^^^^^^ The program in eyes.onnx cannot be run: mean=[0.5, 0.5] is not possible.
                                              Give one number for all channels, or one for each; std is not 0. For example: mean=[0.485, 0.456, 0.406] std=[0.229, 0.224, 0.225]
        """))
  }

  /// The means of a photo's channels, and behind them as many of the whole numbers `tokens` as there are, times `factor`.
  private var mixture: OnnxBuilder {
    var builder = OnnxBuilder()
    builder.inputs = [("pixel_values", [nil, 3, 8, 8]), ("tokens", [nil, nil]), ("the.factor", [nil, nil])]
    builder.types = ["tokens": 7]
    builder.axes = ["tokens": ["batch", "length"], "the.factor": ["batch", "length"]]
    builder.outputs = ["mixed"]
    builder.add("GlobalAveragePool", ["pixel_values"], ["pooled"])
    builder.add("Flatten", ["pooled"], ["means"])
    builder.add("Cast", ["tokens"], ["numbers"], [("to", .integer(1))])
    builder.add("Mul", ["numbers", "the.factor"], ["products"])
    builder.add("Concat", ["means", "products"], ["mixed"], [("axis", .integer(1))])
    return builder
  }

  @Test func `a file with arrays beside its image takes photos once these have their numbers`() throws {
    let notebook = try notebook(mixture, isRemembering: true)
    try notebook.photo("one.png", red: 200, green: 100, blue: 40, side: 8)
    notebook.expect(
      Mistake(
        "load eyes \"eyes.onnx\"",
        """
        load eyes "eyes.onnx"
                  ^^^^^^^^^^^ The program in eyes.onnx cannot be run: the shape of its input tokens, [open, open], is not fixed.
                              To give them their numbers: load eyes "eyes.onnx" inputs=[fixed(tokens, 0), fixed(the.factor, 0)]
        """))
    notebook.run(
      "load eyes \"eyes.onnx\" scale=1 mean=0 std=1 inputs=[fixed(the_factor, 2), fixed(tokens, [7, 9, -1])]")
    let told = notebook.run("predict eyes image=\"one.png\"")
    for number in ["200", "100", "40", "14", "18", "-2"] { #expect(told.contains(number), "\(told)") }
    #expect(!notebook.run("describe eyes").contains("has changed since"))
    // The numbers go with the saved program, and come back after a restart.
    notebook.run("save eyes path=\"fixed.mlpackage\"; load again \"fixed.mlpackage\"")
    #expect(try notebook.network("again").definition == notebook.network("eyes").definition)
    let page = Page()
    _ = try notebook.restarted().run("predict eyes image=\"one.png\"", on: page)
    #expect(page.text.contains("-2"))
    // Other numbers make another model.
    notebook.run("load other \"eyes.onnx\" inputs=[fixed(tokens, [7, 9]), fixed(the.factor, [2, 3])]")
    #expect(!notebook.run("describe other").contains("has changed since"))
    #expect(try notebook.network("other").definition != notebook.network("eyes").definition)
  }

  @Test func `what inputs= cannot give to an ONNX file is said`() throws {
    let notebook = try notebook(mixture)
    let load = "load eyes \"eyes.onnx\" inputs="
    notebook.expect(
      Mistake(
        "\(load)[fixed(tokens, 0.5), fixed(the_factor, 1)]",
        """
        load eyes "eyes.onnx" inputs=[fixed(tokens, 0.5), fixed(the_factor, 1)]
                                            ^^^^^^ tokens is of type int32, which does not hold 0.5.
        """))
    notebook.expect(
      Mistake(
        "\(load)[fixed(tokns, 3)]",
        """
        load eyes "eyes.onnx" inputs=[fixed(tokns, 3)]
                                            ^^^^^ eyes.onnx reads no array tokns. Did you mean tokens?
                                                  Its arrays: pixel_values, tokens and the.factor.
        """))
    notebook.expect(
      Mistake(
        "load eyes \"eyes.onnx\" shape=[3, 8] inputs=[fixed(tokens, 1), fixed(the_factor, 1)]",
        """
        load eyes "eyes.onnx" shape=[3, 8] inputs=[fixed(tokens, 1), fixed(the_factor, 1)]
                                    ^^^^^^ eyes.onnx does not take the shape [3, 8].
                                           Its input pixel_values takes: [open, 3, 8, 8]
        """))
    #expect(notebook.fail("\(load)[fixed(tokens, 1), fixed(tokens, 2)]").contains("reads no array tokens"))
    #expect(
      notebook.fail("\(load)[fixed(pixel_values, [1, 2])]").contains("pixel_values takes 192 numbers, or one for all"))
  }

  @Test func `a picture whose axes are all open is one in colour of 224 × 224, a row's length is to be given`() throws {
    var builder = OnnxBuilder()
    builder.inputs = [("pixel_values", [nil, nil, nil, nil])]
    builder.add("GlobalAveragePool", ["pixel_values"], ["pooled"])
    builder.add("Flatten", ["pooled"], ["y"])
    let notebook = try notebook(builder)
    #expect(notebook.run("load eyes \"eyes.onnx\"; describe eyes").contains("224×224"))
    #expect(notebook.run("load small \"eyes.onnx\" shape=[1, 1, 8, 8]; describe small").contains("8×8 gr"))
    builder = OnnxBuilder()
    builder.inputs = [("x", [nil, nil])]
    builder.add("Relu", ["x"])
    try write(builder, "row.onnx", in: notebook)
    notebook.expect(
      Mistake(
        "load row \"row.onnx\"",
        """
        load row "row.onnx"
                 ^^^^^^^^^^ The program in row.onnx cannot be run: the shape of its input x, [open, open], is not fixed.
                            To choose a shape, for example: load row "row.onnx" shape=[1, 16]
        """))
    let typed = "load path=\"row.onnx\" row labels=[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]"
    #expect(notebook.fail(typed).contains("for example: \(typed) shape=[1, 16]"))
    notebook.run("load row \"row.onnx\" shape=[1, 4]")
    #expect(notebook.run("predict row values=[1, 2, -3, 4]").contains("4"))
  }

  @Test func `an axis that is called a batch holds one sample, wherever it lies`() throws {
    var builder = OnnxBuilder()
    builder.inputs = [("x", [nil, nil, 4])]
    builder.axes = ["x": ["steps", "batch_size", ""]]
    builder.add("Relu", ["x"])
    let notebook = try notebook(builder)
    let typed = "load row \"eyes.onnx\""
    #expect(notebook.fail(typed).contains("for example: \(typed) shape=[16, 1, 4]"))
    builder.inputs = [("x", [4, nil])]
    builder.axes = ["x": ["", "Batch"]]
    try write(builder, "column.onnx", in: notebook)
    notebook.run("load column \"column.onnx\"")
    #expect(notebook.run("predict column values=[1, 2, -3, 4]").contains("4"))
  }

  @Test func `what cannot be read or run is said in a sentence`() throws {
    let notebook = try notebook()
    var builder = OnnxBuilder.classifier()
    builder.add("Fold", ["scores"], ["a"])
    builder.add("Fold", ["scores"], ["b"])
    builder.add("Loop", ["scores"], ["c"])
    try write(builder, "odd.onnx", in: notebook)
    notebook.expect(
      Mistake(
        "load odd \"odd.onnx\"",
        """
        load odd "odd.onnx"
                 ^^^^^^^^^^ odd.onnx has operations that cannot be run here: Fold (a and 1 more) and Loop (c).
        """))
    let described = notebook.run("describe \"odd.onnx\"").squeezed
    for line in [
      "kind ONNX model", "input image: array [open, 3, 16, 16]",
      "operators 8: Fold 2, Conv 1, Flatten 1, Gemm 1, GlobalAveragePool 1, Loop 1, Relu 1",
      "cannot be run here Fold: a, b", "cannot be run here Loop: c",
    ] { #expect(described.contains(line), "\(line): \(described)") }
    #expect(notebook.run("layers \"odd.onnx\"").contains("it cannot be run here"))
    try Data("no model".utf8).write(to: notebook.folder.appending(path: "text.onnx"))
    #expect(
      notebook.fail("load odd \"text.onnx\"").contains(
        "text.onnx is not an ONNX model: its 8 bytes do not have that format."))
    var old = OnnxBuilder.classifier()
    old.operatorSet = 9
    try write(old, "old.onnx", in: notebook)
    #expect(notebook.fail("load odd \"old.onnx\"").contains("version 9 of the ONNX operators; 11 to 24 are known"))
    #expect(notebook.fail("load odd \"eyes.onnx\" function=main").contains("belongs to ML programs"))
    try PackageBuilder.write(PackageBuilder.classifier().files, to: notebook.folder.appending(path: "eyes.mlpackage"))
    #expect(notebook.fail("load odd \"eyes.mlpackage\" mean=0.5").contains("not an array of"))
  }
}
