import Arithmetic

/// The summed cross entropy of a linear classifier, in double precision throughout: for data so few that time does not
/// matter.
struct ExactLogisticLoss: LogisticLoss {
  /// The samples, [count, features], row-major.
  let features: [Double]
  let targets: [Int]
  let classes: Int, featureCount: Int

  func add(at point: [Double], to gradient: inout [Double]) -> Double {
    point.withUnsafeBufferPointer { point in
      features.withUnsafeBufferPointer { features in
        gradient.withUnsafeMutableBufferPointer { add(point, features, $0) }
      }
    }
  }

  private func add(
    _ point: UnsafeBufferPointer<Double>, _ features: UnsafeBufferPointer<Double>,
    _ gradient: UnsafeMutableBufferPointer<Double>
  ) -> Double {
    guard let weights = point.baseAddress, let samples = features.baseAddress, let slopes = gradient.baseAddress else {
      return 0
    }
    let biases = classes * featureCount
    var scores = [Double](repeating: 0, count: classes)
    var loss = 0.0
    for (index, target) in targets.enumerated() {
      let sample = samples + index * featureCount
      for label in 0..<classes {
        scores[label] = point[biases + label] + Self.dot(weights + label * featureCount, sample, featureCount)
      }
      loss += Self.softmax(&scores, target: target)
      for label in 0..<classes {
        let error = scores[label] - (label == target ? 1 : 0)
        slopes[biases + label] += error
        Self.add(error, sample, to: slopes + label * featureCount, featureCount)
      }
    }
    return loss
  }

  /// Turns scores into probabilities; gives -ln of the target's, from the scores, so that it stays finite.
  static func softmax(_ scores: inout [Double], target: Int) -> Double {
    let (sum, chosen) = probabilities(&scores, target: target)
    return ElementaryFunctions.log(sum) - chosen
  }

  /// Turns scores into probabilities; gives the sum of the exponentials above the greatest score, and the target's score above it:
  /// the logarithm of the one less the other is -ln of the target's probability.
  static func probabilities(_ scores: inout [Double], target: Int) -> (sum: Double, target: Double) {
    let top = scores.max() ?? 0
    let chosen = scores[target] - top
    ElementaryFunctions.exp(&scores, from: top)
    var sum = 0.0
    for label in scores.indices { sum += scores[label] }
    for label in scores.indices { scores[label] /= sum }
    return (sum, chosen)
  }

  private static func dot(_ first: UnsafePointer<Double>, _ second: UnsafePointer<Double>, _ count: Int) -> Double {
    var lanes = SIMD8<Double>.zero
    let whole = count & ~7
    for start in stride(from: 0, to: whole, by: 8) { lanes += eight(first + start) * eight(second + start) }
    var sum = lanes.sum()
    for index in whole..<count { sum += first[index] * second[index] }
    return sum
  }

  private static func add(
    _ factor: Double, _ vector: UnsafePointer<Double>, to target: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    for index in 0..<count { target[index] += factor * vector[index] }
  }

  private static func eight(_ start: UnsafePointer<Double>) -> SIMD8<Double> {
    UnsafeRawPointer(start).loadUnaligned(as: SIMD8<Double>.self)
  }
}
