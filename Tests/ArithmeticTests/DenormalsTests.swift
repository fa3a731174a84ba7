import Arithmetic
import Synchronization
import Tensors
import Testing

@Suite struct DenormalsTests {
  /// Half the smallest normal number, worked out where the processor is told to.
  @inline(never) private func halved(_ number: Float) -> Float { number * 0.5 }

  @Test func `numbers too small for full precision count as 0 within, and as themselves again after it`() {
    #expect(halved(.leastNormalMagnitude) == .leastNormalMagnitude / 2)
    #expect(Denormals.flushed { halved(.leastNormalMagnitude) } == 0)
    #expect(Denormals.flushed { halved(.leastNormalMagnitude * 2) } == .leastNormalMagnitude)
    #expect(halved(.leastNormalMagnitude) > 0)
  }

  @Test func `what is thrown passes, and ends it`() {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try Denormals.flushed { throw Stop() } }
    #expect(halved(.leastNormalMagnitude) > 0)
  }

  @Test(arguments: [1, 2, 4]) func `they count as 0 in every piece of a region`(threads: Int) {
    let survivors = Atomic<Int>(0)
    WorkerPool(threads: threads).run(100) { piece, _ in
      if halved(.leastNormalMagnitude) != 0 { survivors.add(1, ordering: .relaxed) }
    }
    #expect(survivors.load(ordering: .relaxed) == 0)
    #expect(halved(.leastNormalMagnitude) > 0)
  }

  @Test func `halves below the normal ones stay what they are`() {
    let (numbers, halves) = Denormals.flushed {
      let numbers = (UInt16(0)..<0x400).map(HalfPrecision.number)
      return (numbers, numbers.map(HalfPrecision.bits))
    }
    #expect(numbers == (0..<0x400).map { Float($0) / 16_777_216 })
    #expect(halves == Array(0..<0x400))
  }

  @Test func `the smallest numbers are widened as what they are`() {
    let numbers: [Float] = [0, -0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude / 64, -1]
    let widened = Denormals.flushed { numbers.map(Denormals.widened) }
    #expect(widened.map(\.bitPattern) == numbers.map { Double($0).bitPattern })
    #expect(Denormals.flushed { Denormals.widened(.nan).isNaN })
  }
}
