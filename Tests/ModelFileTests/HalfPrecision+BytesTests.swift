import Tensors
import Testing

@testable import ModelFile

@Suite struct HalfPrecisionBytesTests {
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
}
