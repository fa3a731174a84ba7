public import Tensors

extension RidgeRegression.Fit {
  /// What the line answers to samples, [samples, features]: weights · features + bias, summed in double precision.
  ///
  /// Precondition: samples have as many features as those of the fit.
  ///
  /// - Parameter features: The samples.
  /// - Returns: As many numbers for each as there are outputs, sample by sample.
  public func answers(_ features: Tensor) -> [Double] {
    let width = weights.shape[1]
    precondition(features.shape.count == 2 && features.shape[1] == width, "\(features.shape) is not […, \(width)]")
    return (0..<features.shape[0]).flatMap { sample in
      bias.values.indices.map { output in
        zip(features.row(sample), weights.row(output)).reduce(Double(bias.values[output])) {
          $0 + Double($1.0) * Double($1.1)
        }
      }
    }
  }
}
