import Foundation
import Training

/// How the samples a model learnt from differ from what they are now.
public enum Staleness: Sendable, Equatable {
  /// There are classes it has never heard of.
  case classesAdded([String])
  /// There are more samples, fewer, or others, in the split of that name.
  case samplesAdded(Int, to: String), samplesRemoved(Int, from: String), samplesChanged(String)
}

extension Model {
  /// What it learnt from; nil where that is not known.
  public var learnt: LearntData? {
    switch self {
    case .network(let network): network.training.learnt
    case .hybrid: nil
    case .neighbors(let neighbors): neighbors.learnt
    }
  }
}
