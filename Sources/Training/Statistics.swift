import Foundation

/// How sure one can be of an accuracy measured on few examples.
public enum Statistics {
  /// Wilson's score interval for a proportion: the range of true proportions that the count observed does not
  /// contradict (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927).
  ///
  /// Unlike the textbook interval it stays within 0…1 and is not empty at 0 or all successes. Without any trial nothing
  /// is known: 0…1.
  ///
  /// Precondition: 0 ≤ successes ≤ trials, and 0 < confidence < 1.
  public static func wilsonInterval(
    successes: Int, of trials: Int, confidence: Double = 0.95
  ) -> ClosedRange<Double> {
    precondition(0 <= successes && successes <= trials, "\(successes) successes of \(trials)")
    guard trials > 0 else { return 0...1 }
    let count = Double(trials)
    let proportion = Double(successes) / count
    let z = normalQuantile((1 + confidence) / 2)
    let share = z * z / count
    let center = (proportion + share / 2) / (1 + share)
    let radius = z * (proportion * (1 - proportion) / count + share / (4 * count)).squareRoot() / (1 + share)
    let lower = successes == 0 ? 0 : max(0, center - radius)
    let upper = successes == trials ? 1 : min(1, center + radius)
    return lower...upper
  }

  /// McNemar's exact test of two models on the same examples: how probable a split at least as uneven as the observed
  /// one is, if each example that only one model got right were as likely to be either's (two-sided, 0…1).
  ///
  /// What counts is how many examples only the first, and only the second, got right; those that both got right, or
  /// both wrong, say nothing.
  public static func mcNemar(onlyFirst: Int, onlySecond: Int) -> Double {
    precondition(onlyFirst >= 0 && onlySecond >= 0, "counts cannot be negative")
    let discordant = onlyFirst + onlySecond
    guard discordant > 0 else { return 1 }
    let logTotal = lgamma(Double(discordant) + 1) - Double(discordant) * log(2)
    let tail = (0...min(onlyFirst, onlySecond)).reduce(0.0) { sum, successes in
      sum + exp(logTotal - lgamma(Double(successes) + 1) - lgamma(Double(discordant - successes) + 1))
    }
    return min(1, 2 * tail)
  }

  /// The probabilities of several tests, each as large as it must be so that chance alone makes any of them small no more often
  /// than a single test (Holm, "A simple sequentially rejective multiple test procedure", 1979); in the order given.
  public static func holm(_ probabilities: [Double]) -> [Double] {
    var corrected = probabilities
    var least = 0.0
    for (rank, index) in probabilities.indices.sorted(by: { probabilities[$0] < probabilities[$1] }).enumerated() {
      least = max(least, min(1, Double(probabilities.count - rank) * probabilities[index]))
      corrected[index] = least
    }
    return corrected
  }

  /// The accuracy of a guess among so many classes, all as likely: 1 / classes; 0 where there are none.
  public static func chance(classes: Int) -> Double {
    classes > 0 ? 1 / Double(classes) : 0
  }

  /// The accuracy of the best constant answer: the share of the commonest label; 0 where there are none.
  public static func majority(of labels: [String]) -> Double {
    var counts: [String: Int] = [:]
    for label in labels { counts[label, default: 0] += 1 }
    guard let most = counts.values.max() else { return 0 }
    return Double(most) / Double(labels.count)
  }

  /// The point below which a standard normal variable lies with the given probability.
  ///
  /// Newton's method on the distribution function, from 0; its steps are bounded because the tail is flat.
  static func normalQuantile(_ probability: Double) -> Double {
    precondition(0 < probability && probability < 1, "a quantile of \(probability) does not exist")
    var point = 0.0
    for _ in 0..<100 {
      let excess = erfc(-point / 2.0.squareRoot()) / 2 - probability
      let density = exp(-point * point / 2) / (2 * Double.pi).squareRoot()
      let step = max(-1, min(1, excess / density))
      point -= step
      if abs(step) < 1e-15 * max(1, abs(point)) { break }
    }
    return point
  }
}
