public import Experiments
import Training
import Wording

extension Model {
  /// That it has come back.
  public var toldAsEarlier: String { "\(name) is from an earlier session: \(told)." }

  /// What it is, in a few words, where its state is known better.
  public func told(as state: ModelState) -> String {
    switch self {
    case .network(let model): "a neural network from \(model.source.name), \(state.age)"
    case .neighbors, .hybrid: told
    }
  }

  /// What it is, in a few words.
  public var told: String {
    switch self {
    case .network(let model): told(as: model.modelState)
    case .hybrid(let model): "a hybrid of \(model.names.joined(separator: " and "))"
    case .neighbors(let model):
      "a k-NN model that stores \(Numbers.count(model.memory.count, NeighborsView(model: model).unit))"
    }
  }
}
