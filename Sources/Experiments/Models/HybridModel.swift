public import Training

/// A cross-validation that finds the weight of a hybrid.
public struct WeightSearch: Sendable, Equatable, Codable {
  /// The number of folds.
  public let folds: Int
  /// The random seed of the folds.
  public let seed: UInt64

  /// Puts it together.
  public init(folds: Int, seed: UInt64) { (self.folds, self.seed) = (folds, seed) }
}

/// A network and a k-NN model that answer together, by the weighted mean of their probabilities.
public struct HybridModel: Sendable {
  /// What the user calls it.
  public let name: String
  /// The network, as it was when the two were put together.
  public var network: NetworkModel
  /// The k-NN model, as it was then.
  public var neighbors: NeighborsModel
  /// How much the network has to say, 0…1; the rest is the k-NN model's.
  public let weight: Double
  /// How the weight was found; nil where it was given.
  public let search: WeightSearch?

  /// Puts two models together.
  public init(
    name: String, network: NetworkModel, neighbors: NeighborsModel, weight: Double, search: WeightSearch? = nil
  ) {
    self.search = search
    self.name = name
    self.network = network
    self.neighbors = neighbors
    self.weight = weight
  }

  /// The two models.
  public var members: [Model] { [.network(network), .neighbors(neighbors)] }

  /// The classes that either knows: the network's, then those that the k-NN model alone has.
  public var labels: [String] {
    let known = LabelIndex(network.outputs.labels)
    return network.outputs.labels + neighbors.memory.labels.filter { known.position(of: $0) == nil }
  }

  /// Both answers to one sample as one.
  public func mixed(
    _ network: [LabelProbability], _ neighbors: [LabelProbability]
  ) -> [LabelProbability] {
    Mixture(weight: weight).mixed(network, neighbors)
  }
}

extension HybridModel {
  /// What its two models are called.
  public var names: [String] { [network.name, neighbors.name] }
}
