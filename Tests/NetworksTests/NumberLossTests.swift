import Foundation
import Networks
import Tensors
import TestSupport
import Testing

/// Losses of numbers: against figures by PyTorch's definitions, and their gradients against finite differences.
@Suite struct NumberLossTests {
  private static let kinds: [Loss] = [.meanSquaredError, .meanAbsoluteError, .huber]

  /// Outputs that are the inputs: their loss is that of the numbers given.
  private func identity(_ count: Int) -> NetworkDefinition {
    var weights = Tensor(shape: [count, count])
    for place in 0..<count { weights.values[place * count + place] = 1 }
    let layer = InnerProductDefinition(
      inputChannels: count, outputChannels: count, weights: weights, bias: Tensor(shape: [count]))
    return chain([count], [("same", .innerProduct(layer))], updatable: ["same"])
  }

  private func settings(_ kind: Loss, weight: Float = 1) -> LossSettings {
    LossSettings(weight: weight, ofNumbers: kind == .meanSquaredError ? nil : kind)
  }

  /// `mse_loss`, `l1_loss` and `huber_loss` (delta 1), each with its mean over all elements.
  @Test(arguments: zip(kinds, [1.927_083_333, 1.041_666_667, 0.692_708_333]))
  func `the loss is that of PyTorch's definition`(kind: Loss, expected: Double) throws {
    let network = try Network(identity(2))
    var state = OptimizerState(.sgd(learningRate: 0))
    let result = try network.trainStep(
      inputs: ["x": Tensor(shape: [3, 2], values: [0.5, -1, 2, 0, 3, -2.5])],
      targets: .values(Tensor(shape: [3, 2], values: [0.25, 1, 2, -1, 0.5, -2])), loss: settings(kind),
      optimizer: &state)
    #expect(abs(Double(result.loss) - expected) < 1e-6)
  }

  /// The biases' gradients are the sums over the samples of the outputs' gradients.
  @Test(arguments: zip(kinds, [[0.916_667, -0.5], [0.333_333, -0.166_667], [0.208_333, -0.083_333]] as [[Double]]))
  func `the gradient is that of PyTorch's definition`(kind: Loss, expected: [Double]) throws {
    let network = try Network(identity(2))
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(
      inputs: ["x": Tensor(shape: [3, 2], values: [0.5, -1, 2, 0, 3, -2.5])],
      targets: .values(Tensor(shape: [3, 2], values: [0.25, 1, 2, -1, 0.5, -2])), loss: settings(kind),
      optimizer: &state)
    let bias = try #require(network[parameter: ParameterKey(layer: "same", part: .bias)])
    for (found, wanted) in zip(bias.values, expected) { #expect(abs(Double(-found) - wanted) < 1e-5) }
  }

  @Test(arguments: kinds, [1, 0.3] as [Float])
  func `the gradient is that of finite differences`(kind: Loss, weight: Float) throws {
    let definition = chain(
      [4], [("a", dense(4, 5, seed: 1)), ("bent", .activation(.tanh)), ("b", dense(5, 3, seed: 3))],
      updatable: ["a", "b"])
    let (x, y) = (random([6, 4], seed: 8), random([6, 3], seed: 9, from: -3, to: 3))
    let settings = settings(kind, weight: weight)
    let network = try Network(definition)
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(inputs: ["x": x], targets: .values(y), loss: settings, optimizer: &state)
    let still = try Network(definition)
    var idle = OptimizerState(.sgd(learningRate: 0))
    for key in network.trainableParameters {
      let start = try #require(definition.parameters[key])
      let after = try #require(network[parameter: key])
      for index in start.values.indices {
        func loss(_ distance: Float) throws -> Double {
          var moved = start
          moved.values[index] += distance
          still[parameter: key] = moved
          return Double(
            try still.trainStep(inputs: ["x": x], targets: .values(y), loss: settings, optimizer: &idle).loss)
        }
        let slope = (try loss(0.002) - loss(-0.002)) / 0.004
        #expect(abs(slope - Double(start.values[index] - after.values[index])) < 2e-3, "\(key) \(index)")
      }
      still[parameter: key] = start
    }
  }

  @Test func `an output that is met has no gradient of its absolute error`() throws {
    let network = try Network(identity(1))
    var state = OptimizerState(.sgd(learningRate: 1))
    let x = Tensor(shape: [2, 1], values: [1, -2])
    let result = try network.trainStep(
      inputs: ["x": x], targets: .values(x), loss: settings(.meanAbsoluteError), optimizer: &state)
    #expect(result.loss == 0)
    #expect(network.definition.parameters == identity(1).parameters)
  }

  @Test func `a cross entropy of numbers is refused`() throws {
    let network = try Network(identity(1))
    var state = OptimizerState(.sgd(learningRate: 1))
    #expect(throws: NetworkError.step(.lossNeedsSoftmax(tensor: "same"))) {
      _ = try network.trainStep(
        inputs: ["x": Tensor(shape: [1, 1])], targets: .values(Tensor(shape: [1, 1])),
        loss: LossSettings(ofNumbers: .crossEntropy), optimizer: &state)
    }
  }

  @Test func `settings written before there was a choice are still read`() throws {
    let read = try JSONDecoder().decode(LossSettings.self, from: Data(#"{"weight": 2}"#.utf8))
    #expect(read == LossSettings(weight: 2))
    let new = LossSettings(ofNumbers: .huber)
    #expect(try JSONDecoder().decode(LossSettings.self, from: JSONEncoder().encode(new)) == new)
  }

  /// Written down once; the same on every processor.
  @Test(arguments: [
    (Loss.meanAbsoluteError, 2_664_851_170_916_608_612 as UInt64), (.huber, 17_231_786_996_241_218_182),
  ])
  func `twenty steps have the bits that were written down`(kind: Loss, expected: UInt64) throws {
    let network = try Network(
      chain(
        [7], [("a", dense(7, 33, seed: 1)), ("bent", .activation(.tanh)), ("b", dense(33, 3, seed: 3))],
        updatable: ["a", "b"]))
    var state = OptimizerState(.adam(learningRate: 0.01))
    for step in 0..<20 as Range<UInt64> {
      _ = try network.trainStep(
        inputs: ["x": random([19, 7], seed: step)],
        targets: .values(random([19, 3], seed: 100 + step, from: -3, to: 3)),
        loss: settings(kind), optimizer: &state)
    }
    #expect(Digest.of(network.trainableParameters.flatMap { network[parameter: $0]?.values ?? [] }) == expected)
  }
}
