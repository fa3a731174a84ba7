import Testing

@testable import Arithmetic

struct FloatBufferTests {
  /// Of other memory, of small pages and of large ones, and one number more and less.
  @Test(arguments: [0, 1, 4_096, FloatBuffer.fewestPageBytes / 4 - 17, FloatBuffer.fewestPageBytes / 4 - 16, 600_001])
  func `numbers begin as 0 at a cache line, with room for a whole vector behind them`(count: Int) {
    for _ in 0..<2 {
      let buffer = FloatBuffer(count: count)
      let numbers = UnsafeMutableBufferPointer(start: buffer.pointer, count: count + 15)
      #expect(numbers.allSatisfy { $0 == 0 })
      #expect(UInt(bitPattern: buffer.pointer).isMultiple(of: 64))
      numbers.update(repeating: 1)
      #expect(buffer.values == [Float](repeating: 1, count: count))
    }
    #expect(FloatBuffer([1, 2, 3]).values == [1, 2, 3])
  }
}
