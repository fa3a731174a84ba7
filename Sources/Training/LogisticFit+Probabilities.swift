import Arithmetic
public import Tensors

extension LogisticRegression.Fit {
  /// The probability of each class for samples, [samples, features]; comes back as [samples, classes]. Summed in double
  /// precision: softmax of weights · features + bias.
  ///
  /// Precondition: samples have as many features as those of the fit.
  public func probabilities(_ features: Tensor) -> Tensor {
    let classes = weights.shape[0]
    var values: [Float] = []
    values.reserveCapacity(features.shape[0] * classes)
    for scores in scores(features) {
      let top = scores.max() ?? 0
      let powers = scores.map { ElementaryFunctions.exp($0 - top) }
      let total = powers.reduce(0, +)
      values += powers.map { Float($0 / total) }
    }
    return Tensor(shape: [features.shape[0], classes], values: values)
  }

  /// The mean cross entropy of samples, summed in double precision; 0 for none.
  ///
  /// Precondition: samples have as many features as those of the fit.
  ///
  /// - Parameters:
  ///   - features: The samples, [samples, features].
  ///   - targets: The class of each, 0 ..< classes.
  /// - Returns: The loss, without penalties.
  public func meanLoss(_ features: Tensor, targets: [Int]) -> Double {
    var sum = 0.0
    for (scores, target) in zip(scores(features), targets) {
      let top = scores.max() ?? 0
      let total = scores.reduce(0) { $0 + ElementaryFunctions.exp($1 - top) }
      sum += ElementaryFunctions.log(total) - (scores[target] - top)
    }
    return sum / Double(max(1, targets.count))
  }

  /// weights · features + bias, for each sample a score for each class.
  private func scores(_ features: Tensor) -> some Sequence<[Double]> {
    let (classes, width) = (weights.shape[0], weights.shape[1])
    precondition(features.shape.count == 2 && features.shape[1] == width, "\(features.shape) is not […, \(width)]")
    return (0..<features.shape[0]).lazy.map { sample in
      let row = features.row(sample)
      return (0..<classes).map { label in
        zip(weights.row(label), row).reduce(Double(biases.values[label])) { $0 + Double($1.0) * Double($1.1) }
      }
    }
  }
}
