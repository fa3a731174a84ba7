import Foundation
import Networks
import Tensors
import TestSupport
import Testing

@testable import ExperimentSupport
@testable import ModelFile

/// The gradients of the parameters of programs, as differences of the cross entropy say, and what is saved of a step along them.
struct ProgramGradientTests {
  private static let target = 1

  private func picture(_ network: NetworkDefinition) -> [String: Tensor] {
    let input = network.inputs[0]
    let count = input.shape.reduce(1, *)
    return [input.name: Tensor(shape: [1] + input.shape, values: (0..<count).map { Float($0 * 31 % 251) })]
  }

  private func loss(_ definition: NetworkDefinition) throws -> Double {
    let made = try Network(definition).forward(picture(definition))
    return -log(Double(try #require(made[definition.outputs[0]]).values[Self.target]))
  }

  /// The network with all layers that can learn marked.
  private func learning(_ file: ModelFile) throws -> NetworkDefinition {
    var definition = try file.program.network()
    for index in definition.layers.indices {
      let layer = definition.layers[index]
      definition.layers[index].isUpdatable = layer.kind.isTrainable && layer.weights != nil
    }
    return definition
  }

  /// The gradient of each parameter, from a step of length 1.
  private func gradients(_ definition: NetworkDefinition) throws -> [ParameterKey: [Float]] {
    let network = try Network(definition)
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(inputs: picture(definition), targets: .classes([Self.target]), optimizer: &state)
    var gradients: [ParameterKey: [Float]] = [:]
    for key in network.trainableParameters {
      let (before, after) = (definition.parameters[key], network[parameter: key])
      gradients[key] = zip(try #require(before).values, try #require(after).values).map { $0 - $1 }
    }
    return gradients
  }

  @Test(arguments: [false, true], [false, true])
  func `the gradients of attention, normalisations, tables and convolutions are those of differences`(
    isHalf: Bool, withTables: Bool
  ) throws {
    let builder = PackageBuilder.transformer(["cat", "dog"], isHalf ? .float16 : .float32, withTables: withTables)
    let definition = try learning(builder.file())
    let gradients = try gradients(definition)
    // The convolution, two normalisations, four products of attention, two after it and the classifier; a table and a mask.
    #expect(gradients.count == 1 + 2 * 2 + 4 * 2 + 2 * 2 + 2 + (withTables ? 2 : 0))
    var generator = SeededGenerator(seed: 1)
    for (key, gradient) in gradients {
      let length = sqrt(gradient.reduce(0) { $0 + Double($1) * Double($1) })
      // Of keys a bias shifts all products of a query alike, which a softmax does not see.
      if key == ParameterKey(layer: "key", part: .bias) {
        #expect(length < 1e-5)
        continue
      }
      try #require(length > 1e-4, "\(key)")
      // Along the gradient, and along some direction.
      let other = gradient.map { _ in generator.uniform(-1, 1) }
      for direction in [gradient, other] {
        let norm = sqrt(direction.reduce(0) { $0 + Double($1) * Double($1) })
        let expected = zip(gradient, direction).reduce(0) { $0 + Double($1.0) * Double($1.1) } / norm
        func moved(_ distance: Double) throws -> Double {
          var copy = definition
          var tensor = try #require(copy.parameters[key])
          for index in direction.indices { tensor.values[index] += Float(distance * Double(direction[index]) / norm) }
          copy.setParameter(key, to: tensor)
          return try loss(copy)
        }
        let slope = try (moved(5e-3) - moved(-5e-3)) / 1e-2
        #expect(abs(slope - expected) < 0.01 * length + 1e-4, "\(key): \(expected), differences \(slope)")
      }
    }
  }

  @Test func `a step is saved in the place and type of every parameter, and read again`() throws {
    for isHalf in [false, true] {
      let original = try PackageBuilder.transformer(["cat", "dog"], isHalf ? .float16 : .float32, withTables: true)
        .file()
      let definition = try learning(original)
      let network = try Network(definition)
      var state = OptimizerState(.sgd(learningRate: 0.1))
      _ = try network.trainStep(inputs: picture(definition), targets: .classes([Self.target]), optimizer: &state)
      var trained = definition
      for key in network.trainableParameters {
        trained.setParameter(key, to: try #require(network[parameter: key]))
      }
      let file = try ProgramMaker.file(of: trained, labels: ClassLabels(of: original), from: original)
      #expect(file.storage.byteCount == original.storage.byteCount && file.content == original.content)
      let again = try file.program.network()
      for (key, tensor) in trained.parameters {
        let stored = isHalf ? tensor.values.map { Float(Float16($0)) } : tensor.values
        #expect(again.parameters[key]?.values == stored, "\(key)")
      }
    }
  }

  @Test
  func `factors of a normalisation that its file leaves out, and deconvolutions, are written where they are read`()
    throws
  {
    var builder = PackageBuilder()
    builder.inputs = [("x", [1, 2, 6])]
    let kernel = (0..<24).map { (place: Int) -> Float in Float(place * 7 % 11) / 8 - 0.5 }
    builder.add(
      "conv_transpose",
      [
        ("x", .name("x")), ("weight", .value(PackageBuilder.floats(kernel, [2, 4, 3]))),
        ("pad_type", .value(PackageBuilder.text("valid"))),
      ], "wide", PackageBuilder.tensorType(.float32, [1, 4, 8]))
    builder.add(
      "layer_norm",
      [
        ("x", .name("wide")), ("axes", .value(PackageBuilder.integers([-1]))),
        ("beta", .value(PackageBuilder.floats(Array(repeating: 0.5, count: 8), [8]))),
      ], "y", PackageBuilder.tensorType(.float32, [1, 4, 8]))
    let original = try builder.file()
    var network = try original.program.network()
    for index in network.layers.indices {
      network.layers[index].weights = network.layers[index].weights.map {
        Tensor(shape: $0.shape, values: $0.values.enumerated().map { $1 + Float($0) / 16 })
      }
    }
    let file = try ProgramMaker.file(of: network, labels: nil, from: original)
    let again = try file.program.network()
    #expect(again.parameters == network.parameters && again.parameters.count == 3)
  }
}
