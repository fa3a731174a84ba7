import CommandLanguage
import Foundation
import Networks
import Testing
import Training

@testable import Commands
@testable import Experiments

/// `network NAME from=OTHER`, with and without layers of its own.
struct NetworkBaseTests {
  private func notebook() throws -> Notebook {
    let notebook = try Notebook(data: nil)
    notebook.run(
      """
      dataset digits sample=digits count=8
      network net input=[1, 28, 28] seed=7 { convolution 4 kernel=5 stride=2 activation=relu; maxPool 2; flatten; innerProduct 16 activation=relu; innerProduct 10; softmax }
      train net on=digits.train epochs=1 seed=1
      """)
    return notebook
  }

  @Test func `layers up to one are copied with their weights, and the block follows`() throws {
    let notebook = try notebook()
    let made = notebook.run(
      "network new from=net.maxPool0 seed=3 { flatten; innerProduct 12 activation=relu; innerProduct 10; softmax }")
    #expect(
      made.contains("new: the layers of net.maxPool0, not trained unless update says so, in a network of 8 layers"))
    let (old, new) = (try notebook.network("net").definition, try notebook.network("new").definition)
    #expect(new.layers[..<3].map(\.kind) == old.layers[..<3].map(\.kind))
    #expect(new.layers.filter(\.isUpdatable).map(\.name) == ["innerProduct0", "innerProduct1"])
    notebook.run("train new on=digits.train epochs=2 seed=1")
    #expect(try notebook.network("new").definition.layers[0].kind == old.layers[0].kind)
    notebook.run(
      "update new layers=[convolution0, innerProduct0, innerProduct1]; train new on=digits.train epochs=1 seed=1")
    #expect(try notebook.network("new").definition.layers[0].kind != old.layers[0].kind)
    #expect(try notebook.network("net").definition == old)
    #expect(notebook.run("evaluate new on=digits.train").contains("learnt"))
  }

  @Test func `equal seeds give equal weights, and the cell can run again`() throws {
    let notebook = try notebook()
    let cell = "network new from=net.flatten0 seed=3 { innerProduct 10; softmax }"
    notebook.run(cell)
    let first = try notebook.network("new").definition
    notebook.run("train new on=digits.train epochs=1 seed=1; \(cell)")
    #expect(try notebook.network("new").definition == first)
    notebook.run("reset new seed=4")
    let other = try notebook.network("new").definition
    #expect(other.layers[0] == first.layers[0] && other != first)
  }

  @Test func `without a layer all below the last innerProduct is copied`() throws {
    let notebook = try notebook()
    notebook.run("network block from=net seed=1 { innerProduct 5; softmax }; network plain from=net classes=5 seed=1")
    for name in ["block", "plain"] {
      let model = try notebook.network(name)
      #expect(model.outputs.count == 5)
      #expect(model.definition.layers.count == 8)
      #expect(model.definition.layers[4].kind == (try notebook.network("net")).definition.layers[4].kind)
      #expect(model.definition.layers.count(where: \.isUpdatable) == 1)
    }
    notebook.run("fit turi from=net on=digits.train; evaluate turi on=digits.test")
    #expect(notebook.run("network price from=net seed=1 { innerProduct 1 }").contains("It is a regressor"))
    notebook.run("save plain path=\"plain.mlmodel\"; load back \"plain.mlmodel\"")
    let probabilities = try notebook.probabilities("plain", on: "digits.test")
    #expect(try notebook.probabilities("back", on: "digits.test") == probabilities)
  }

  @Test func `layers of a file can be followed by others, too`() throws {
    let notebook = try Notebook.withNetwork()
    notebook.run(
      "network deep from=tiny.pool1 seed=2 { flatten; innerProduct 6 activation=relu; innerProduct 3; softmax }")
    notebook.run("train deep on=pets.train epochs=1 seed=1; evaluate deep on=pets.test")
    notebook.run("network flat from=tiny.pool1 classes=3 seed=2; train flat on=pets.train epochs=1 seed=1")
    #expect(try notebook.network("flat").outputs.count == 3)
    notebook.run("load tiny \"tiny.mlmodel\"; network again from=tiny classes=3 seed=2")
    #expect(try notebook.network("again").source.file != nil)
  }

  @Test func `a copy of a network that standardises keeps its means`() throws {
    let notebook = try Notebook(data: nil)
    let rows = (0..<30).map { "\(["a", "b", "c"][$0 % 3]),\($0 % 3),\(1000 * ($0 % 7))" }
    try (["kind,near,far"] + rows).joined(separator: "\n").write(
      to: notebook.folder.appending(path: "kinds.csv"), atomically: true, encoding: .utf8)
    notebook.run(
      """
      dataset kinds csv="kinds.csv" target=kind split=[0.8, 0.2] seed=1
      network net input=[2] standardize=true seed=3 { innerProduct 8 activation=relu; innerProduct 3; softmax }
      train net on=kinds.train epochs=1 seed=1
      network new from=net.innerProduct0_relu seed=1 { innerProduct 3; softmax }
      """)
    let means = try notebook.network("net").definition.layers[0].kind
    notebook.run("train new on=kinds.test epochs=1 seed=1")
    #expect(try notebook.network("new").definition.layers[0].kind == means)
    notebook.run(
      "network more from=new.softmax0 seed=1 { innerProduct 3; softmax }; train more on=kinds.train epochs=1")
    notebook.run("save more path=\"more.mlmodel\"; load back \"more.mlmodel\"; evaluate more back on=kinds.test")
  }

  @Test(arguments: [
    Mistake(
      "network x from=net.maxPol0 { flatten; innerProduct 3; softmax }",
      """
      network x from=net.maxPol0 { flatten; innerProduct 3; softmax }
                     ^^^^^^^^^^^ net has no layer maxPol0. Did you mean maxPool0?
                                 Its last layers: maxPool0, flatten0, innerProduct0, innerProduct0_relu, innerProduct1, softmax0
      """),
    Mistake(
      "network x from=net input=[4] { innerProduct 3; softmax }",
      """
      network x from=net input=[4] { innerProduct 3; softmax }
                               ^^^ The layers of from= have their own input.
                                   Leave out input=, or from=.
      """),
    Mistake(
      "network x from=net classes=3 { innerProduct 3; softmax }",
      """
      network x from=net classes=3 { innerProduct 3; softmax }
                                 ^ classes=3 belongs to networks with from= and no block.
                                   In a block the last innerProduct says how many classes there are.
      """),
  ])
  func `what cannot be is told`(mistake: Mistake) throws {
    try notebook().expect(mistake)
  }
}
