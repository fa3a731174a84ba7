public import ModelFile
public import Networks
import Tensors
public import Training

/// First weights for outputs that a network's classifier layer gets, after those that are there.
public struct ClassifierRows: Sendable {
  /// How many there are.
  public let count: Int
  /// [count, features] or [count, features, 1, 1], and [count]; nil for zeros.
  let weights: Tensor?, bias: Tensor?

  /// Draws them.
  ///
  /// - Parameters:
  ///   - count: How many there are to be.
  ///   - network: The network whose classifier layer gets them.
  ///   - initialization: How weights are drawn.
  ///   - seeds: What they are drawn from.
  public init(
    _ count: Int, for network: NetworkDefinition, _ initialization: ParameterInitialization, seeds: SeedPlan
  ) {
    self.count = count
    var drawn = network.classifierLayer.map { network.layers[$0] }
    guard initialization != .zero, let old = drawn?.weights else {
      (weights, bias) = (nil, nil)
      return
    }
    let shape = [count] + old.shape.dropFirst()
    switch drawn?.kind {
    case .innerProduct(var layer)?:
      layer.outputChannels = count
      (layer.weights, layer.bias) = (Tensor(shape: shape), layer.bias.map { _ in Tensor(shape: [count]) })
      drawn?.kind = .innerProduct(layer)
    case .convolution(var layer)?:
      layer.outputChannels = count
      (layer.weights, layer.bias) = (Tensor(shape: shape), layer.bias.map { _ in Tensor(shape: [count]) })
      drawn?.kind = .convolution(layer)
    default:
      (weights, bias) = (nil, nil)
      return
    }
    drawn?.initialize(initialization, seeds: seeds)
    (weights, bias) = (drawn?.weights, drawn?.bias)
  }

  /// A network with these outputs after its own.
  ///
  /// - Throws: `ModelFileError` where no layer makes the scores.
  public func added(to network: NetworkDefinition) throws(ModelFileError) -> NetworkDefinition {
    try network.growingClassifier(by: count, weights: weights, bias: bias)
  }
}
