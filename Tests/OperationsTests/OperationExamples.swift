import Operations
import Tensors
import Testing

/// An operation of every kind with numbers to compute it with, away from the kinks of its function.
struct OperationExample: Sendable, CustomTestStringConvertible {
  var name: String
  var kind: TensorOperationKind
  var operands: [Tensor]
  var results: [[Int]]
  /// How far a gradient may lie from a difference, relative to the largest gradient.
  var tolerance = 2e-4

  var testDescription: String { name }

  /// The operation with all its operands handed in, or with all but the first its own.
  func operation(keeps: Bool = false) -> TensorOperation {
    let operands = operands.enumerated().map { number, tensor -> TensorOperation.Operand in
      keeps && number > 0 ? .constant(tensor) : .input(TensorForm(tensor.shape))
    }
    return TensorOperation(name, kind, operands, results: results.map { TensorForm($0) })
  }

  static let all = elements + pairs + moves + reductions + products + windows + indices + maps

  private static func example(
    _ name: String, _ kind: TensorOperationKind, _ operands: [Tensor], _ results: [Int]..., tolerance: Double = 2e-4
  ) -> OperationExample {
    OperationExample(name: name, kind: kind, operands: operands, results: results, tolerance: tolerance)
  }

  /// Different numbers, sixteenths of 1 and a thirty-second apart from whole ones, in a random order.
  static func spaced(_ shape: [Int], seed: UInt64, offset: Float = 0.03125) -> Tensor {
    var drawn = Drawn(seed)
    let count = shape.reduce(1, *)
    let numbers = (0..<count).map { Float($0 - count / 2) / 16 + offset }
    return Tensor(shape: shape, values: numbers.shuffled(using: &drawn.generator))
  }

  private static func random(_ shape: [Int], seed: UInt64, in range: ClosedRange<Float> = -2...2) -> Tensor {
    var drawn = Drawn(seed)
    return drawn.tensor(shape, in: range)
  }

  private static let functions: [ElementFunction] = [
    .relu, .relu6, .sigmoid, .silu, .softplus, .softsign, .tanh, .erf, .exp, .exp2, .abs, .sign, .floor, .ceil, .round,
    .square, .sin, .cos, .atan, .gelu, .geluTanh, .geluSigmoid, .leakyRelu(alpha: 0.125), .elu(alpha: 0.5),
    .thresholdedRelu(alpha: 0.5), .clip(alpha: -1, beta: 1), .clampedRelu(alpha: 0.25, beta: 1),
    .linear(alpha: 0.5, beta: -3), .hardSigmoid(alpha: 0.5, beta: 0.5), .scaledTanh(alpha: 2, beta: 0.5), .truncate,
    .truth, .not, .wrap(bits: 8, isSigned: true),
  ]

  static let elements: [OperationExample] =
    functions.map { example("\($0)", .map($0), [spaced([2, 3, 11], seed: 1)], [2, 3, 11]) }
    + [.sqrt, .log(epsilon: 0.5), .rsqrt(epsilon: 0.5), .inverse(epsilon: 0.25)].map {
      example("\($0)", .map($0), [random([2, 31], seed: 2, in: 0.5...3)], [2, 31])
    }

  static let pairs: [OperationExample] = spreadPairs + divisions + [selection]

  private static let spreadPairs: [OperationExample] = {
    let functions: [PairFunction] = [
      .add, .subtract, .multiply, .maximum, .minimum, .floorDivide, .equal, .notEqual, .less, .lessOrEqual, .greater,
      .greaterOrEqual, .and, .or, .exclusiveOr, .prelu,
    ]
    let shapes: [(x: [Int], y: [Int], made: [Int])] = [
      ([2, 3, 5], [2, 3, 5], [2, 3, 5]), ([2, 3, 5], [3, 1], [2, 3, 5]), ([1, 5], [2, 3, 1], [2, 3, 5]),
      ([], [2, 9], [2, 9]), ([3, 17], [], [3, 17]), ([2, 3, 4, 5], [3, 1, 1], [2, 3, 4, 5]),
    ]
    var all: [OperationExample] = []
    for function in functions {
      for (x, y, made) in shapes {
        let operands = [spaced(x, seed: 3), spaced(y, seed: 4, offset: 0)]
        all.append(example("\(function) \(x) \(y)", .combine(function), operands, made))
      }
    }
    return all
  }()

