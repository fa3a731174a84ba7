public import Tensors

extension RidgeRegression.Fit {
  /// What the line answers to samples, [samples, features]: weights · features + bias, summed in double precision.
  ///
  /// Precondition: samples have as many features as those of the fit.
  ///
  /// - Parameter features: The samples.
  /// - Returns: A number for each.
  public func answers(_ features: Tensor) -> [Double] {
    let width = weights.shape[1]
    precondition(features.shape.count == 2 && features.shape[1] == width, "\(features.shape) is not […, \(width)]")
    return (0..<features.shape[0]).map { sample in
      zip(features.row(sample), weights.values).reduce(Double(bias.values[0])) { $0 + Double($1.0) * Double($1.1) }
    }
  }
}
