import Testing

@testable import Training

@Suite struct StatisticsTests {
  @Test(arguments: [
    (12, 15, 54.8, 93.0), (8, 15, 30.1, 75.2), (9910, 10000, 98.9, 99.3), (1, 2, 9.5, 90.5), (5, 10, 23.7, 76.3),
  ])
  func `the Wilson interval at 95 %, in percent`(
    successes: Int, trials: Int, lower: Double, upper: Double
  ) {
    let interval = Statistics.wilsonInterval(successes: successes, of: trials)
    #expect((interval.lowerBound * 1000).rounded() / 10 == lower)
    #expect((interval.upperBound * 1000).rounded() / 10 == upper)
  }

  /// Worked out by hand.
  @Test(
    arguments: [
      ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]), ([0.2], [0.2]), ([], []), ([0.5, 0.9, 0.001], [1, 1, 0.003]),
      ([0.02, 0.02], [0.04, 0.04]),
    ] as [([Double], [Double])])
  func `several tests are corrected after Holm`(probabilities: [Double], corrected: [Double]) {
    #expect(zip(Statistics.holm(probabilities), corrected).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(Statistics.holm(probabilities).count == corrected.count)
  }

  @Test func `an interval touches 0 and 1 exactly at no and at all successes`() {
    #expect(Statistics.wilsonInterval(successes: 0, of: 15).lowerBound == 0)
    #expect(Statistics.wilsonInterval(successes: 15, of: 15).upperBound == 1)
    #expect(Statistics.wilsonInterval(successes: 0, of: 0) == 0...1)
  }

  @Test func `every interval contains its proportion and widens with the confidence`() {
    for trials in 1...40 {
      for successes in 0...trials {
        let proportion = Double(successes) / Double(trials)
        let narrow = Statistics.wilsonInterval(successes: successes, of: trials, confidence: 0.8)
        let wide = Statistics.wilsonInterval(successes: successes, of: trials, confidence: 0.99)
        #expect(narrow.contains(proportion))
        #expect(wide.lowerBound <= narrow.lowerBound && narrow.upperBound <= wide.upperBound)
      }
    }
  }

  @Test(arguments: [
    (0.5, 0), (0.975, 1.959963984540054), (0.025, -1.959963984540054), (0.995, 2.5758293035489004),
    (0.8413447460685429, 1), (1e-10, -6.361340902404056),
  ])
  func `quantiles of the normal distribution`(probability: Double, expected: Double) {
    #expect(abs(Statistics.normalQuantile(probability) - expected) < 1e-9)
  }

  @Test(arguments: [
    (0, 0, 1.0), (1, 1, 1.0), (0, 1, 1.0), (0, 5, 0.0625), (0, 6, 0.03125), (1, 7, 0.0703125), (3, 8, 0.2265625),
    (0, 16, 3.0517578125e-05), (0, 18, 7.62939453125e-06), (5, 5, 1.0),
  ])
  func `McNemar's exact test, two-sided`(first: Int, second: Int, expected: Double) {
    let p = Statistics.mcNemar(onlyFirst: first, onlySecond: second)
    #expect(abs(p - expected) <= 1e-12 * expected)
    #expect(Statistics.mcNemar(onlyFirst: second, onlySecond: first) == p)
  }

  @Test func `many examples neither overflow nor leave 0…1`() {
    let p = Statistics.mcNemar(onlyFirst: 40_000, onlySecond: 60_000)
    #expect((0...1).contains(p))
    #expect(Statistics.mcNemar(onlyFirst: 50_000, onlySecond: 50_000) == 1)
  }

  @Test func `chance and majority`() {
    #expect(Statistics.chance(classes: 10) == 0.1)
    #expect(Statistics.chance(classes: 0) == 0)
    #expect(Statistics.majority(of: ["a", "b", "a", "c"]) == 0.5)
    #expect(Statistics.majority(of: []) == 0)
  }
}
