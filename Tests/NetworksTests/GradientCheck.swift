import Networks
import Tensors
import Testing

/// Compares the engine's gradients with finite differences.
///
/// The network under test is followed by nothing: its output's squared distance from random targets is the loss. One step of
/// SGD with rate 1 moves every parameter by exactly its gradient, so the gradient is read off without a door into the machine.
/// To see the gradient by the network's *input*, a pointwise convolution (a mixing of channels) is put before the layers.
struct GradientCheck {
  var samples = 2
  /// Half the distances between the points differences are taken of. A gradient has to agree with one of them: the long way
  /// is the exacter one, but may lead over a kink (of a rectifier, of a maximum) that the short one does not reach.
  var distances: [Float] = [1e-2, 1e-3]
  /// How far a gradient may lie from the difference, relative to the largest gradient.
  var tolerance: Float = 3e-3
  /// Whether differences are taken of the loss training reports, where training computes other things than predicting.
  var measuresTraining = false
  var lower: Float = -1
  var upper: Float = 1

  /// Checks the gradients of every parameter of a network that training may change.
  func check(_ definition: NetworkDefinition, inputs: [String: Tensor], _ label: String = "") throws {
    let output = try #require(definition.outputs.first)
    var targetShape = try #require(try Network(definition).shape(of: output))
    targetShape.insert(samples, at: 0)
    let targets = random(targetShape, seed: 99)

    let network = try Network(definition)
    var state = OptimizerState(.sgd(learningRate: 1))
    let before = network.trainableParameters.map { network[parameter: $0] }
    _ = try network.trainStep(inputs: inputs, targets: .values(targets), optimizer: &state)
    #expect(!network.trainableParameters.isEmpty)
    for (key, start) in zip(network.trainableParameters, before) where key.part != .mean && key.part != .variance {
      let start = try #require(start)
      let after = try #require(network[parameter: key])
      let gradient = zip(start.values, after.values).map { $0 - $1 }
      let slopes = try distances.map { try differences(definition, key, start, inputs, targets, $0) }
      let scale = max(gradient.reduce(0) { max($0, abs($1)) }, 0.05)
      for (index, found) in gradient.enumerated() {
        let error = slopes.map { abs($0[index] - found) }.min() ?? .infinity
        #expect(
          error <= tolerance * scale, "\(label) \(key) \(index): \(found) differs from \(slopes.map { $0[index] })")
      }
    }
  }

  private func differences(
    _ definition: NetworkDefinition, _ key: ParameterKey, _ start: Tensor, _ inputs: [String: Tensor],
    _ targets: Tensor, _ distance: Float
  ) throws -> [Float] {
    let network = try Network(definition)
    func loss(_ tensor: Tensor) throws -> Double {
      network[parameter: key] = tensor
      if measuresTraining {
        var still = OptimizerState(.sgd(learningRate: 0))
        return Double(
          try network.trainStep(inputs: inputs, targets: .values(targets), optimizer: &still).loss)
      }
      let y = try #require(try network.forward(inputs).values.first)
      let sum = zip(y.values, targets.values).reduce(0.0) { $0 + Double($1.0 - $1.1) * Double($1.0 - $1.1) }
      return sum / Double(targets.count)
    }
    return try start.values.indices.map { index in
      var (above, below) = (start, start)
      above.values[index] += distance
      below.values[index] -= distance
      let (up, down) = (above.values[index], below.values[index])
      return Float((try loss(above) - loss(below)) / Double(up - down))
    }
  }

  /// Checks the gradient by a layer's inputs: each is made of its own random tensor by a mixing of channels.
  func checkInputs(_ shapes: [[Int]], _ kind: LayerKind, outputs: Int = 1, label: String = "") throws {
    let (definition, tensors) = networkForInputs(shapes, kind, outputs: outputs)
    try check(definition, inputs: tensors, label)
  }

  /// A network for that, and what goes into it.
  func networkForInputs(
    _ shapes: [[Int]], _ kind: LayerKind, outputs: Int = 1
  ) -> (NetworkDefinition, [String: Tensor]) {
    var layers: [LayerDefinition] = []
    var networkInputs: [NetworkInput] = []
    var tensors: [String: Tensor] = [:]
    for (index, shape) in shapes.enumerated() {
      let mixer = ConvolutionDefinition(
        outputChannels: shape[0], kernelSize: Extent(1, 1),
        weights: random([shape[0], shape[0], 1, 1], seed: UInt64(20 + index), from: lower, to: upper),
        bias: random([shape[0]], seed: UInt64(30 + index), from: lower, to: upper))
      networkInputs.append(NetworkInput(name: "x\(index)", shape: shape))
      layers.append(
        LayerDefinition(
          name: "mix\(index)", inputs: ["x\(index)"], outputs: ["m\(index)"], kind: .convolution(mixer),
          isUpdatable: true))
      tensors["x\(index)"] = random([samples] + shape, seed: UInt64(40 + index), from: lower, to: upper)
    }
    let made = (0..<outputs).map { "y\($0)" }
    layers.append(
      LayerDefinition(name: "layer", inputs: shapes.indices.map { "m\($0)" }, outputs: made, kind: kind))
    if outputs > 1 { layers.append(LayerDefinition(name: "join", inputs: made, outputs: ["y"], kind: .concat)) }
    let definition = NetworkDefinition(
      inputs: networkInputs, layers: layers, outputs: [outputs > 1 ? "y" : "y0"])
    return (definition, tensors)
  }
}