  private static let divisions: [OperationExample] = {
    let divisors: [Float] = [1.5, 1.625, -1.75, 2, 1.875, -2]
    var all: [OperationExample] = []
    for (x, y) in [([2, 3, 5], [3, 1]), ([1, 5], [2, 3, 1])] as [([Int], [Int])] {
      let divisor = Tensor(shape: y, values: Array(divisors.prefix(y.reduce(1, *))))
      all.append(
        example("remainder \(x) \(y)", .combine(.remainder), [spaced(x, seed: 5), divisor], [2, 3, 5]))
      for function in [PairFunction.divide, .power] {
        let operands = [random(x, seed: 5, in: 0.5...2), random(y, seed: 6, in: 1...2)]
        all.append(example("\(function) \(x) \(y)", .combine(function), operands, [2, 3, 5]))
      }
    }
    return all
  }()

  private static let selection: OperationExample = {
    let condition = Tensor(shape: [3, 1], values: [1, 0, 2])
    return example("select", .select, [condition, random([2, 3, 5], seed: 7), random([5], seed: 8)], [2, 3, 5])
  }()

  static let moves: [OperationExample] = {
    let x = random([2, 3, 4], seed: 11), map = random([2, 4, 3, 5], seed: 12)
    let transposed = Rearrangement.transposed(x.shape, order: [2, 0, 1])
    let sliced = Rearrangement.sliced(x.shape, start: [1, 0, 3], counts: [1, 2, 2], steps: [1, 2, -2])
    let parts = [random([2, 1, 4], seed: 13), random([2, 3, 4], seed: 14)]
    let joined = Rearrangement.joined(parts.map(\.shape), axis: 1)
    let equal = [random([2, 3], seed: 15), random([2, 3], seed: 16)]
    let interleaved = Rearrangement.interleaved([[2, 3], [2, 3]], axis: 1)
    let stacked = Rearrangement.stacked([2, 3], count: 2, axis: 1)
    let split = Rearrangement.split(x.shape, axis: 1, sizes: [1, 2])
    let tiled = Rearrangement.tiled([2, 3, 4], counts: [2, 1, 3])
    let surrounded = Rearrangement.surrounded([2, 3, 4], before: [0, 1, 2], after: [1, 0, 1])
    let spread = Rearrangement.spread(map.shape, by: 2, isDepthFirst: true)
    return [
      example("transpose", .move(transposed.moves, fill: nil), [x], transposed.shape),
      example("slice", .move(sliced.moves, fill: nil), [x], sliced.shape),
      example("concat", .move(joined.moves, fill: nil), parts, joined.shape),
      example("interleave", .move(interleaved.moves, fill: nil), equal, interleaved.shape),
      example("stack", .move(stacked.moves, fill: nil), equal, stacked.shape),
      OperationExample(name: "split", kind: .move(split.moves, fill: nil), operands: [x], results: split.shapes),
      example("tile", .move(tiled.moves, fill: nil), [x], tiled.shape),
      example("pad", .move(surrounded.moves, fill: 0.5), [x], surrounded.shape),
      example("pixel shuffle", .move(spread.moves, fill: nil), [map], spread.shape),
      example("reshape", .rename, [x], [4, 6]),
      example("pick", .pick([[1, 0, 1], [-1, 2, 0], [3, 3, 0, 1, -1]], fill: 0.25), [x], [3, 3, 5]),
    ]
  }()

