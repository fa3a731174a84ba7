import Arithmetic
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

  @Test(arguments: [1, 8, 50, 51])
  func `three rows become pixels of three`(columns: Int) {
    let rows = (0..<3 * columns).map { Float($0) }
    var pixels = [Float](repeating: -1, count: 3 * columns)
    Elementwise.transpose(rows, step: columns, into: &pixels, step: 3, rows: 3, columns: columns)
    #expect(pixels == (0..<3 * columns).map { Float($0 % 3 * columns + $0 / 3) })
  }
}
