import Foundation
import ModelFile
import Sketching
import Testing

@testable import Commands
@testable import Experiments

/// `sketch`, the network that is part of the program, wherever a model file may stand.
struct SketchTests {
  /// A notebook with a few drawn hands and nothing else: no data folder, no model files.
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil, isRemembering: true)
    notebook.run("dataset hands sample=hands count=3")
    return notebook
  }

  @Test func `features, k-NN and a network work on it`() throws {
    let notebook = try notebook()
    #expect(notebook.run("features hands from=sketch layer=pool5").contains("256"))
    notebook.run("knn near features=sketch.pool5; train near on=hands.train")
    #expect(notebook.run("evaluate near on=hands.train").contains("100.0 % correct (6 of 6)"))
    notebook.run("network hand from=sketch classes=4 seed=1")
    #expect(try notebook.network("hand").definition.parameterCounts.trainable == 257 * 4)
    notebook.run("train hand on=hands.train epochs=2")
    notebook.run("fit turi from=sketch on=hands.train")
    #expect(notebook.run("predict hand on=hands.test photo=rock-501").contains("rock-501.png"))
    #expect(notebook.run("predict hand on=hands.test photo=2").contains("scissors"))
  }

  @Test func `of several the first that is here is taken`() throws {
    let notebook = try notebook()
    notebook.run("network hand from=[squeezenet, sketch] seed=1; knn near features=[squeezenet.pool10, sketch.pool5]")
    #expect(try notebook.network("hand").source.name == "sketch")
    #expect(notebook.run("describe near").contains("pool5"))
    #expect(notebook.run("features hands.test from=[squeezenet.pool10, sketch.pool5]").contains("256"))
    for command in ["check", "describe", "layers", "weights", "load same"] {
      #expect(notebook.run("\(command) [squeezenet, sketch]").contains("sketch"))
    }
    let text = notebook.run("sweep near on=hands folds=2 features=[[squeezenet.fire9, sketch.conv5], sketch.pool5]")
    #expect(text.contains("sketch.conv5") && text.contains("sketch.pool5") && !text.contains("squeezenet"))
    #expect(
      notebook.fail("network hand from=[squeezenet, other]").contains("The model squeezenet was not found."))
    #expect(
      notebook.fail("network hand from=[]").contains(
        "from takes a network or model file with its layer, such as squeezenet.pool10, not []."))
  }

  @Test func `it is described, listed, checked and loaded like a file`() throws {
    let notebook = try notebook()
    #expect(notebook.run("check sketch").contains("Core ML accepts sketch"))
    #expect(notebook.run("layers sketch last=2").contains("probability"))
    #expect(notebook.run("describe sketch").contains("96"))
    #expect(notebook.run("weights sketch").contains("conv5"))
    notebook.run("load shapes path=sketch")
    #expect(try notebook.network("shapes").outputs.classes.count == 24)
  }

  @Test func `what was made of it is saved and comes back after a restart`() throws {
    let sessions = try Sessions()
    let first = try sessions.begin()
    first.run("network hand from=sketch classes=3 seed=1")
    first.run("save hand path=\"Hands.mlmodel\"")
    let before = try first.network("hand")
    let second = try sessions.begin()
    #expect(second.run("describe hand").contains("sketch"))
    #expect(try second.network("hand").definition == before.definition)
    #expect(second.run("check \"Hands.mlmodel\"").contains("Core ML accepts Hands.mlmodel"))
  }
}
