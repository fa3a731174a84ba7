import Testing

@testable import ModelFile

@Suite struct QuantizationTests {
  @Test(arguments: 1...8)
  func `codes are taken most significant bit first, without gaps`(bits: Int) throws {
    // The numbers 0, 1, 2 … modulo 2^bits, packed by hand as a text of zeros and ones.
    let codes = (0..<29).map { $0 % (1 << bits) }
    let digits = codes.map { String(repeating: "0", count: bits - String($0, radix: 2).count) + String($0, radix: 2) }
    let text = Array(digits.joined())
    let bytes = stride(from: 0, to: text.count, by: 8).map { start -> UInt8 in
      let part = String(text[start..<min(start + 8, text.count)])
      return UInt8(part + String(repeating: "0", count: 8 - part.count), radix: 2) ?? 0
    }
    let table = (0..<1 << bits).map { Float($0) * 10 - 3 }
    let layout = try #require(WeightLayout([29]))
    #expect(
      Quantization.lookupTable(bits: bits, table: table).expand(bytes[...], layout: layout) == codes.map { table[$0] })
    let linear = Quantization.linear(bits: bits, scales: [0.5], biases: [-1])
    #expect(linear.expand(bytes[...], layout: layout) == codes.map { Float($0) * 0.5 - 1 })
  }

  @Test func `each output channel has its own scale along the first axis`() throws {
    let layout = try #require(WeightLayout([2, 3]))
    let linear = Quantization.linear(bits: 8, scales: [1, 10], biases: [0, 5])
    #expect(linear.expand([0, 1, 2, 0, 1, 2], layout: layout) == [0, 1, 2, 5, 15, 25])
  }

  @Test func `and along the second in a deconvolution`() throws {
    let layout = try #require(WeightLayout([2, 2, 1, 2], channelAxis: 1))
    let linear = Quantization.linear(bits: 8, scales: [1, 10], biases: [])
    #expect(linear.expand([1, 2, 1, 2, 3, 4, 3, 4], layout: layout) == [1, 2, 10, 20, 3, 4, 30, 40])
  }

  @Test func `and each of each group in a deconvolution of groups, or of a group for all of them`() throws {
    let layout = try #require(WeightLayout([4, 2, 1, 1], channelAxis: 1, groups: 2))
    let each = Quantization.linear(bits: 8, scales: [1, 10, 100, 1000], biases: [])
    try each.verify(layout)
    #expect(each.expand([1, 2, 3, 4, 5, 6, 7, 8], layout: layout) == [1, 20, 3, 40, 500, 6000, 700, 8000])
    let shared = Quantization.linear(bits: 8, scales: [1, 10], biases: [0, 1])
    try shared.verify(layout)
    #expect(shared.expand([1, 2, 3, 4, 5, 6, 7, 8], layout: layout) == [1, 21, 3, 41, 5, 61, 7, 81])
    #expect(throws: WeightError.self) {
      try Quantization.linear(bits: 8, scales: [1, 2, 3], biases: []).verify(layout)
    }
  }

  @Test(arguments: [
    (Quantization.linear(bits: 0, scales: [1], biases: []), WeightProblem.bits(0)),
    (.linear(bits: 9, scales: [1], biases: []), .bits(9)),
    (.linear(bits: .max, scales: [1], biases: []), .bits(.max)),
    (.lookupTable(bits: 2, table: [1, 2, 3]), .tableLength(expected: 4, actual: 3)),
    (.linear(bits: 8, scales: [], biases: []), .scaleCount(channels: 4, scales: 0, biases: 0)),
    (.linear(bits: 8, scales: [1, 2], biases: []), .scaleCount(channels: 4, scales: 2, biases: 0)),
    (.linear(bits: 8, scales: [1], biases: [1, 2]), .scaleCount(channels: 4, scales: 1, biases: 2)),
  ])
  func `settings that fit no layer are refused`(quantization: Quantization, problem: WeightProblem) throws {
    let layout = try #require(WeightLayout([4, 1]))
    let fault = #expect(throws: WeightError.self) { try quantization.verify(layout) }
    #expect(fault?.problem == problem)
  }

  @Test(arguments: 1...8)
  func `evenly spaced codes come back within half a step`(bits: Int) throws {
    let values = (0..<60).map { (place: Int) -> Float in Float(place * 37 % 60) / 7 - 4 }
    let parameters = WeightParameters(try #require(WeightParameters.linear(values, bits: bits, channels: 3)))
    #expect(parameters.encoding == .linear(bits: bits))
    let back = try parameters.values(try #require(WeightLayout([3, 20])))
    for channel in 0..<3 {
      let own = values[channel * 20..<channel * 20 + 20]
      let step = ((own.max() ?? 0) - (own.min() ?? 0)) / Float(1 << bits - 1)
      for index in own.indices { #expect(abs(back[index] - values[index]) <= step * 0.5001) }
    }
  }

  @Test(arguments: 1...8)
  func `a table is exact where there are no more numbers than places`(bits: Int) throws {
    let values = (0..<50).map { Float($0 % (1 << bits)) * 0.3 - 1 }
    let parameters = WeightParameters(WeightParameters.lookupTable(values, bits: bits))
    #expect(try parameters.values(try #require(WeightLayout([50]))) == values)
  }

  @Test func `a table's places lie where the numbers are`() throws {
    let values = (0..<100).map { index -> Float in Float(index) / 1000 + (index < 50 ? 0 : 5) }
    let parameters = WeightParameters(WeightParameters.lookupTable(values, bits: 2))
    let back = try parameters.values(try #require(WeightLayout([100])))
    #expect(zip(values, back).allSatisfy { abs($0 - $1) < 0.02 })
  }

  @Test func `a constant is a constant`() throws {
    for wire in [
      try #require(WeightParameters.linear([2, 2, 2], bits: 4, channels: 1)),
      WeightParameters.lookupTable([2, 2, 2], bits: 4),
    ] {
      #expect(try WeightParameters(wire).values(try #require(WeightLayout([3]))) == [2, 2, 2])
    }
  }
}
