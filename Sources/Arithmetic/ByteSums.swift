/// Which whole weights lie so that their products with bytes are added in 16 bits.
///
/// AVX2 adds up four products there before it widens their sum: those of the first two numbers of two neighbouring fours, and of the last
/// two. Numbers lie [channel] by [channel] at a tap; neighbouring taps of a row may lie together, or each by itself.
public struct ByteSums {
  /// The most that the sum of weights of one sign may be among four that are added: 128 · 255 fits.
  public static let most = 128
  /// For each way in which taps may lie: of every weight, [channel][tap], the four that it belongs to.
  public let fours: [[Int]]
  /// How many fours each way has.
  public let counts: [Int]

  /// - Parameters:
  ///   - channels: How many numbers lie at a tap.
  ///   - taps: How many taps there are, row by row.
  ///   - rowTaps: How many of them a row has.
  public init(channels: Int, taps: Int, rowTaps: Int) {
    // Where whole eights lie at a tap, both ways have the same fours.
    let ways = channels.isMultiple(of: 8) || rowTaps == 1 ? [1] : [1, rowTaps]
    var (fours, counts): ([[Int]], [Int]) = ([], [])
    for merged in ways {
      let perRun = (merged * channels + 7) / 8 * 2
      fours.append(
        (0..<channels * taps).map { weight in
          let (channel, tap) = (weight / taps, weight % taps)
          let place = tap % merged * channels + channel
          return tap / merged * perRun + place / 8 * 2 + place % 4 / 2
        })
      counts.append(taps / merged * perRun)
    }
    (self.fours, self.counts) = (fours, counts)
  }

  /// The largest sum of numbers of one sign that are added up, of one output's.
  public func largest(of weights: some RandomAccessCollection<Float>) -> Float {
    var largest: Float = 0
    for (places, count) in zip(fours, counts) {
      var sums = [Float](repeating: 0, count: 2 * count)
      for (place, weight) in zip(places, weights) { sums[2 * place + (weight < 0 ? 1 : 0)] += abs(weight) }
      largest = sums.reduce(largest) { $1 > $0 ? $1 : $0 }
    }
    return largest
  }
}
