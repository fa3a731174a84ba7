/// Brings every feature to mean 0 and deviation 1 over some samples, so that none outweighs the others by its unit.
///
/// As scikit-learn's `StandardScaler`: the deviation is that of the samples themselves (divided by their count), and a feature that is
/// the same in all samples is only centred. The offset is subtracted first, in single precision, then the factor is multiplied
/// with: just what a bias layer and a scale layer of a Core ML network do, so that a saved model answers with the same bits.
public struct Standardization: Sendable, Equatable {
  /// What is added to each feature: its mean, negated.
  public let offsets: [Float]
  /// What each feature is then multiplied with: the inverse of its deviation.
  public let factors: [Float]

  /// Measures samples.
  ///
  /// - Parameters:
  ///   - samples: Their features, [count, dimension], row-major, all finite.
  ///   - dimension: How many features a sample has.
  public init(of samples: [Float], dimension: Int) {
    self.init(dimension: dimension) { $0(samples) }
  }

  /// Measures samples that come a piece at a time.
  ///
  /// - Parameters:
  ///   - dimension: How many features a sample has.
  ///   - pass: Goes through all samples, [some, dimension] at a time; it is asked to twice.
  /// - Throws: What the pass throws.
  public init(dimension: Int, pass: ((_ rows: [Float]) -> Void) throws -> Void) rethrows {
    var means = [Double](repeating: 0, count: dimension)
    var squares = means
    var count = 0
    try pass { rows in
      rows.withUnsafeBufferPointer { rows in
        for row in 0..<rows.count / max(1, dimension) {
          for place in 0..<dimension { means[place] += Double(rows[row * dimension + place]) }
        }
      }
      count += rows.count / max(1, dimension)
    }
    for place in 0..<dimension where count > 0 { means[place] /= Double(count) }
    try pass { rows in
      rows.withUnsafeBufferPointer { rows in
        for row in 0..<rows.count / max(1, dimension) {
          for place in 0..<dimension {
            let distance = Double(rows[row * dimension + place]) - means[place]
            squares[place] += distance * distance
          }
        }
      }
    }
    offsets = means.map { Float(-$0) }
    factors = zip(means, squares).map { mean, square in
      let deviation = (square / Double(max(1, count))).squareRoot()
      // The mean of equal numbers is not always the number itself; numbers that differ, do by more.
      let isConstant = deviation <= 1e-11 * Swift.abs(mean)
      let factor = isConstant ? 1 : Float(1 / deviation)
      return factor.isFinite ? factor : 1
    }
  }

  /// Samples, [count, dimension], standardised.
  public func apply(to samples: [Float]) -> [Float] {
    let dimension = offsets.count
    var result = samples
    result.withUnsafeMutableBufferPointer { result in
      for row in 0..<result.count / max(1, dimension) {
        for place in 0..<dimension {
          result[row * dimension + place] = (result[row * dimension + place] + offsets[place]) * factors[place]
        }
      }
    }
    return result
  }
}
