import Tensors

/// A loss of numbers: how far the outputs are from what they should have been, in the mean over samples and outputs.
///
/// Nothing but sums, products and amounts, in one order: the same bits on every processor.
struct NumberLoss {
  let kind: Loss
  /// The shape of one step of a sample.
  let shape: MapShape
  /// How many steps a sample has.
  let steps: Int
  /// What the gradient is multiplied by.
  let weight: Float

  init(_ kind: Loss, shape: MapShape, steps: Int, weight: Float) {
    self.kind = kind
    self.shape = shape
    self.steps = steps
    self.weight = weight
  }

  /// The loss; its gradient is added where it is wanted.
  func measure(_ outputs: Map, _ gradient: Map?, _ targets: Tensor) -> StepResult {
    let samples = targets.shape[0] * steps
    let factor = (kind == .huber || kind == .meanAbsoluteError ? 1 : 2) * weight / Float(samples * shape.count)
    var (total, correct) = (0.0, 0)
    for sample in 0..<samples {
      if shape.pixels == 1, steps == 1 {
        correct += outputs.hasSameLargest(as: targets.row(sample), in: sample) ? 1 : 0
      }
      for pixel in 0..<shape.pixels {
        let y = outputs.sample(sample) + pixel * outputs.pixelStep
        let g = gradient.map { $0.sample(sample) + pixel * $0.pixelStep }
        for c in 0..<shape.channels {
          let difference = y[c] - targets.values[sample * shape.count + c * shape.pixels + pixel]
          total += kind.ofDifference(Double(difference))
          g?[c] += factor * slope(difference)
        }
      }
    }
    return StepResult(loss: Float(total / Double(samples * shape.count)), correct: correct)
  }

  /// The derivative of one difference's loss, of the square half of it.
  private func slope(_ difference: Float) -> Float {
    switch kind {
    case .crossEntropy, .meanSquaredError: difference
    case .meanAbsoluteError: difference > 0 ? 1 : difference < 0 ? -1 : 0
    case .huber: difference > 1 ? 1 : difference < -1 ? -1 : difference
    }
  }
}

extension Loss {
  /// What one difference adds to a loss of numbers; of a cross entropy, which reads none, its square.
  ///
  /// - Parameter difference: An output less what it should have been.
  /// - Returns: At least 0; not finite where the difference is not.
  public func ofDifference(_ difference: Double) -> Double {
    let amount = abs(difference)
    return switch self {
    case .crossEntropy, .meanSquaredError: difference * difference
    case .meanAbsoluteError: amount
    case .huber: amount <= 1 ? 0.5 * difference * difference : amount - 0.5
    }
  }
}

extension Map {
  /// Whether a sample's largest number of several stands where the target's does.
  fileprivate func hasSameLargest(as target: ArraySlice<Float>, in sample: Int) -> Bool {
    guard shape.channels > 1 else { return false }
    let y = self.sample(sample)
    var (winner, wanted) = (0, target.startIndex)
    for c in 1..<shape.channels {
      if y[c] > y[winner] { winner = c }
      if target[target.startIndex + c] > target[wanted] { wanted = target.startIndex + c }
    }
    return wanted - target.startIndex == winner
  }
}
