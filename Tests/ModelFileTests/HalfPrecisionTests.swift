import Tensors
import Testing

@testable import ModelFile

@Suite struct HalfPrecisionTests {
  @Test func `all 65,536 halves become the numbers they stand for`() {
    for bits in UInt16.min...UInt16.max {
      let expected = Float(Float16(bitPattern: bits))
      let actual = HalfPrecision.expand([UInt8(truncatingIfNeeded: bits), UInt8(bits >> 8)])[0]
      let same = expected.isNaN ? actual.isNaN : actual.bitPattern == expected.bitPattern
      #expect(same, "\(bits): \(actual) instead of \(expected)")
    }
  }

  @Test func `bytes are taken in pairs, least significant first`() {
    #expect(HalfPrecision.expand([0x00, 0x3C, 0x00, 0xC0, 0x01, 0x00]) == [1, -2, 0x1p-24])
  }

  @Test func `all halves survive being expanded and compressed`() {
    let bytes = (0...UInt16.max).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let back = HalfPrecision.compress(HalfPrecision.expand(bytes[...]))
    for index in 0..<65536 where !Float16(bitPattern: UInt16(index)).isNaN {
      #expect(back[2 * index] == bytes[2 * index] && back[2 * index + 1] == bytes[2 * index + 1])
    }
  }

  @Test(
    arguments: [
      0x1p-25, 0x1.8p-25, 0x1p-26, 0x1.004p0, 0x1.002p0, 0x1.006p0, 65504, 65519.996, 65520, 1e30, -0.0, .infinity,
    ] as [Float])
  func `numbers between halves are rounded to even`(number: Float) {
    let bytes = Array(HalfPrecision.compress([number]))
    #expect(UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == Float16(number).bitPattern)
  }

  @Test func `a hundred thousand random numbers are rounded as the processor rounds them`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<100_000 {
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
      guard number.isFinite else { continue }
      let bytes = Array(HalfPrecision.compress([number]))
      let same = UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == Float16(number).bitPattern
      if !same { Issue.record("\(number)") }
    }
  }

  @Test func `a number that is none stays none`() {
    #expect(HalfPrecision.expand(HalfPrecision.compress([.nan]))[0].isNaN)
  }
}
