import Foundation
import Networks
import Tensors
import Testing

@testable import Commands
@testable import ExperimentSupport
@testable import Experiments
@testable import ModelFile

/// Programs whose own layers are trained, and saved again.
struct ProgramTrainingTests {
  /// A notebook with the small dataset `pets` and a classifier `eyes` with its classes.
  private func notebook(_ builder: PackageBuilder = .transformer(), isRemembering: Bool = false) throws -> Notebook {
    let notebook = try Notebook(withPetsAnd: builder, isRemembering: isRemembering)
    notebook.run("load eyes \"eyes.mlpackage\"")
    return notebook
  }

  private func weights(_ notebook: Notebook, _ model: String) throws -> [ParameterKey: Tensor] {
    try notebook.network(model).definition.parameters
  }

  /// What a model says of the test photos, without its name.
  private func answers(_ notebook: Notebook, _ model: String) -> [Substring] {
    Array(notebook.run("predict \(model) on=pets.test").split(separator: "\n").dropFirst())
  }

  @Test func `the last layers of a program are trained, saved into it and loaded again`() throws {
    let notebook = try notebook()
    let start = try weights(notebook, "eyes")
    notebook.expect(
      Mistake(
        "train eyes on=pets.train",
        """
        train eyes on=pets.train
              ^^^^ No layer of eyes is updatable, so there is nothing to train.
                   To add a trainable layer: network eyes from=eyes.mlpackage
                   To train layers that it has, counted from the end: update eyes last=2
        """))
    let told = notebook.run("update eyes last=4")
    #expect(told.contains("eyes trains between, wide, narrow and scores:"))
    #expect(told.contains("Devices do not train ML programs.") && !told.contains("on a device"))
    #expect(notebook.run("layers eyes").squeezed.contains("yes here; no device trains an ML program"))
    let line = "train eyes on=pets.train epochs=3 optimizer=sgd learningRate=0.01 miniBatchSize=2 from=start"
    notebook.run(line)
    let trained = try weights(notebook, "eyes")
    let changed = Set(trained.filter { $0.value != start[$0.key] }.keys.map(\.layer))
    #expect(changed == ["between", "wide", "narrow", "scores"])
    #expect(notebook.run("save eyes path=\"tuned.mlpackage\"").contains("tuned.mlpackage"))
    #expect(notebook.run("load tuned \"tuned.mlpackage\"").contains("662 trainable of 3,614 parameters"))
    #expect(try weights(notebook, "tuned") == trained)
    // Nothing but the weights and the metadata is another than before.
    let (before, after) = try (file(notebook, "eyes"), file(notebook, "tuned"))
    #expect(before.content == after.content && before.description.outputs == after.description.outputs)
    notebook.run("train tuned on=pets.train epochs=1; undo; undo; undo")
    #expect(notebook.model("tuned") == nil)
    #expect(try weights(notebook, "eyes") == start)
  }

  /// What is added may be positions of tokens, or a mask, which must stay as it is: nobody knows but who made the program.
  @Test(arguments: [ElementType.float32, .float16])
  func `constants that are added are trained where they are named, and saved`(element: ElementType) throws {
    let notebook = try notebook(.transformer(["cat", "dog"], element, withPositions: true))
    #expect(notebook.run("layers eyes").contains("here, where layers= names it: its constants may be a mask"))
    #expect(!notebook.run("update eyes last=9").contains("tokens"))
    #expect(notebook.fail("update eyes last=20").contains("eyes has 10 layers that can be trained"))
    let start = try weights(notebook, "eyes")
    #expect(notebook.run("update eyes layers=[tokens, scores]").contains("eyes trains tokens and scores:"))
    notebook.run("train eyes on=pets.train epochs=1 learningRate=0.01; save eyes path=\"tuned.mlpackage\"")
    let trained = try weights(notebook, "eyes")
    #expect(Set(trained.filter { $0.value != start[$0.key] }.keys.map(\.layer)) == ["tokens", "scores"])
    notebook.run("load tuned \"tuned.mlpackage\"")
    for (key, tensor) in try weights(notebook, "tuned") {
      let wanted = trained[key]?.values.map { element == .float32 ? $0 : Float(Float16($0)) }
      #expect(tensor.values == wanted, "\(key)")
    }
    #expect(try notebook.network("tuned").definition.layers.filter(\.isUpdatable).map(\.name) == ["tokens", "scores"])
  }

