import Networks
import Tensors
import Testing

@Suite struct CutTests {
  private func network(updatable: Set<String>) -> NetworkDefinition {
    var definition = fireNetwork(updatable: false)
    for index in definition.layers.indices where updatable.contains(definition.layers[index].name) {
      definition.layers[index].isUpdatable = true
    }
    return definition
  }

  @Test func `everything below the head is trunk`() throws {
    let (trunk, tail, boundary) = try network(updatable: ["head"]).cutBelowUpdatable()
    #expect(boundary == ["flat"])
    #expect(trunk.outputs == ["flat"])
    #expect(trunk.layers.last?.name == "flat")
    #expect(tail.layers.map(\.name) == ["head", "probabilities"])
    #expect(tail.inputs == [NetworkInput(name: "flat", shape: [950])])
  }

  @Test(arguments: [["head"], ["right"], ["left", "head"], ["squeeze"]] as [Set<String>])
  func `trunk and tail one after the other are the whole`(updatable: Set<String>) throws {
    let definition = network(updatable: updatable)
    let (trunk, tail, boundary) = try definition.cutBelowUpdatable()
    let x = random([3, 3, 10, 11], seed: 1)
    let whole = try Network(definition).forward(["x": x])
    let between = try Network(trunk).forward(["x": x], outputs: boundary)
    #expect(try Network(tail).forward(between) == whole)
    #expect(trunk.layers.filter(\.isUpdatable).isEmpty)
  }

  @Test func `a network that learns nothing is all trunk`() throws {
    let definition = network(updatable: [])
    let (trunk, tail, boundary) = try definition.cutBelowUpdatable()
    #expect(trunk == definition)
    #expect(tail.layers.isEmpty)
    #expect(boundary.isEmpty)
  }

  @Test func `a cut below the first layer leaves the input as it was, preprocessing and all`() throws {
    var definition = network(updatable: ["squeeze"])
    definition.inputs[0].image = ImagePreprocessing(colorSpace: .bgr, biases: [1, 2, 3])
    let (trunk, tail, boundary) = try definition.cutBelowUpdatable()
    #expect(boundary == ["x"])
    #expect(trunk.layers.isEmpty)
    #expect(tail.inputs == definition.inputs)
  }

  @Test(arguments: [["head"], ["right"], ["left", "head"], ["squeeze"], ["left", "right"]] as [Set<String>])
  func `a cut at one tensor goes further down where several cross, and is the whole again`(
    updatable: Set<String>
  ) throws {
    let definition = network(updatable: updatable)
    let (trunk, tail, boundary) = try definition.cutAtOneTensor()
    #expect(boundary.count == 1)
    #expect(trunk.layers.filter(\.isUpdatable).isEmpty)
    #expect(tail.layers.filter(\.isUpdatable).map(\.name) == definition.layers.filter(\.isUpdatable).map(\.name))
    let x = random([3, 3, 10, 11], seed: 1)
    let between = try Network(trunk).forward(["x": x], outputs: boundary)
    #expect(try Network(tail).forward(between) == Network(definition).forward(["x": x]))
  }
}
