import Foundation
import Networks
import Tensors
import TestSupport
import Testing

@testable import ModelFile

/// Row 60: the gradient through all of SqueezeNet, its nine concats too, down to its first layers, as finite differences of
/// the cross entropy say. Where Apple's file is not there, of the same layers with weights drawn from a seed.
struct RealGradientTests {
  private static let image = PixelBuffer(
    width: 227, height: 227,
    bytes: (0..<227 * 227 * 3).map { place in
      let (x, y, channel) = (place / 3 % 227, place / 3 / 227, place % 3)
      return UInt8((x * (channel + 2) + y * (4 - channel) + x * y / 37) % 256)
    })
  private static let target = 7

  @Test(arguments: ["conv1", "fire2/squeeze1x1", "fire2/expand1x1", "fire2/expand3x3"])
  func `the gradient of SqueezeNet's first layers is that of finite differences`(layer: String) throws {
    let file = try SharedModels.model("models/SqueezeNetFP16.mlmodel")
    var definition = try file.network()
    for index in definition.layers.indices {
      definition.layers[index].isUpdatable = definition.layers[index].name == layer
    }
    let network = try Network(definition)
    var state = OptimizerState(.sgd(learningRate: 1))
    let starts = network.trainableParameters.map { network[parameter: $0] }
    _ = try network.trainStep(images: [Self.image], targets: .classes([Self.target]), optimizer: &state)
    #expect(network.trainableParameters.count == 2)
    let still = try Network(definition)
    for (key, start) in zip(network.trainableParameters, starts) {
      let start = try #require(start)
      let moved = try #require(network[parameter: key])
      let gradient = zip(start.values, moved.values).map { Double($0 - $1) }
      let largest = gradient.indices.sorted { abs(gradient[$0]) > abs(gradient[$1]) }.prefix(4)
      let scale = abs(gradient[largest[0]])
      for index in Array(largest) + [0, gradient.count / 2, gradient.count - 1] {
        // Maps are in the hundreds here: a bias has to move further than a weight for the loss to tell.
        let distances: [Float] = key.part == .bias ? [0.3, 0.1, 0.03] : [3e-3, 1e-3]
        let slopes = try distances.map { try slope(still, key, start, index, by: $0) }
        let error = slopes.map { abs($0 - gradient[index]) }.min() ?? .infinity
        #expect(error <= 0.02 * scale, "\(key) \(index): \(gradient[index]), differences \(slopes)")
      }
      still[parameter: key] = start
    }
  }

  private func slope(
    _ network: Network, _ key: ParameterKey, _ start: Tensor, _ index: Int, by distance: Float
  ) throws -> Double {
    var (above, below) = (start, start)
    above.values[index] += distance
    below.values[index] -= distance
    let (up, down) = (Double(above.values[index]), Double(below.values[index]))
    return try (loss(network, key, above) - loss(network, key, below)) / (up - down)
  }

  private func loss(_ network: Network, _ key: ParameterKey, _ tensor: Tensor) throws -> Double {
    network[parameter: key] = tensor
    let probabilities = try #require(try network.forward(images: [Self.image]).values.first)
    return -log(Double(probabilities.values[Self.target]))
  }
}
