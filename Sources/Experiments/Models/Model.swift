public import Pictures
import Training

/// A thing that answers with a class: the two kinds are used alike wherever an answer is all that counts.
public enum Model: Sendable {
  /// Answers by the photos it remembers.
  case neighbors(NeighborsModel)
  /// Answers by what it has learnt.
  case network(NetworkModel)

  /// What the user calls it.
  public var name: String {
    switch self {
    case .neighbors(let model): model.name
    case .network(let model): model.name
    }
  }

  /// How photos are brought to the size it reads; nil as their dataset says.
  public var scaling: CropAndScale? {
    switch self {
    case .neighbors(let model): model.extractor.scaling
    case .network(let model): model.scaling
    }
  }

  /// The same model, bringing photos to size in another way.
  public func scaled(by scaling: CropAndScale) -> Model {
    switch self {
    case .neighbors(var model):
      model.extractor.scaling = scaling
      return .neighbors(model)
    case .network(var model):
      model.scaling = scaling
      return .network(model)
    }
  }

  /// What kind it is, for sentences.
  public var kind: String {
    switch self {
    case .neighbors: "k-nearest-neighbours model"
    case .network: "neural network"
    }
  }

  /// Whether it is a network that was loaded from a file.
  public var isLoadedNetwork: Bool {
    switch self {
    case .neighbors: false
    case .network(let model): model.isLoaded
    }
  }

  /// How many answers it chooses from; 0 for a k-NN model that remembers nothing.
  public var answers: Int {
    switch self {
    case .neighbors(let model): model.memory.labels.count
    case .network(let model): model.outputs
    }
  }
}
