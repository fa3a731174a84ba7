import Foundation
import Operations
import Tensors
import Testing

/// Functions of one and of two numbers against their definitions by the C library in double precision.
struct ElementKernelsTests {
  private var drawn = Drawn(11)

  /// The functions' definitions; what rounds is left to the table of exact values.
  static let functions: [(ElementFunction, @Sendable (Double) -> Double)] = [
    (.relu, { max($0, 0) }), (.relu6, { min(max($0, 0), 6) }), (.sigmoid, { 1 / (1 + exp(-$0)) }),
    (.silu, { $0 / (1 + exp(-$0)) }), (.softplus, { max($0, 0) + log1p(exp(-abs($0))) }),
    (.softsign, { $0 / (1 + abs($0)) }), (.tanh, { tanh($0) }), (.erf, { erf($0) }), (.exp, { exp($0) }),
    (.exp2, { exp2($0) }), (.abs, { abs($0) }), (.sqrt, { $0 < 0 ? .nan : $0.squareRoot() }), (.square, { $0 * $0 }),
    (.sin, { sin($0) }), (.cos, { cos($0) }), (.atan, { atan($0) }),
    (.gelu, { $0 / 2 * (1 + erf($0 / 2.squareRoot())) }),
    (.geluTanh, { $0 / 2 * (1 + tanh((2 / Double.pi).squareRoot() * ($0 + 0.044715 * $0 * $0 * $0))) }),
    (.geluSigmoid, { $0 / (1 + exp(-1.702 * $0)) }), (.leakyRelu(alpha: 0.125), { $0 < 0 ? 0.125 * $0 : $0 }),
    (.elu(alpha: 0.5), { $0 < 0 ? 0.5 * expm1($0) : $0 }), (.thresholdedRelu(alpha: 0.5), { $0 >= 0.5 ? $0 : 0 }),
    (.clip(alpha: -1, beta: 2), { min(max($0, -1), 2) }),
    (.clampedRelu(alpha: 0.25, beta: 2), { min($0 < 0 ? 0.25 * $0 : $0, 2) }),
    (.linear(alpha: 0.5, beta: -3), { 0.5 * $0 - 3 }),
    (.hardSigmoid(alpha: 0.25, beta: 0.5), { min(max(0.25 * $0 + 0.5, 0), 1) }),
    (.scaledTanh(alpha: 2, beta: 0.5), { 2 * tanh(0.5 * $0) }), (.log(epsilon: 0.5), { log($0 + 0.5) }),
    (.rsqrt(epsilon: 0.5), { $0 + 0.5 < 0 ? .nan : 1 / ($0 + 0.5).squareRoot() }),
    (.inverse(epsilon: 20), { 1 / ($0 + 20) }),
  ]

  @Test mutating func `functions of a number are their definitions`() {
    let x = drawn.tensor([3, 1, 347], in: -9...9)
    for (function, definition) in Self.functions {
      let expected = ArrayReference(x.shape) { definition(ArrayReference(x)[$0]) }
      #expect(expected.distance(to: computed(.map(function), [x], x.shape)) < 2e-7, "\(function)")
    }
  }

