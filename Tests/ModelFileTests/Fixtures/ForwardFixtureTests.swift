import Foundation
import ModelFile
import Networks
import Tensors
import Testing

@Suite(.enabled(if: Fixtures.areThere, "the folder of reference results is not there"))
struct ForwardFixtureTests {
  @Test(arguments: Fixtures.cases("forward"))
  func `forward agrees with the reference`(example: FixtureCase) throws {
    let file = try #require(try example.modelFile())
    var definition = try file.network()
    let outputs = example.outputs ?? []
    definition.outputs = outputs
    let network = try Network(definition)
    let results = try run(example, network, outputs: outputs)
    for name in outputs {
      guard let expected = try example.tensor(name) else { continue }
      let actual = try #require(results[name])
      let distance = zip(actual.values, expected.values).reduce(Float(0)) { max($0, abs($1.0 - $1.1)) }
      let fits = actual.count == expected.count && distance <= example.tolerance()
      if !fits { print("\(example.name) \(name): off by \(distance), allowed \(example.tolerance()) \(actual.shape)") }
      #expect(fits)
    }
  }

  private func run(_ example: FixtureCase, _ network: Network, outputs: [String]) throws -> [String: Tensor] {
    if let name = example.inputs?.first, let pictures = try example.pictures(name) {
      return try network.forward(images: pictures, outputs: outputs)
    }
    var inputs: [String: Tensor] = [:]
    for name in example.inputs ?? [] { inputs[name] = try example.tensor(name) ?? example.digits() }
    return try network.forward(inputs, outputs: outputs)
  }
}
