public import Experiments
import Training
import Wording

/// How the state of a model reads, the same in every table and sentence.
extension ModelState {
  /// One word for a table: Core ML's for trainings, else what the model is.
  public var word: String {
    switch self {
    case .untrained: "not trained"
    case .given(.file): "loaded"
    case .given(.regression), .given(.centroids): "fitted"
    case .given(.network), .given(.differences): "given weights"
    case .remembering(samples: 0): "empty"
    case .trained, .remembering: "completed"
    case .stopped: "suspended"
    case .inTraining(let status, _): status.rawValue
    }
  }

  /// What a network has learnt, for a list of facts: "12 epochs", "fitted by logistic regression".
  public var phrase: String {
    switch self {
    case .untrained: "not yet"
    case .given(.file): "not trained here: its weights are those of its file"
    case .given(.regression): "fitted by logistic regression"
    case .given(.centroids): "set to the class means"
    case .given(.network(let name)): "has the weights of \(name)"
    case .given(.differences(let count)):
      count == 1
        ? "its initial weights and the difference in a file"
        : "its initial weights and the mean of \(count) differences"
    case .trained(let epochs): Numbers.count(epochs, "epoch")
    case .stopped(let epochs, isWithinEpoch: true):
      "\(Numbers.count(epochs, "epoch")), stopped in the middle of epoch \(epochs + 1)"
    case .stopped(let epochs, isWithinEpoch: false): "\(Numbers.count(epochs, "epoch")), stopped"
    case .inTraining(_, let epochs): "in training, \(Numbers.count(epochs, "epoch")) so far"
    case .remembering(let samples): Numbers.count(samples, "photo")
    }
  }

  /// What a sentence says of a network after its name: "was fitted by logistic regression".
  public var sentence: String {
    switch self {
    case .untrained: "has not been trained yet"
    case .given(.file): "has the weights of its file and was not trained here"
    case .given(.regression): "was fitted by logistic regression"
    case .given(.centroids): "was set to the class means"
    case .given(.network(let name)): "has the weights of \(name)"
    case .given(.differences): "is \(phrase)"
    case .trained(let epochs), .stopped(let epochs, _): "was trained for \(Numbers.count(epochs, "epoch"))"
    case .inTraining: "is in training"
    case .remembering: "stores \(phrase)"
    }
  }

  /// How a sentence ends that begins with a network's name and what it is: "…, trained for 12 epochs".
  var age: String {
    switch self {
    case .untrained: "not trained yet"
    case .given(.file): "not trained here"
    case .given: phrase
    case .trained(let epochs): "trained for \(Numbers.count(epochs, "epoch"))"
    case .stopped(let epochs, _): "trained for \(Numbers.count(epochs, "epoch")), stopped in mid-training"
    case .inTraining, .remembering: phrase
    }
  }
}