  /// Where digits are lost most easily: every result is within so many units in its own last place.
  @Test func `functions keep their digits near 0 and far from it`() {
    let numbers = (0..<400).map { Float(1e-6 * pow(1.045, Double($0)) * ($0.isMultiple(of: 2) ? 1 : -1)) }
    let x = Tensor(shape: [400], values: numbers)
    for (function, most): (ElementFunction, Float) in [
      (.tanh, 1), (.erf, 1), (.exp, 1), (.sigmoid, 1), (.silu, 3), (.elu(alpha: 1), 64), (.softplus, 1), (.atan, 1),
      (.gelu, 2),
    ] {
      guard
        let definition = Self.functions.first(where: {
          "\($0.0)" == "\(function)" || function == .elu(alpha: 1) && $0.0 == .elu(alpha: 0.5)
        })?.1
      else { continue }
      let made = computed(.map(function), [x], [400])
      for (number, result) in zip(numbers, made.values) where abs(number) < 20 {
        let exact =
          function == .elu(alpha: 1)
          ? (number < 0 ? expm1(Double(number)) : Double(number)) : definition(Double(number))
        // Of GELU below 0, and of ELU next to it, a small number is the difference of two large ones.
        let size = function == .gelu ? number : Float(exact)
        #expect(
          abs(Double(result) - exact) <= Double(most * max(size.ulp, .leastNormalMagnitude)),
          "\(function)(\(number)) = \(result), not \(exact)")
      }
    }
  }

  @Test(
    arguments: [
      (.floor, [-1.5, -0.5, 0.5, 2, 2.5], [-2, -1, 0, 2, 2]), (.ceil, [-1.5, -0.5, 0.5, 2, 2.5], [-1, 0, 1, 2, 3]),
      (.round, [-1.5, -0.5, 0.5, 1.5, 2.5], [-2, 0, 0, 2, 2]), (.sign, [-3, 0, 0.1, 7], [-1, 0, 1, 1]),
      (.truncate, [-1.7, -0.2, 0.9, 3], [-1, 0, 0, 3]), (.truth, [-1, 0, 0.5], [1, 0, 1]),
      (.not, [-1, 0, 0.5], [0, 1, 0]),
      (.half, [0.1, 65519, 65520, 1e-8, -2049, 0x1.8p-20], [0.0999755859375, 65504, .infinity, 0, -2048, 0x1.8p-20]),
      (.wrap(bits: 8, isSigned: true), [-200, -128.5, 3.9, 127, 300], [-128, -128, 3, 127, 127]),
      (.wrap(bits: 8, isSigned: false), [-200, 3.9, 255, 300], [0, 3, 255, 255]),
    ] as [(ElementFunction, [Float], [Float])])
  func `rounding, signs and casts`(function: ElementFunction, numbers: [Float], expected: [Float]) {
    let made = computed(.map(function), [Tensor(shape: [numbers.count], values: numbers)], [numbers.count])
    #expect(made.values == expected)
  }

  @Test func `sigmoid and softplus do not overflow, and what is not a number stays so`() {
    let x = Tensor(shape: [4], values: [-1_000, 1_000, .infinity, .nan])
    #expect(computed(.map(.sigmoid), [x], [4]).values.prefix(3) == [0, 1, 1])
    #expect(computed(.map(.softplus), [x], [4]).values.prefix(3) == [0, 1_000, .infinity])
    for (function, _) in Self.functions where function != .softsign {
      #expect(computed(.map(function), [x], [4]).values[3].isNaN, "\(function)")
    }
  }

  /// NumPy's spreading: axes are matched from the last one on.
  @Test(
    arguments: [
      ([5], [5]), ([3, 4], [4]), ([3, 4], [3, 1]), ([1, 4], [3, 1]), ([2, 3, 4], []), ([], [2, 2]),
      ([2, 1, 4], [3, 1]),
      ([1, 3, 5, 7], [3, 1, 1]), ([4, 1, 33], [1, 5, 33]), ([2, 3, 1], [1, 1, 40]),
    ] as [([Int], [Int])])
  mutating func `functions of two numbers spread both over each other`(x: [Int], y: [Int]) {
    let functions: [(PairFunction, @Sendable (Double, Double) -> Double)] = [
      (.add, { $0 + $1 }), (.subtract, { $0 - $1 }), (.multiply, { $0 * $1 }), (.divide, { $0 / $1 }),
      (.maximum, { max($0, $1) }), (.minimum, { min($0, $1) }), (.floorDivide, { ($0 / $1).rounded(.down) }),
      (.remainder, { $0 - ($0 / $1).rounded(.down) * $1 }), (.equal, { $0 == $1 ? 1 : 0 }),
      (.notEqual, { $0 == $1 ? 0 : 1 }), (.less, { $0 < $1 ? 1 : 0 }), (.lessOrEqual, { $0 <= $1 ? 1 : 0 }),
      (.greater, { $0 > $1 ? 1 : 0 }), (.greaterOrEqual, { $0 >= $1 ? 1 : 0 }),
      (.and, { $0 != 0 && $1 != 0 ? 1 : 0 }), (.or, { $0 != 0 || $1 != 0 ? 1 : 0 }),
      (.exclusiveOr, { ($0 != 0) != ($1 != 0) ? 1 : 0 }), (.prelu, { $0 < 0 ? $0 * $1 : $0 }),
    ]
    let rank = max(x.count, y.count)
    let (long, short) = ([Int](repeating: 1, count: rank - x.count) + x, [Int](repeating: 1, count: rank - y.count) + y)
    let shape = zip(long, short).map { $0 == 1 ? $1 : $0 }
    // Whole halves, so that some are equal, and no divisor of 0.
    let a = drawn.places(x, below: 9).mapped { $0 / 2 - 2 }
    let b = drawn.places(y, below: 9).mapped { $0 / 2 - 2 }
    for (function, definition) in functions {
      let divides = function == .divide || function == .floorDivide || function == .remainder
      let divisor = divides ? b.mapped { $0 == 0 ? 1.5 : $0 } : b
      let expected = ArrayReference(shape) {
        definition(ArrayReference(a).spread($0), ArrayReference(divisor).spread($0))
      }
      #expect(expected.distance(to: computed(.combine(function), [a, divisor], shape)) < 1e-7, "\(function)")
    }
    let positive = drawn.tensor(x, in: 0.1...4)
    let power = ArrayReference(shape) { pow(ArrayReference(positive).spread($0), ArrayReference(b).spread($0)) }
    #expect(power.distance(to: computed(.combine(.power), [positive, b], shape)) < 1e-6)
    let c = drawn.tensor([1])
    let chosen = ArrayReference(shape) {
      ArrayReference(a).spread($0) != 0 ? ArrayReference(b).spread($0) : Double(c.values[0])
    }
    #expect(chosen.distance(to: computed(.select, [a, b, c], shape)) == 0)
  }

  @Test func `remainders have the divisor's sign`() {
    let x = Tensor(shape: [4], values: [7, -7, 7, -7])
    let y = Tensor(shape: [4], values: [3, 3, -3, -3])
    #expect(computed(.combine(.remainder), [x, y], [4]).values == [1, 2, -2, -1])
    #expect(computed(.combine(.floorDivide), [x, y], [4]).values == [2, -3, -3, 2])
  }
}

extension Tensor {
  func mapped(_ body: (Float) -> Float) -> Tensor { Tensor(shape: shape, values: values.map(body)) }
}
