/// How the samples of a dataset are divided into those to train and those to test on.
public struct SampleDivision: Sendable, Equatable, Codable {
  /// The shares of both, together at most 1.
  public let shares: [Double]
  /// What the lot is drawn from; nil where the first samples are learnt from and the last are asked about.
  public let seed: UInt64?
  /// What of a photo's name says which photos belong together.
  public let group: GroupPattern?

  /// Puts it together.
  public init(shares: [Double], seed: UInt64?, group: GroupPattern? = nil) {
    (self.shares, self.seed, self.group) = (shares, seed, group)
  }
}
