import Testing
import Training

/// Wilcoxon's test against the figures of SciPy's documentation and of a count of all signs.
struct SignedRankTests {
  @Test(
    arguments: [
      ([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75], 0.041_259_765_625),
      ([1, -2, 3], 0.75), ([1, 2, 3, 4, 5, 6], 0.031_25), ([-1, -2, -3, -4, -5, -6, 0], 0.031_25), ([0, 0], 1), ([], 1),
    ] as [([Double], Double)])
  func `few differences have the exact probability`(differences: [Double], expected: Double) {
    #expect(abs(Statistics.wilcoxon(differences) - expected) < 1e-12)
  }

  /// 2 Φ((W − n(n + 1)/4) / √(n(n + 1)(2n + 1)/24 − Σ(t³ − t)/48)) for 4 positive and 8 negative ones of one size.
  @Test func `ties are corrected for`() {
    let differences = [Double](repeating: 1, count: 4) + [Double](repeating: -1, count: 8)
    // W = 26, mean 39, variance 162.5 − 35.75 = 126.75: z = −1.154701.
    #expect(abs(Statistics.wilcoxon(differences) - 0.248_213_078_989) < 1e-9)
  }

  @Test func `the balance of the ranks says which way the test leans`() {
    #expect(Statistics.signedRankBalance([1, -2, 3]) == 2)
    #expect(Statistics.signedRankBalance([-1, 2, -3, 0]) == -2)
    #expect(Statistics.signedRankBalance([1, -1]) == 0)
    #expect(Statistics.signedRankBalance([]) == 0)
  }

  @Test func `the middle share is between neighbours in proportion`() {
    #expect(Statistics.middle(0.5, of: [5, 1, 4, 2, 3]) == 2...4)
    #expect(Statistics.middle(0.95, of: [7]) == 7...7)
  }
}
