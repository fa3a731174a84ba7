import Experiments

extension Model {
  /// Whether its mean loss can be set beside others': a k-NN model answers with shares of votes, and a class that gets none
  /// would cost as much as the smallest number there is.
  var hasLoss: Bool {
    switch self {
    case .network: true
    case .hybrid(let hybrid): hybrid.weight > 0
    case .neighbors: false
    }
  }

  /// Why a k-NN model has no mean loss.
  static let withoutLoss = "k-NN has no mean loss: its votes are not probabilities."
}

extension CandidateConfiguration {
  /// The same of a model that is made anew.
  var hasLoss: Bool {
    switch self {
    case .network, .linear, .ridge: true
    case .hybrid(let configuration): configuration.search != nil || configuration.mixture.weight > 0
    case .neighbors, .baseline: false
    }
  }
}