  static let reductions: [OperationExample] = {
    let shapes: [([Int], [Int])] = [([3, 17], [1]), ([2, 3, 4], [0, 2]), ([2, 3, 4], [0, 1, 2])]
    let all: [Reduction] = [
      .sum, .mean, .maximum, .minimum, .product, .l1, .l2, .sumOfSquares, .logSum, .logSumExp,
    ]
    let own = shapes.flatMap { shape, axes in
      all.map { reduction -> OperationExample in
        let ranges = reduction == .maximum || reduction == .minimum || reduction == .l1
        let x = ranges ? spaced(shape, seed: 21) : random(shape, seed: 21, in: 0.5...1.5)
        let made = shape.indices.filter { !axes.contains($0) }.map { shape[$0] }
        return example("\(reduction) \(axes)", .reduce(reduction, axes: axes), [x], made)
      }
    }
    let x = random([2, 3, 17], seed: 22)
    return own
      + [
        example(
          "a product with a zero", .reduce(.product, axes: [1]),
          [Tensor(shape: [3, 3], values: [1, 0, 3, 0, 0, 2, 2, -1, 0.5])], [3]),
        example("argmax", .reduce(.argumentOfMaximum, axes: [2]), [x], [2, 3]),
        example("argmin", .reduce(.argumentOfMinimum, axes: [1]), [x], [2, 1, 17]),
        example("softmax 2", .softmax(axis: 2), [x], x.shape), example("softmax 1", .softmax(axis: 1), [x], x.shape),
      ]
      + [[2], [1], [0, 2]].flatMap { axes in
        let inner = axes.map { x.shape[$0] }
        let (gamma, beta) = (random(inner, seed: 23), random(inner, seed: 24))
        return [
          example(
            "normalise \(axes)", .normalize(axes: axes, epsilon: 0.125, centers: true), [x, gamma, beta], x.shape),
          example(
            "normalise \(axes), no beta", .normalize(axes: axes, epsilon: 0.125, centers: true), [x, gamma], x.shape),
          example("length \(axes)", .normalize(axes: axes, epsilon: 0.125, centers: false), [x, gamma], x.shape),
          example("length \(axes) alone", .normalize(axes: axes, epsilon: 0.125, centers: false), [x], x.shape),
        ]
      }
  }()

  static let products: [OperationExample] = {
    let x = random([2, 5, 7], seed: 31)
    let weights = random([33, 7], seed: 32), bias = random([33], seed: 33)
    var all = [
      example("linear", .linear, [x, weights, bias], [2, 5, 33]),
      example("linear, no bias", .linear, [x, weights], [2, 5, 33]),
    ]
    for (first, second) in [(false, false), (true, false), (false, true), (true, true)] {
      for (leading, other, made) in [([2, 1], [3], [2, 3]), ([], [], [])] as [([Int], [Int], [Int])] {
        all.append(
          example(
            "product \(first) \(second) \(leading)", .product(transposesFirst: first, transposesSecond: second),
            [
              random(leading + (first ? [4, 5] : [5, 4]), seed: 34),
              random(other + (second ? [6, 4] : [4, 6]), seed: 35),
            ], made + [5, 6]))
      }
    }
    let q = random([2, 2, 5, 4], seed: 36), k = random([2, 1, 9, 4], seed: 37), v = random([2, 2, 9, 3], seed: 38)
    all.append(example("attention", .attention(masksByTruth: false), [q, k, v], [2, 2, 5, 3]))
    all.append(
      example(
        "attention with a mask", .attention(masksByTruth: false), [q, k, v, random([2, 1, 1, 9], seed: 39)],
        [2, 2, 5, 3]))
    all.append(
      example(
        "attention by truth", .attention(masksByTruth: true),
        [q, k, v, Tensor(shape: [5, 9], values: (0..<45).map { $0 % 4 == 1 ? 0 : 1 })], [2, 2, 5, 3]))
    return all
  }()

