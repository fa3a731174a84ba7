import Foundation

extension Statistics {
  /// The range in which the middle share of numbers lies, between neighbours in proportion (Hyndman and Fan's type 7).
  ///
  /// Precondition: there are numbers.
  public static func middle(_ share: Double, of numbers: [Double]) -> ClosedRange<Double> {
    let sorted = numbers.sorted()
    func quantile(_ probability: Double) -> Double {
      let place = probability * Double(sorted.count - 1)
      let (low, high) = (Int(place.rounded(.down)), Int(place.rounded(.up)))
      // Equal neighbours may be infinite: nothing is added to them.
      guard sorted[low] < sorted[high] else { return sorted[low] }
      return sorted[low] + (place - Double(low)) * (sorted[high] - sorted[low])
    }
    let lower = quantile((1 - share) / 2)
    return lower...max(lower, quantile((1 + share) / 2))
  }

  /// Wilcoxon's signed-rank test of paired differences: how probable ranks at least as uneven as these are, were each
  /// difference as likely to have the other sign (two-sided, 0…1; F. Wilcoxon, "Individual comparisons by ranking methods",
  /// 1945).
  ///
  /// Differences of 0 say nothing and are left out. Up to 50 differences without ties the probability is exact; beyond it is
  /// that of the normal distribution, corrected for ties.
  ///
  /// - Parameter differences: What one model's error is above the other's, example by example.
  /// - Returns: The probability; 1 where no two errors differ.
  public static func wilcoxon(_ differences: [Double]) -> Double {
    let (count, positive, ties) = signedRanks(differences)
    guard count > 0 else { return 1 }
    let total = Double(count) * Double(count + 1) / 2
    let least = min(positive, total - positive)
    if count <= 50, ties == 0 { return exactSignedRank(Int(least), of: count) }
    let variance = total * Double(2 * count + 1) / 12 - ties / 48
    guard variance > 0 else { return 1 }
    let score = (least - total / 2) / variance.squareRoot()
    return min(1, erfc(-score / 2.0.squareRoot()))
  }

  /// What the ranks of positive differences sum to above those of negative ones: which way Wilcoxon's test leans.
  ///
  /// - Parameter differences: As for `wilcoxon`.
  /// - Returns: The balance; 0 where neither side prevails.
  public static func signedRankBalance(_ differences: [Double]) -> Double {
    let (count, positive, _) = signedRanks(differences)
    return 2 * positive - Double(count) * Double(count + 1) / 2
  }

  /// How many differences are not 0, what the ranks of the positive ones sum to, and Σ(t³ − t) over ties of t differences.
  private static func signedRanks(_ differences: [Double]) -> (count: Int, positive: Double, ties: Double) {
    let nonzero = differences.filter { $0 != 0 && !$0.isNaN }
    let count = nonzero.count
    let order = nonzero.indices.sorted { abs(nonzero[$0]) < abs(nonzero[$1]) }
    var (positive, ties) = (0.0, 0.0)
    var start = 0
    while start < count {
      var end = start
      while end + 1 < count, abs(nonzero[order[end + 1]]) == abs(nonzero[order[start]]) { end += 1 }
      let length = Double(end - start + 1)
      ties += length * length * length - length
      let rank = Double(start + end) / 2 + 1
      for place in start...end where nonzero[order[place]] > 0 { positive += rank }
      start = end + 1
    }
    return (count, positive, ties)
  }

  /// Twice the share of all signs of the ranks 1…count whose positive ranks sum to at most `least`.
  private static func exactSignedRank(_ least: Int, of count: Int) -> Double {
    var ways = [Double](repeating: 0, count: least + 1)
    ways[0] = 1
    for rank in 1...count {
      for sum in stride(from: least, through: rank, by: -1) where sum >= rank { ways[sum] += ways[sum - rank] }
    }
    return min(1, 2 * ways.reduce(0, +) / pow(2, Double(count)))
  }
}