  @Test func `tables that indices choose from are trained, and what is added to scores where it is named`() throws {
    // Without positions all patches of these photos are alike, and so are their scores.
    let notebook = try notebook(.transformer(["cat", "dog"], withPositions: true, withTables: true))
    #expect(notebook.run("layers eyes").contains("here, where layers= names it: its constants may be a mask"))
    let last = notebook.run("update eyes last=10")
    #expect(last.contains("eyes trains rows, ") && !last.contains("mixed"), "\(last)")
    let start = try weights(notebook, "eyes")
    #expect(notebook.run("update eyes layers=[rows, mixed]").contains("eyes trains rows and mixed:"))
    notebook.run("train eyes on=pets.train epochs=1 learningRate=0.01; save eyes path=\"tuned.mlpackage\"")
    let trained = try weights(notebook, "eyes")
    #expect(Set(trained.filter { $0.value != start[$0.key] }.keys.map(\.layer)) == ["rows", "mixed"])
    notebook.run("load tuned \"tuned.mlpackage\"")
    #expect(try weights(notebook, "tuned") == trained)
    #expect(answers(notebook, "tuned") == answers(notebook, "eyes"))
  }

  @Test func `factors and offsets of the channels of maps are trained where they are named, and saved`() throws {
    let notebook = try notebook(.classifier(["cat", "dog"], withFactors: true))
    #expect(!notebook.run("update eyes last=2").contains("stretched"))
    let (start, answers) = (try weights(notebook, "eyes"), answers(notebook, "eyes"))
    #expect(start[ParameterKey(layer: "stretched", part: .weights)]?.values == [0.5, -2, 1.25, 3])
    #expect(notebook.run("update eyes layers=[stretched, shifted]").contains("eyes trains stretched and shifted:"))
    // They are computed by another runner now.
    #expect(self.answers(notebook, "eyes") == answers)
    notebook.run("train eyes on=pets.train epochs=2 learningRate=0.01; save eyes path=\"tuned.mlpackage\"")
    let trained = try weights(notebook, "eyes")
    #expect(Set(trained.filter { $0.value != start[$0.key] }.keys.map(\.layer)) == ["stretched", "shifted"])
    notebook.run("load tuned \"tuned.mlpackage\"")
    #expect(try weights(notebook, "tuned") == trained)
    #expect(self.answers(notebook, "tuned") == self.answers(notebook, "eyes"))
  }

  private func file(_ notebook: Notebook, _ name: String) throws -> ModelFile {
    try ModelFile(contentsOf: notebook.folder.appending(path: "\(name).mlpackage"))
  }

  @Test func `a program in half precision is trained in single, and saved in halves`() throws {
    let notebook = try notebook(.transformer(["cat", "dog"], .float16))
    notebook.run("update eyes layers=[query, scores]; train eyes on=pets.train epochs=1 learningRate=0.01")
    notebook.run("save eyes path=\"tuned.mlpackage\"; load tuned \"tuned.mlpackage\"")
    let (trained, saved) = try (weights(notebook, "eyes"), weights(notebook, "tuned"))
    for (key, tensor) in trained {
      #expect(saved[key]?.values == tensor.values.map { Float(Float16($0)) }, "\(key)")
    }
    #expect(try file(notebook, "eyes").storage.byteCount >= file(notebook, "tuned").storage.byteCount - 400)
  }

  @Test func `a head is trained with layers below it, and both are there after a restart`() throws {
    let notebook = try notebook(isRemembering: true)
    notebook.run("network head from=eyes classes=2 seed=1; update head last=3")
    notebook.run("train head on=pets.train epochs=2 learningRate=0.01; save head path=\"head.mlpackage\"")
    notebook.run("load again \"head.mlpackage\"")
    let answers = notebook.run("predict head on=pets.test")
    #expect(self.answers(notebook, "again") == self.answers(notebook, "head"))
    let (later, page) = (try notebook.restarted(), Page())
    guard case .finished = later.run("predict head on=pets.test", on: page) else {
      Issue.record("head is gone")
      return
    }
    #expect(page.text.hasSuffix(answers))
  }

