import Arithmetic
public import Tensors

extension LogisticRegression.Fit {
  /// The probability of each class for samples, [samples, features]; comes back as [samples, classes]. Summed in double
  /// precision: softmax of weights · features + bias.
  ///
  /// Precondition: samples have as many features as those of the fit.
  public func probabilities(_ features: Tensor) -> Tensor {
    let (classes, width) = (weights.shape[0], weights.shape[1])
    precondition(features.shape.count == 2 && features.shape[1] == width, "\(features.shape) is not […, \(width)]")
    var values: [Float] = []
    values.reserveCapacity(features.shape[0] * classes)
    for sample in 0..<features.shape[0] {
      let row = features.row(sample)
      let scores = (0..<classes).map { label in
        zip(weights.row(label), row).reduce(Double(biases.values[label])) { $0 + Double($1.0) * Double($1.1) }
      }
      let top = scores.max() ?? 0
      let powers = scores.map { ElementaryFunctions.exp($0 - top) }
      let total = powers.reduce(0, +)
      values += powers.map { Float($0 / total) }
    }
    return Tensor(shape: [features.shape[0], classes], values: values)
  }
}
