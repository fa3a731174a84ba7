import Arithmetic

/// The cross entropy of a softmax, from what the softmax reads.
struct CrossEntropy {
  let settings: LossSettings
  let count: Int

  init(_ settings: LossSettings, _ shape: MapShape) throws(NetworkError) {
    self.settings = settings
    count = shape.channels
    if !settings.classWeights.isEmpty, settings.classWeights.count != count {
      throw .step(.targetShape(expected: [count], actual: [settings.classWeights.count]))
    }
  }

  private func weight(_ target: Int) -> Float { settings.classWeights.isEmpty ? 1 : settings.classWeights[target] }

  /// Loss and gradient: p − target, divided by the sum of the samples' weights. Where all of these are 0 there is no loss.
  func measure(_ logits: Map, _ gradient: Map?, _ classes: [Int]) throws(NetworkError) -> StepResult {
    for target in classes where target < 0 || target >= count {
      throw .step(.classOutOfRange(target: target, count: count))
    }
    let totalWeight = classes.reduce(Float(0)) { $0 + weight($1) }
    let smoothing = settings.labelSmoothing
    var (total, correct) = (0.0, 0)
    var powers = [Float](repeating: 0, count: count)
    var sums = [Double](repeating: 0, count: classes.count), largests = sums
    for (sample, target) in classes.enumerated() {
      let z = logits.sample(sample)
      var (largest, winner, sum) = (-Float.infinity, 0, Float(0))
      for c in 0..<count where z[c] > largest { (largest, winner) = (z[c], c) }
      Elementwise.exponentials(of: z, from: largest, into: &powers, count: count)
      for c in 0..<count { sum += powers[c] }
      (sums[sample], largests[sample]) = (Double(sum), Double(largest))
      if winner == target { correct += 1 }
      guard let g = gradient?.sample(sample), totalWeight > 0 else { continue }
      let factor = settings.weight * weight(target) / totalWeight
      for c in 0..<count {
        let wanted = (c == target ? 1 - smoothing : 0) + smoothing / Float(count)
        g[c] += (powers[c] / sum - wanted) * factor
      }
    }
    ElementaryFunctions.log(&sums)
    for (sample, target) in classes.enumerated() {
      let z = logits.sample(sample), logSum = largests[sample] + sums[sample]
      var sampleLoss = (1 - Double(smoothing)) * (logSum - Double(z[target]))
      if smoothing > 0 {
        for c in 0..<count { sampleLoss += Double(smoothing) / Double(count) * (logSum - Double(z[c])) }
      }
      total += Double(weight(target)) * sampleLoss
    }
    return StepResult(loss: totalWeight > 0 ? Float(total / Double(totalWeight)) : Float(total), correct: correct)
  }
}
