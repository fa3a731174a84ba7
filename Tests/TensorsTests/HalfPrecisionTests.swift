import Testing

@testable import Tensors

@Suite struct HalfPrecisionTests {
  @Test func `all 65,536 halves become the numbers they stand for`() {
    for bits in UInt16.min...UInt16.max {
      let (expected, actual) = (Float(Float16(bitPattern: bits)), HalfPrecision.number(bits))
      let same = expected.isNaN ? actual.isNaN : actual.bitPattern == expected.bitPattern
      if !same { Issue.record("\(bits): \(actual) instead of \(expected)") }
    }
  }

  @Test func `all halves survive being a number`() {
    for bits in UInt16.min...UInt16.max where !Float16(bitPattern: bits).isNaN {
      if HalfPrecision.bits(HalfPrecision.number(bits)) != bits { Issue.record("\(bits)") }
    }
  }

  @Test(
    arguments: [
      0x1p-25, 0x1.8p-25, 0x1p-26, 0x1.004p0, 0x1.002p0, 0x1.006p0, 0x1.ffcp-15, 0x1.ffep-15, 0x1p-14, 65504, 65519.996,
      65520, 1e30, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude,
    ] as [Float])
  func `numbers between halves are rounded to even`(number: Float) {
    #expect(HalfPrecision.bits(number) == Float16(number).bitPattern)
    #expect(HalfPrecision.rounded(number) == Float(Float16(number)))
  }

  @Test func `random numbers are rounded as the processor rounds them`() {
    var generator = SeededGenerator(seed: 5)
    for round in 0..<200_000 {
      let random = UInt32(truncatingIfNeeded: generator.next())
      // Every other one among those that halves reach.
      let number = Float(bitPattern: round.isMultiple(of: 2) ? random : random & 0x8fff_ffff | 0x3000_0000)
      guard !number.isNaN else { continue }
      if HalfPrecision.bits(number) != Float16(number).bitPattern { Issue.record("\(number)") }
    }
  }

  @Test func `a number that is none stays none`() {
    #expect(HalfPrecision.number(HalfPrecision.bits(.nan)).isNaN && HalfPrecision.rounded(-.nan).isNaN)
  }
}
