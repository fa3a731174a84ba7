import Foundation
import Networks
import Tensors
import Testing

@testable import Commands
@testable import Experiments

struct DeltaCommandTests {
  private func trained(_ seed: Int = 1) throws -> Notebook {
    let notebook = try Notebook.withNetwork()
    notebook.run("train hand on=pets.train epochs=3 learningRate=0.01 seed=\(seed)")
    return notebook
  }

  @Test func `row 119: start and difference are the network, bit for bit`() throws {
    let notebook = try trained()
    let learnt = try notebook.network("hand")
    let text = notebook.run("delta hand since=starter path=\"hand.json\"")
    #expect(text.hasPrefix("hand since its start\n"))
    #expect(text.contains("51 numbers are in hand.json, ") && text.hasSuffix("; none of the photos are."))
    notebook.run("reset hand")
    #expect(
      notebook.run("delta hand apply=\"hand.json\"")
        == "hand has its initial weights plus the difference in hand.json: the same bits as the network it was taken from."
    )
    let restored = try notebook.network("hand")
    #expect(restored.definition == learnt.definition && restored.initial.definition == learnt.initial.definition)
    #expect(restored.outputs.classes == learnt.outputs.classes)
    notebook.run("undo")
    #expect(try notebook.network("hand").definition == learnt.initial.definition)
  }

  @Test func `of several the mean is added`() throws {
    let notebook = try trained()
    let first = try notebook.network("hand").definition
    notebook.run("delta hand path=\"1.json\"; train hand on=pets.train epochs=3 learningRate=0.01 from=start seed=2")
    let second = try notebook.network("hand").definition
    notebook.run("delta hand path=\"2.json\"; delta hand apply=[\"1.json\", \"2.json\"]")
    let mean = try notebook.network("hand").definition
    for (key, tensor) in mean.parameters {
      let (one, other) = (try #require(first.parameters[key]), try #require(second.parameters[key]))
      for place in tensor.values.indices {
        #expect(abs(tensor.values[place] - (one.values[place] + other.values[place]) / 2) < 1e-6)
      }
    }
  }

  @Test func `files count by their samples, in any order`() throws {
    let notebook = try trained()
    notebook.run("delta hand path=\"1.json\"; train hand on=pets.test epochs=3 learningRate=0.01 from=start seed=2")
    notebook.run("delta hand path=\"2.json\"; train hand on=pets epochs=2 learningRate=0.02 from=start seed=3")
    notebook.run("delta hand path=\"3.json\"")
    let counts = try (1...3).map { number in
      try #require(
        try JSONDecoder().decode(
          NetworkDelta.self, from: Data(contentsOf: notebook.folder.appending(path: "\(number).json"))
        ).samples)
    }
    #expect(counts[2] == counts[0] + counts[1] && counts[0] != counts[1])
    let text = notebook.run("delta hand apply=[\"1.json\", \"2.json\", \"3.json\"] by=mean weights=samples")
    #expect(text == "hand has its initial weights plus the mean of 3 differences, weighted by samples.")
    let mean = try notebook.network("hand").definition
    notebook.run("delta hand apply=[\"3.json\", \"1.json\", \"2.json\"] weights=samples")
    #expect(try notebook.network("hand").definition == mean)
    notebook.run("delta hand apply=[\"3.json\", \"1.json\", \"2.json\"]")
    #expect(try notebook.network("hand").definition != mean)
    #expect(notebook.fail("delta hand path=\"4.json\" weights=samples").contains("apply="))
    let old = String(decoding: try Data(contentsOf: notebook.folder.appending(path: "1.json")), as: UTF8.self)
    try notebook.write(Array(old.replacing("\"samples\":\(counts[0]),", with: "").utf8), to: "old.json")
    #expect(
      notebook.fail("delta hand apply=[\"old.json\", \"2.json\"] weights=samples")
        .contains("old.json does not say how many samples its network was trained on."))
    notebook.run("delta hand apply=[\"old.json\", \"2.json\"]")
  }

  @Test func `numbers far apart in size come back exactly`() throws {
    var start = NetworkDefinition(inputs: [NetworkInput(name: "x", shape: [2])], layers: [], outputs: ["y"])
    let product = InnerProductDefinition(
      inputChannels: 2, outputChannels: 1, weights: Tensor(shape: [1, 2], values: [1e30, -3]), bias: nil)
    start.layers = [LayerDefinition(name: "d", inputs: ["x"], outputs: ["y"], kind: .innerProduct(product))]
    var end = start
    let key = ParameterKey(layer: "d", part: .weights)
    end.setParameter(key, to: Tensor(shape: [1, 2], values: [1e-30, 3.0000002]))
    let delta = NetworkDelta(from: start, to: end, classes: [])
    #expect(delta.changes[0].exact == [0: 1e-30])
    let read = try JSONDecoder().decode(NetworkDelta.self, from: JSONEncoder().encode(delta))
    #expect(read == delta && NetworkDelta.network(from: start, by: [read]) == end)
  }

  @Test(arguments: [
    Mistake(
      "delta hand",
      """
      delta hand
      ^^^^^ delta needs a file: path= to write one, apply= to apply it.
            For example: delta hand since=starter path="hand.delta.json"
      """),
    Mistake(
      "delta hand path=\"a.json\" apply=\"b.json\"",
      """
      delta hand path="a.json" apply="b.json"
                                     ^^^^^^^^ delta takes path= or apply=, not both.
                                              For example: delta hand since=starter path="hand.delta.json"
      """),
    Mistake(
      "delta hand path=\"a.json\"",
      """
      delta hand path="a.json"
            ^^^^ hand has not changed since its start.
                 To train it: train hand on=pets.train
      """),
    Mistake(
      "delta hand apply=\"tiny.mlmodel\"",
      """
      delta hand apply="tiny.mlmodel"
                       ^^^^^^^^^^^^^^ tiny.mlmodel was not written by delta … path=.
      """),
  ])
  func `what cannot be is told, and nothing changes`(mistake: Mistake) throws {
    try Notebook.withNetwork().expect(mistake)
  }

  @Test func `a difference from another start is refused`() throws {
    let notebook = try trained()
    notebook.run("delta hand path=\"hand.json\"; network other from=tiny classes=3 seed=7")
    notebook.expect(
      Mistake(
        "delta other apply=\"hand.json\"",
        """
        delta other apply="hand.json"
                          ^^^^^^^^^^^ hand.json belongs to a network with other initial weights than other.
                                      The same file and seed give the same initial weights: network other from=… seed=…
        """))
  }
}
