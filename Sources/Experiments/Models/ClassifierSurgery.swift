import ModelFile
public import Networks
import Tensors
public import Training

/// Gives a network a fresh classifier with drawn weights, as the articles' `make_nn.py` does: finds where it belongs, and
/// draws its first parameters.
public struct ClassifierSurgery: Sendable {
  /// What the network came from, for messages.
  public let source: String
  /// How many outputs the new layer has.
  public let classes: Int
  /// How its first parameters are drawn.
  public let initialization: ParameterInitialization
  /// What they are drawn from.
  public let seeds: SeedPlan

  /// Puts it together.
  public init(source: String, classes: Int, initialization: ParameterInitialization, seeds: SeedPlan) {
    self.source = source
    self.classes = classes
    self.initialization = initialization
    self.seeds = seeds
  }

  /// The name of the tensor of probabilities.
  public static let probabilities = "labelProbability"

  /// The network with a new last layer in front of its softmax; every other layer is frozen.
  ///
  /// A fully connected layer that feeds the softmax is replaced, or the last one of a network that leaves the softmax to
  /// others, as PyTorch's do. Where something else does (SqueezeNet's `pool10`), a
  /// flatten and a fully connected layer, `flatten0` and `fullyconnected0`, are put in between; what a program gives that
  /// ends in no classifier is read by them, too.
  ///
  /// - Throws: `ModelError.noClassifier` where the network ends in neither, `SourceError.modelFile` where names collide.
  public func operate(on network: NetworkDefinition) throws(ExperimentError) -> NetworkDefinition {
    guard let scores = network.scores else {
      throw ExperimentError.model(.noClassifier(source, layers: network.layers.map(\.name)))
    }
    var tensor = scores
    var replaced: LayerDefinition?
    if let maker = network.layers.last(where: { $0.outputs == [scores] }), case .innerProduct = maker.kind {
      (tensor, replaced) = (maker.inputs[0], maker)
    }
    let channels = try size(of: tensor, in: network)
    do throws(ModelFileError) {
      var result = try network.addingClassifier(
        on: tensor, weights: Tensor(shape: [classes, channels]), bias: Tensor(shape: [classes]),
        layer: replaced?.name ?? "fullyconnected0", flattens: replaced == nil, scores: Self.probabilities)
      for index in result.layers.indices where result.layers[index].isUpdatable {
        result.layers[index].initialize(initialization, seeds: seeds)
      }
      return result
    } catch {
      throw ExperimentError.source(.modelFile(source, error))
    }
  }

  private func size(of tensor: String, in network: NetworkDefinition) throws(ExperimentError) -> Int {
    do throws(NetworkError) {
      return try network.shapes()[tensor, default: []].reduce(1, *)
    } catch {
      throw ExperimentError.model(.network(source, error))
    }
  }
}