  static let windows: [OperationExample] = {
    func settings(
      _ kernel: [Int], _ strides: [Int], _ dilations: [Int], _ before: [Int], _ after: [Int]
    ) -> WindowSettings {
      WindowSettings(kernel: kernel, strides: strides, dilations: dilations, before: before, after: after)
    }
    let line = settings([3], [2], [2], [2], [1]),
      volume = settings([2, 2, 3], [1, 1, 2], [1, 1, 1], [0, 1, 1], [1, 0, 1])
    let plane = settings([3, 2], [1, 2], [1, 1], [1, 0], [1, 1])
    var all = [
      example(
        "windows of a line", .windows(line, groups: 1),
        [random([2, 4, 9], seed: 41), random([6, 4, 3], seed: 42), random([6], seed: 43)], [2, 6, 4]),
      example(
        "windows in groups", .windows(plane, groups: 2),
        [random([2, 4, 4, 5], seed: 44), random([6, 2, 3, 2], seed: 45)], [2, 6, 4, 3]),
      example(
        "windows of a volume", .windows(volume, groups: 1),
        [random([1, 2, 3, 3, 5], seed: 46), random([3, 2, 2, 2, 3], seed: 47), random([3], seed: 48)], [1, 3, 3, 3, 3]),
    ]
    for kind in [PoolKind.maximum, .l2, .average(countsPadding: true), .average(countsPadding: false)] {
      all += [
        example(
          "\(kind) of a line", .pool(settings([3], [2], [1], [1], [1]), kind), [spaced([2, 3, 7], seed: 49)], [2, 3, 4]),
        example("\(kind) of a plane", .pool(plane, kind), [spaced([1, 3, 4, 5], seed: 50)], [1, 3, 4, 3]),
        example("\(kind) of a volume", .pool(volume, kind), [spaced([1, 2, 3, 3, 5], seed: 51)], [1, 2, 3, 3, 3]),
      ]
    }
    return all
  }()

  static let indices: [OperationExample] = {
    let x = random([3, 4, 5], seed: 61)
    func places(_ shape: [Int], below: Int, seed: UInt64) -> Tensor {
      var drawn = Drawn(seed)
      return drawn.places(shape, below: below)
    }
    let beside = places([3, 6, 5], below: 4, seed: 62), first = places([7, 2], below: 3, seed: 63)
    var all = [
      example("gather", .gather(axis: 1, batchAxes: 0), [x, places([2, 3], below: 4, seed: 64)], [3, 2, 3, 5]),
      example(
        "gather in batches", .gather(axis: 2, batchAxes: 1), [x, places([3, 2], below: 5, seed: 65)], [3, 4, 2]),
      example("gather along", .gatherAlong(axis: 1), [x, beside], [3, 6, 5]),
      example("gather places", .gatherPlaces, [x, first], [7, 5]),
      example("one hot", .oneHot(axis: 1, on: 2, off: -1), [places([3, 5], below: 4, seed: 66)], [3, 4, 5]),
      OperationExample(
        name: "sort", kind: .sort(axis: 1, isAscending: false, givesValues: true),
        operands: [spaced([3, 7, 2], seed: 67)],
        results: [[3, 3, 2], [3, 3, 2]]),
      example(
        "order", .sort(axis: 1, isAscending: true, givesValues: false), [spaced([3, 7, 2], seed: 67)], [3, 7, 2]),
    ]
    for mode in [ScatterMode.update, .add, .sub, .mul, .div, .max, .min] {
      all += [
        example(
          "scatter \(mode)", .scatter(axis: 1, mode),
          [x, Tensor(shape: [3], values: [2, 0, 2]), random([3, 3, 5], seed: 68, in: 1...2)], x.shape),
        example(
          "scatter along \(mode)", .scatterAlong(axis: 1, mode), [x, beside, random([3, 6, 5], seed: 69, in: 1...2)],
          x.shape),
        example(
          "scatter places \(mode)", .scatterPlaces(mode), [x, first, random([7, 5], seed: 70, in: 1...2)], x.shape),
      ]
    }
    for (isExclusive, isReversed) in [(false, false), (true, false), (false, true), (true, true)] {
      all.append(
        example(
          "sums so far \(isExclusive) \(isReversed)",
          .cumulate(axis: 1, isExclusive: isExclusive, isReversed: isReversed), [x], x.shape))
    }
    return all
  }()

  static let maps: [OperationExample] = [
    example(
      "resample", .resample(rows: [0, 0.25, 1.5, 3, 9], columns: [-1, 0.5, 4, 3.75]), [random([2, 3, 4, 5], seed: 71)],
      [2, 3, 5, 4]),
    example(
      "local response", .localResponse(size: 4, alpha: 0.5, beta: 0.75, k: 1.5), [random([2, 7, 2, 3], seed: 72)],
      [2, 7, 2, 3]),
  ]
}
