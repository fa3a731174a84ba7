import ModelFile
import Networks
import Tensors
import Training

/// Gives a network a fresh classifier with drawn weights, as the articles' `make_nn.py` does: finds where it belongs, and
/// draws its first parameters.
struct ClassifierSurgery {
  /// What the network came from, for messages.
  let source: String
  /// How many outputs the new layer has.
  let classes: Int
  /// How its first parameters are drawn.
  let initialization: ParameterInitialization
  /// What they are drawn from.
  let seeds: SeedPlan

  /// The name of the tensor of probabilities.
  static let probabilities = "labelProbability"

  /// The network with a new last layer in front of its softmax; every other layer is frozen.
  ///
  /// A fully connected layer that feeds the softmax is replaced, or the last one of a network that leaves the softmax to
  /// others, as PyTorch's do. Where something else does (SqueezeNet's `pool10`), a
  /// flatten and a fully connected layer, `flatten0` and `fullyconnected0`, are put in between.
  ///
  /// - Throws: `Fact.noClassifier` where the network ends in neither, `Fact.modelFile` where names collide.
  func operate(on network: NetworkDefinition) throws(Fault) -> NetworkDefinition {
    guard let scores = scores(of: network) else {
      throw Fault(.noClassifier(source, layers: network.layers.map(\.name)))
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
      throw Fault(.modelFile(source, error))
    }
  }

  /// The tensor of what is told apart, before a softmax.
  private func scores(of network: NetworkDefinition) -> String? {
    switch network.layers.last?.kind {
    case .softmax: network.layers.last?.inputs.first
    case .innerProduct: network.layers.last?.outputs.first
    default: nil
    }
  }

  private func size(of tensor: String, in network: NetworkDefinition) throws(Fault) -> Int {
    do throws(NetworkError) {
      return try network.shapes()[tensor, default: []].reduce(1, *)
    } catch {
      throw Fault(.network(source, error))
    }
  }
}
