import Testing

@testable import Samples

struct NoiseSamplerTests {
  @Test func `noise stays between −1 and 1, and is smooth`() {
    var walk = NoiseSampler(Noise(seed: 5))
    var before = walk.at(-3, 0.4)
    for step in 1...600 {
      let value = walk.at(-3 + Double(step) / 100, 0.4)
      #expect(abs(value) <= 1)
      #expect(abs(value - before) < 0.05)
      before = value
    }
  }

  @Test func `another seed is other noise`() {
    var (one, other) = (NoiseSampler(Noise(seed: 1)), NoiseSampler(Noise(seed: 2)))
    #expect(one.at(0.5, 0.5) != other.at(0.5, 0.5))
  }

  @Test func `the way to a place does not matter`() {
    var (walk, far) = (NoiseSampler(Noise(seed: 7)), NoiseSampler(Noise(seed: 7)))
    for step in 0..<200 { _ = walk.at(Double(step % 13) * 0.3 - 2, Double(step % 7) * 0.4 - 1) }
    #expect(walk.at(0.7, -1.2) == far.at(0.7, -1.2))
  }

  @Test(arguments: [(0.0, 0 as Int64), (-0.0, 0), (2.5, 2), (-2.5, -3), (-3, -3), (7, 7)])
  func `the whole number below a number`(number: Double, below: Int64) {
    #expect(wholeBelow(number) == below)
  }
}
