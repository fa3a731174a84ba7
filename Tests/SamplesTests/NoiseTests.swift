import Testing

@testable import Samples

struct NoiseTests {
  @Test func `noise stays between −1 and 1, and is smooth`() {
    let noise = Noise(seed: 5)
    var before = noise.at(-3, 0.4)
    for step in 1...600 {
      let value = noise.at(-3 + Double(step) / 100, 0.4)
      #expect(abs(value) <= 1)
      #expect(abs(value - before) < 0.05)
      before = value
    }
  }

  @Test func `another seed is other noise`() {
    #expect(Noise(seed: 1).at(0.5, 0.5) != Noise(seed: 2).at(0.5, 0.5))
  }
}
