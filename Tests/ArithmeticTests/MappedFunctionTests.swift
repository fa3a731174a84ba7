import Arithmetic
import Foundation
import Testing

/// Functions in single precision against their definitions by the C library in double precision.
struct MappedFunctionTests {
  private func made(_ function: MappedFunction, _ x: [Float]) -> [Float] {
    var y = [Float](repeating: 7, count: x.count)
    function.apply(to: x, into: &y, count: x.count)
    return y
  }

  /// Numbers from far below 0 to far above, many of them small.
  private var numbers: [Float] {
    (0..<4_001).map { index in
      let share = Double(index) / 2_000 - 1
      return Float(index.isMultiple(of: 2) ? share * 12 : share * share * share * 3)
    }
  }

  private func error(_ made: Float, _ exact: Double) -> Double {
    abs(Double(made) - exact) / Double(max(Float(exact).ulp, .leastNonzeroMagnitude))
  }

  @Test(arguments: [1, 1.702])
  func `the gated one is off by at most three units in the last place`(rate: Double) {
    for (x, y) in zip(numbers, made(.gated(rate: rate), numbers)) {
      #expect(error(y, Double(x) / (1 + exp(-rate * Double(x)))) <= 3, "\(x)")
    }
  }

  @Test func `GELU is off by at most a part in 2^23 of its number, also where it ends`() {
    let near = (0..<2_000).map { 5.5 + Float($0 - 1_000) / 4_096 }
    let all = numbers + near + near.map(-)
    for (x, y) in zip(all, made(.gelu, all)) {
      let exact = Double(x) / 2 * erfc(-Double(x) / 2.squareRoot())
      #expect(abs(Double(y) - exact) <= 0x1p-23 * Double(abs(x)), "\(x)")
    }
  }

  @Test(arguments: [MappedFunction.gated(rate: 1), .gated(rate: 1.702), .gelu])
  func `ends of the ranges, and what is not a number`(function: MappedFunction) {
    let y = made(function, [1e30, .infinity, -1e30, -.infinity, 0, -0, -200, 200, .nan])
    #expect(y.prefix(8) == [1e30, .infinity, 0, 0, 0, 0, 0, 200])
    #expect(y[8].isNaN)
  }

  @Test func `how many numbers there are changes no bit`() {
    for function in [MappedFunction.gated(rate: 1), .gelu, .sigmoid, .tanh] {
      let all = made(function, Array(numbers.prefix(100)))
      for count in 1..<40 { #expect(made(function, Array(numbers.prefix(count))) == Array(all.prefix(count))) }
    }
  }
}
