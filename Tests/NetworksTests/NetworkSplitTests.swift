import Networks
import Tensors
import Testing

@Suite struct NetworkSplitTests {
  private func network(updatable: Set<String>) -> NetworkDefinition {
    var definition = fireNetwork(updatable: false)
    for index in definition.layers.indices where updatable.contains(definition.layers[index].name) {
      definition.layers[index].isUpdatable = true
    }
    return definition
  }

  @Test func `everything below the head is trunk`() throws {
    let (trunk, tail, boundary) = try network(updatable: ["head"]).splitBelowUpdatable()
    #expect(boundary == ["flat"])
    #expect(trunk.outputs == ["flat"])
    #expect(trunk.layers.last?.name == "flat")
    #expect(tail.layers.map(\.name) == ["head", "probabilities"])
    #expect(tail.inputs == [NetworkInput(name: "flat", shape: [950])])
  }

  @Test(arguments: [["head"], ["right"], ["left", "head"], ["squeeze"]] as [Set<String>])
  func `trunk and tail one after the other are the whole`(updatable: Set<String>) throws {
    let definition = network(updatable: updatable)
    let (trunk, tail, boundary) = try definition.splitBelowUpdatable()
    let x = random([3, 3, 10, 11], seed: 1)
    let whole = try Network(definition).forward(["x": x])
    let between = try Network(trunk).forward(["x": x], outputs: boundary)
    #expect(try Network(tail).forward(between) == whole)
    #expect(trunk.layers.filter(\.isUpdatable).isEmpty)
  }

  @Test func `a network that learns nothing is all trunk`() throws {
    let definition = network(updatable: [])
    let (trunk, tail, boundary) = try definition.splitBelowUpdatable()
    #expect(trunk == definition)
    #expect(tail.layers.isEmpty)
    #expect(boundary.isEmpty)
  }

  @Test func `a cut below the first layer leaves the input as it was, preprocessing and all`() throws {
    var definition = network(updatable: ["squeeze"])
    definition.inputs[0].image = ImagePreprocessing(colorSpace: .bgr, biases: [1, 2, 3])
    let (trunk, tail, boundary) = try definition.splitBelowUpdatable()
    #expect(boundary == ["x"])
    #expect(trunk.layers.isEmpty)
    #expect(tail.inputs == definition.inputs)
  }

  @Test(arguments: [["head"], ["right"], ["left", "head"], ["squeeze"], ["left", "right"]] as [Set<String>])
  func `a cut at one tensor goes further down where several cross, and is the whole again`(
    updatable: Set<String>
  ) throws {
    let definition = network(updatable: updatable)
    let (trunk, tail, boundary) = try definition.splitAtOneTensor()
    #expect(boundary.count == 1)
    #expect(trunk.layers.filter(\.isUpdatable).isEmpty)
    #expect(tail.layers.filter(\.isUpdatable).map(\.name) == definition.layers.filter(\.isUpdatable).map(\.name))
    let x = random([3, 3, 10, 11], seed: 1)
    let between = try Network(trunk).forward(["x": x], outputs: boundary)
    #expect(try Network(tail).forward(between) == Network(definition).forward(["x": x]))
  }

  @Test func `a sequence that crosses the cut stays one, also where a cut at one tensor goes further down`() throws {
    let gate: (String) -> LayerDefinition = { name in
      LayerDefinition(
        name: name, inputs: ["scaled"], outputs: [name],
        kind: .innerProduct(
          InnerProductDefinition(
            inputChannels: 3, outputChannels: 4, weights: random([4, 3], seed: UInt64(name.utf8.count)), bias: nil)))
    }
    var definition = NetworkDefinition(
      inputs: [NetworkInput(name: "x", shape: [3], sequenceLength: 5)],
      layers: [
        LayerDefinition(name: "scaled", inputs: ["x"], outputs: ["scaled"], kind: .activation(.tanh)),
        gate("left"), gate("right"),
        LayerDefinition(name: "sum", inputs: ["left", "right"], outputs: ["sum"], kind: .add(constant: 0)),
        LayerDefinition(
          name: "head", inputs: ["sum"], outputs: ["y"],
          kind: .innerProduct(
            InnerProductDefinition(
              inputChannels: 4, outputChannels: 2, weights: random([2, 4], seed: 9), bias: nil))),
      ], outputs: ["y", "left"])
    definition.layers[4].isUpdatable = true
    let below = try definition.splitBelowUpdatable()
    #expect(
      below.tail.inputs == [
        NetworkInput(name: "sum", shape: [4], sequenceLength: 5),
        NetworkInput(name: "left", shape: [4], sequenceLength: 5),
      ])
    let (trunk, tail, boundary) = try definition.splitAtOneTensor()
    #expect(boundary == ["scaled"])
    #expect(tail.inputs == [NetworkInput(name: "scaled", shape: [3], sequenceLength: 5)])
    let x = random([2, 5, 3], seed: 1)
    let between = try Network(trunk).forward(["x": x], outputs: boundary)
    #expect(try Network(tail).forward(between) == Network(definition).forward(["x": x]))
  }
}
