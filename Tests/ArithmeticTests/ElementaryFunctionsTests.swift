import Arithmetic
import Foundation
import TestSupport
import Testing

struct ElementaryFunctionsTests {
  /// Numbers from all over a range, and near its middle.
  private func numbers(_ lower: Double, _ upper: Double) -> [Double] {
    var dice = Dice(seed: 3)
    return (0..<2_000).map { index in
      let share = Double(dice.next() >> 11) * 0x1p-53
      let middle = (lower + upper) / 2, half = (upper - lower) / 2 * (index.isMultiple(of: 2) ? 1 : 0.01)
      return middle + half * (2 * share - 1)
    }
  }

  private func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 2 * other.ulp }

  @Test func `exponentials and logarithms are off by at most two units in the last place`() {
    for x in numbers(-740, 709) { #expect(isClose(ElementaryFunctions.exp(x), exp(x)), "e^\(x)") }
    for x in numbers(-700, 700).map({ exp($0) }) { #expect(isClose(ElementaryFunctions.log(x), log(x)), "ln \(x)") }
  }

  @Test(arguments: [0, 1, 3, 8, 33])
  func `exponentials and logarithms of many numbers have the bits of one`(count: Int) {
    let odd: [Double] = [.nan, -.infinity, 800, 0, .leastNormalMagnitude / 8]
    for numbers in [numbers(-740, 709), numbers(-690, 690), odd + numbers(-5, 5)] {
      var exponentials = Array(numbers.prefix(count)), logarithms = exponentials.map { abs($0) }
      let wanted = exponentials.map { ElementaryFunctions.exp($0 - 0.25).bitPattern }
      let wantedLogarithms = logarithms.map { ElementaryFunctions.log($0).bitPattern }
      ElementaryFunctions.exp(&exponentials, from: 0.25)
      ElementaryFunctions.log(&logarithms)
      #expect(exponentials.map(\.bitPattern) == wanted)
      #expect(logarithms.map(\.bitPattern) == wantedLogarithms)
    }
  }

  @Test func `cosines and powers agree with the C library`() {
    for x in numbers(-1_000, 1_000) { #expect(abs(ElementaryFunctions.cos(x) - cos(x)) < 3e-16, "cos \(x)") }
    for x in numbers(0, 20) {
      #expect(abs(ElementaryFunctions.power(x, 1.7) / pow(x, 1.7) - 1) < 1e-14, "\(x)^1.7")
      #expect(abs(ElementaryFunctions.power(x, -3) / pow(x, -3) - 1) < 1e-14, "\(x)^-3")
    }
  }

  @Test func `functions in single precision are rounded from double`() {
    for x in numbers(-30, 30).map({ Float($0) }) {
      let wide = Double(x)
      #expect(abs(Double(ElementaryFunctions.tanh(x)) - tanh(wide)) <= Double(Float(tanh(wide)).ulp))
      #expect(abs(Double(ElementaryFunctions.expMinusOne(x)) - expm1(wide)) <= Double(Float(expm1(wide)).ulp))
      #expect(
        abs(Double(ElementaryFunctions.softplus(x)) - (max(wide, 0) + log1p(exp(-abs(wide))))) <= Double(max(x, 1).ulp))
      #expect(abs(Double(ElementaryFunctions.sigmoid(x)) - 1 / (1 + exp(-wide))) <= 6e-8)
    }
  }

  @Test func `ends of the ranges`() {
    #expect(ElementaryFunctions.exp(710.0) == .infinity && ElementaryFunctions.exp(-800.0) == 0)
    #expect(ElementaryFunctions.exp(0.0) == 1 && ElementaryFunctions.log(1.0) == 0)
    #expect(ElementaryFunctions.log(0.0) == -.infinity && ElementaryFunctions.log(-1.0).isNaN)
    #expect(ElementaryFunctions.exp(Double.nan).isNaN && ElementaryFunctions.log(Double.nan).isNaN)
    #expect(ElementaryFunctions.tanh(Float.infinity) == 1 && ElementaryFunctions.tanh(Float.nan).isNaN)
    #expect(ElementaryFunctions.power(0.1, 1) == 0.1 && ElementaryFunctions.power(-2.0, 3) == -8)
    #expect(ElementaryFunctions.power(0.0, -0.5) == .infinity && ElementaryFunctions.power(-2.0, 0.5).isNaN)
    #expect(ElementaryFunctions.cos(.pi) == -1 && ElementaryFunctions.cos(.infinity).isNaN)
  }

  @Test func `a tree of sums adds neighbours first`() {
    var rows: [Float] = [1, 0x1p24, -0x1p24, 3, 5, 0]
    Elementwise.addTree(&rows, step: 1, terms: 5, count: 1)
    // ((1 + 2^24) + (3 - 2^24)) + 5, of which 1 + 2^24 is 2^24 in single precision, and 3 - 2^24 exact.
    #expect(rows[0] == 8)
  }
}
