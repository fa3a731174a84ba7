import Testing

@testable import ModelFile

@Suite struct WeightParametersTests {
  private func wire(_ edit: (inout WireMessage) -> Void) -> WeightParameters {
    var message = WireMessage()
    edit(&message)
    return WeightParameters(message)
  }

  private func problem(_ parameters: WeightParameters, _ shape: [Int]) throws -> WeightProblem? {
    let layout = try #require(WeightLayout(shape))
    return #expect(throws: WeightError.self) { _ = try parameters.values(layout) }?.problem
  }

  @Test func `the encoding is told without unpacking`() {
    #expect(wire { _ in }.encoding == nil)
    #expect(wire { $0[repeated: 1].floats = [1] }.encoding == .float32)
    #expect(wire { $0.set(2, data: [0, 0]) }.encoding == .float16)
    #expect(wire { $0.set(30, data: [0]) }.encoding == .raw)
    #expect(wire { $0.set(31, data: [0]) }.encoding == .int8)
    #expect(
      wire {
        $0[repeated: 1].floats = [1]; $0.set(2, data: [0, 0])
      }.encoding == .several)
  }

  @Test func `wrong counts and encodings are refused`() throws {
    #expect(try problem(wire { _ in }, [3]) == .missing)
    #expect(try problem(wire { $0[repeated: 1].floats = [1, 2] }, [3]) == .count(expected: 3, actual: 2))
    #expect(try problem(wire { $0.set(2, data: [0, 0]) }, [3]) == .count(expected: 3, actual: 1))
    #expect(try problem(wire { $0.set(2, data: [0, 0, 0]) }, [1]) == .byteCount(expected: 2, actual: 3))
    #expect(try problem(wire { $0.set(30, data: [0]) }, [1]) == .noQuantization)
    #expect(try problem(wire { $0.set(31, data: [0]) }, [1]) == .noQuantization)
    #expect(
      try problem(
        wire {
          $0[repeated: 1].floats = [1]; $0.set(30, data: [0])
        }, [1]) == .severalEncodings)
  }

  @Test func `a size beyond all bytes is refused before anything is made of it`() throws {
    let few = WeightParameters(WeightParameters.lookupTable([1, 2], bits: 1))
    #expect(try problem(few, [9]) == .byteCount(expected: 2, actual: 1))
    #expect(try problem(few, [1 << 31, 1 << 31]) == .byteCount(expected: 1 << 59, actual: 1))
    #expect(WeightLayout([1 << 32, 1 << 32]) == nil)
    #expect(WeightLayout([-1, 3]) == nil)
  }

  @Test func `signed bytes are scaled by channel`() throws {
    var scales = WireMessage()
    scales[repeated: 1].floats = [2, 0.5]
    var quantization = WireMessage()
    quantization.set(101, message: scales)
    let parameters = wire {
      $0.set(31, data: [1, 0xFF, 4, 0x80])
      $0.set(40, message: quantization)
    }
    #expect(try parameters.values(try #require(WeightLayout([2, 2]))) == [2, -2, 2, -64])
  }
}
