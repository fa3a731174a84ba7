/// The mean cross entropy of a linear classifier over its samples, with the penalty of its squared weights, and the
/// gradient. The variables are the weights, [classes, features], and after them the biases.
struct LogisticObjective {
  let loss: any LogisticLoss
  let samples: Int
  /// How many of the variables are weights.
  let weights: Int
  /// Half of this times the sum of the squared weights is added.
  let weightPenalty: Double

  /// The value at a point; the gradient is written into `gradient`.
  func callAsFunction(_ point: [Double], _ gradient: inout [Double]) -> Double {
    for index in gradient.indices { gradient[index] = 0 }
    let sum = loss.add(at: point, to: &gradient)
    let count = Double(samples)
    var squares = 0.0
    for index in gradient.indices {
      gradient[index] /= count
      guard index < weights else { continue }
      gradient[index] += weightPenalty * point[index]
      squares += point[index] * point[index]
    }
    return sum / count + weightPenalty * squares / 2
  }
}

/// The summed cross entropy of a linear classifier.
protocol LogisticLoss {
  /// The sum at a point; its gradient is added to `gradient`.
  func add(at point: [Double], to gradient: inout [Double]) -> Double
}