  @Test func `what fewer bits lose is told, and compressed weights that are trained become plain ones`() throws {
    let notebook = try notebook(.patches(labels: ["cat", "dog", "hen"]))
    let told = notebook.run("save eyes path=\"small.mlpackage\" precision=1 on=pets.test")
    #expect(told.contains("Weights were rounded, by ") && !told.contains("predictions can differ"))
    #expect(
      told.contains(
        /Accuracy on pets\.test: [0-9.]+ % \([0-4] of 4\) before, [0-9.]+ % \([0-4] of 4\) after; \d predictions? changed\./
      ))
    #expect(notebook.fail("save eyes on=pets.test").contains("precision="))
    let places = try (notebook.network("eyes").definition.parameters, file(notebook, "small").storage.byteCount)
    notebook.run(
      "load small \"small.mlpackage\"; update small last=2; train small on=pets.train epochs=1 learningRate=0.01")
    notebook.run("save small path=\"tuned.mlpackage\"; load tuned \"tuned.mlpackage\"")
    let trained = try weights(notebook, "small")
    #expect(try weights(notebook, "tuned") == trained)
    #expect(trained.count == places.0.count)
    // The last product's 18,432 numbers are plain now; what they were made of is gone.
    let grown = try file(notebook, "tuned").storage.byteCount - places.1
    #expect((60_000...80_000).contains(grown), "\(grown)")
  }

  @Test func `a layer below an operation without a gradient is refused, with those that can be trained`() throws {
    var builder = PackageBuilder.classifier(["cat", "dog"])
    let end = builder.operations.firstIndex { $0.text(1) == "reduce_mean" } ?? 0
    let rest = Array(builder.operations[end...])
    builder.operations.removeSubrange(end...)
    builder.add(
      "floor", [("x", .name("activated"))], "steps", PackageBuilder.tensorType(.float32, [1, 4, 16, 16]))
    builder.operations += rest.map { operation in
      var (copy, entries) = (operation, operation[repeated: 2].messages)
      for place in entries.indices where operation.text(1) == "reduce_mean" && entries[place].text(1) == "x" {
        entries[place].set(2, message: ProgramWire.argument("steps"))
      }
      copy[repeated: 2].messages = entries
      return copy
    }
    let notebook = try notebook(builder)
    #expect(notebook.run("layers eyes").squeezed.contains("no: no gradient passes through steps (floor)"))
    notebook.expect(
      Mistake(
        "update eyes layers=[convolved]",
        """
        update eyes layers=[convolved]
                            ^^^^^^^^^ convolved is a convolution layer and gets no gradient: none passes through steps (floor).
                                      Layers of eyes that can be trained: scores
        """))
    notebook.expect(
      Mistake(
        "update eyes last=2",
        """
        update eyes last=2
                         ^ eyes has 1 layer that can be trained, not 2.
                           Layers of eyes that can be trained: scores
        """))
    notebook.run("update eyes last=1; train eyes on=pets.train epochs=1")
    #expect(
      notebook.fail("update eyes last=1 layers=[scores]").contains("without layers="))
  }

  @Test func `what a program cannot be trained with is said`() throws {
    let notebook = try notebook()
    notebook.run("update eyes last=2")
    #expect(notebook.fail("train eyes on=pets.train checkpoint=1").contains("devices do not train ML programs"))
    #expect(notebook.run("layers eyes").contains("between"))
    #expect(notebook.fail("update eyes layers=[block]").contains("block is an add layer and has no weights"))
  }

  @Test func `the layers of an ONNX file are trained and saved as a package`() throws {
    let notebook = try Notebook(data: nil)
    try notebook.smallDataset()
    try Data(OnnxBuilder.classifier(["cat", "dog"]).bytes).write(to: notebook.folder.appending(path: "eyes.onnx"))
    notebook.run("dataset pets path=\"Pets\"; load eyes \"eyes.onnx\"")
    let start = try weights(notebook, "eyes")
    notebook.run("update eyes last=2; train eyes on=pets.train epochs=2 learningRate=0.01")
    let trained = try weights(notebook, "eyes")
    #expect(Set(trained.filter { $0.value != start[$0.key] }.keys).count == 3)
    notebook.run("save eyes path=\"eyes.mlpackage\"; load again \"eyes.mlpackage\"")
    #expect(answers(notebook, "again") == answers(notebook, "eyes"))
    #expect(try weights(notebook, "again") == trained)
  }
}
