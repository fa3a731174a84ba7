import Arithmetic
import Foundation
import TestSupport
import Testing

/// Functions that the compiler vectorises: the same bits where results take the numbers' place, and of any number of them.
struct ElementwiseTests {
  private func numbers(_ count: Int) -> [Float] {
    var dice = Dice(seed: 5)
    let odd: [Float] = [.nan, .infinity, -.infinity, 0, -0, 0.25, -3]
    return (0..<count).map { index in
      index % 5 == 3 ? odd[index % odd.count] : Float(Int32(truncatingIfNeeded: dice.next())) * 0x1p-29
    }
  }

  private typealias Function = (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void

  private func made(_ x: [Float], inPlace: Bool, _ function: Function) -> [UInt32] {
    var target = inPlace ? x : [Float](repeating: 7, count: x.count)
    target.withUnsafeMutableBufferPointer { all in
      guard let start = all.baseAddress else { return }
      if inPlace { function(start, start, x.count) } else { function(x, start, x.count) }
    }
    return target.map { $0.isNaN ? 0 : $0.bitPattern }
  }

  @Test(arguments: [1, 7, 16, 67, 300])
  func `functions have the bits of one number after the other, also in place`(count: Int) {
    let x = numbers(count)
    let functions: [(Function, (Float) -> Float)] = [
      ({ Elementwise.rectify($0, into: $1, count: $2) }, { $0 < 0 ? 0 : $0 }),
      ({ Elementwise.threshold($0, from: 0.25, into: $1, count: $2) }, { $0 < 0.25 ? 0 : $0 }),
      ({ Elementwise.leak($0, by: 0.1, into: $1, count: $2) }, { $0 < 0 ? 0.1 * $0 : $0 }),
      (
        { Elementwise.clip($0, by: 1, plus: -0, to: 0...2, into: $1, count: $2) },
        { $0.isNaN ? $0 : min(max($0, 0), 2) }
      ),
      ({ Elementwise.multiply($0, UnsafePointer($0), into: $1, count: $2) }, { $0 * $0 }),
      ({ Elementwise.add($0, UnsafePointer($0), into: $1, count: $2) }, { $0 + $0 }),
    ]
    for (index, (function, definition)) in functions.enumerated() {
      // 0 and -0 are one: a C library may take either for the larger one.
      let expected = x.map { definition($0) }.map { $0.isNaN || $0 == 0 ? 0 : $0.bitPattern }
      for inPlace in [false, true] {
        let bits = made(x, inPlace: inPlace, function).map { $0 == 0x8000_0000 ? 0 : $0 }
        #expect(bits == expected, "function \(index), in place: \(inPlace)")
      }
    }
  }

  private func softmax(_ x: [Float]) -> [Float] {
    var y = [Float](repeating: 7, count: x.count)
    Elementwise.softmax(x, into: &y, count: x.count)
    return y
  }

  @Test(arguments: [1, 2, 10, 16, 49, 197, 1_000])
  func `softmax is off by at most three units in the last place`(count: Int) {
    var dice = Dice(seed: 9)
    for scale in [0.001, 1, 30] as [Float] {
      let x = (0..<count).map { _ in Float(Int32(truncatingIfNeeded: dice.next())) * 0x1p-31 * scale }
      let powers = x.map { exp(Double($0) - Double(x.max() ?? 0)) }, total = powers.reduce(0, +)
      for (made, power) in zip(softmax(x), powers) {
        let exact = power / total
        #expect(abs(Double(made) - exact) <= 3 * Double(Float(exact).ulp), "\(exact)")
      }
    }
  }

  @Test func `softmax of what is far apart, infinite, or no number`() {
    #expect(softmax([1e30, -1e30, 1e30, -.infinity]) == [0.5, 0, 0.5, 0])
    #expect(softmax([0, -86, -88, -1e4]).suffix(2) == [0, 0])
    for odd in [[.nan, 1], [-.infinity, -.infinity], [.infinity, 1]] as [[Float]] {
      #expect(softmax(odd)[0].isNaN, "\(odd)")
    }
  }

  @Test(arguments: [1, 7, 16, 67])
  func `factors and offsets are applied step by step, also in place`(count: Int) {
    let x = numbers(count), table = numbers(count + 2).suffix(count).map { $0 + 1 }
    let functions: [(Function, (Float, Float) -> Float)] = [
      (
        { Elementwise.shiftScaleShift($0, center: table, factor: table, offset: table, into: $1, count: $2) },
        { ($0 - $1) * $1 + $1 }
      ),
      ({ Elementwise.shiftScaleShift($0, center: nil, factor: table, offset: nil, into: $1, count: $2) }, { $0 * $1 }),
      ({ Elementwise.shiftScaleShift($0, center: table, factor: nil, offset: nil, into: $1, count: $2) }, { $0 - $1 }),
    ]
    for (function, definition) in functions {
      let expected = zip(x, table).map { definition($0, $1) }.map { $0.isNaN ? 0 : $0.bitPattern }
      for inPlace in [false, true] { #expect(made(x, inPlace: inPlace, function) == expected) }
    }
  }

  @Test(arguments: [1, 8, 50, 51])
  func `three rows become pixels of three`(columns: Int) {
    let rows = (0..<3 * columns).map { Float($0) }
    var pixels = [Float](repeating: -1, count: 3 * columns)
    Elementwise.transpose(rows, step: columns, into: &pixels, step: 3, rows: 3, columns: columns)
    #expect(pixels == (0..<3 * columns).map { Float($0 % 3 * columns + $0 / 3) })
  }
}
