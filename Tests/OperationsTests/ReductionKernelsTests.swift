import Foundation
import Operations
import Tensors
import Testing

struct ReductionKernelsTests {
  private var drawn = Drawn(21)

  private static let shapes: [([Int], [Int])] = [
    ([7], [0]), ([3, 5], [0]), ([3, 5], [1]), ([3, 5], [0, 1]), ([2, 3, 4], [1]), ([2, 3, 4], [0, 2]),
    ([2, 1, 4], [1]),
    ([1, 3, 17, 5], [2, 3]), ([2, 40, 3], [1]), ([5, 1], [0, 1]), ([2, 2, 2, 3, 2], [0, 3]),
  ]

  @Test(arguments: shapes)
  mutating func `numbers along axes become one`(shape: [Int], axes: [Int]) {
    let x = drawn.tensor(shape, in: 0.25...2)
    let wide = ArrayReference(x)
    let kept = shape.indices.filter { !axes.contains($0) }
    let reductions: [(Reduction, @Sendable ([Double]) -> Double)] = [
      (.sum, { $0.reduce(0, +) }), (.mean, { $0.reduce(0, +) / Double($0.count) }), (.maximum, { $0.max() ?? 0 }),
      (.minimum, { $0.min() ?? 0 }), (.product, { $0.reduce(1, *) }), (.l1, { $0.reduce(0) { $0 + abs($1) } }),
      (.l2, { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }), (.sumOfSquares, { $0.reduce(0) { $0 + $1 * $1 } }),
      (.logSum, { log($0.reduce(0, +)) }), (.logSumExp, { log($0.reduce(0) { $0 + exp($1) }) }),
    ]
    func numbers(_ index: [Int]) -> [Double] {
      ArrayReference.indices(axes.map { shape[$0] }).map { inner in
        var full = [Int](repeating: 0, count: shape.count)
        for (axis, entry) in zip(kept, index) { full[axis] = entry }
        for (axis, entry) in zip(axes, inner) { full[axis] = entry }
        return wide[full]
      }
    }
    for (reduction, definition) in reductions {
      let expected = ArrayReference(kept.map { shape[$0] }) { definition(numbers($0)) }
      #expect(
        expected.distance(to: computed(.reduce(reduction, axes: axes), [x], expected.shape)) < 3e-7, "\(reduction)")
      // The axes may stay with length 1.
      let stays = shape.indices.map { axes.contains($0) ? 1 : shape[$0] }
      #expect(
        computed(.reduce(reduction, axes: axes), [x], stays).values
          == computed(.reduce(reduction, axes: axes), [x], expected.shape).values)
    }
    guard axes.count == 1 else { return }
    // Few different numbers: the first of equals counts.
    let y = drawn.places(shape, below: 3)
    let places: [(Reduction, @Sendable (Float, Float) -> Bool)] = [
      (.argumentOfMaximum, { $0 > $1 }), (.argumentOfMinimum, { $0 < $1 }),
    ]
    for (reduction, isBetter) in places {
      let expected = ArrayReference(kept.map { shape[$0] }) { index in
        var best = 0
        func number(_ entry: Int) -> Float {
          var full = index
          full.insert(entry, at: axes[0])
          return Float(ArrayReference(y)[full])
        }
        for entry in 0..<shape[axes[0]] where isBetter(number(entry), number(best)) { best = entry }
        return Double(best)
      }
      #expect(expected.distance(to: computed(.reduce(reduction, axes: axes), [y], expected.shape)) == 0)
    }
  }

  @Test func `reductions of large numbers neither overflow nor lose small terms`() {
    let x = Tensor(shape: [3], values: [1_000, 1_000, 990])
    let made = computed(.reduce(.logSumExp, axes: [0]), [x], [Int]())
    #expect(abs(Double(made.values[0]) - (1_000 + log(2 + exp(-10.0)))) < 1e-4)
    let many = Tensor(shape: [1 << 20], repeating: 0.1)
    #expect(abs(computed(.reduce(.sum, axes: [0]), [many], [Int]()).values[0] - 104_857.6) < 0.02)
    #expect(
      computed(.reduce(.maximum, axes: [0]), [Tensor(shape: [3], values: [1, .nan, 2])], [Int]()).values[0].isNaN)
  }

  @Test(arguments: shapes.filter { $0.1.count == 1 })
  mutating func `softmax along an axis`(shape: [Int], axes: [Int]) {
    let x = drawn.tensor(shape, in: -30...30)
    let wide = ArrayReference(x)
    let expected = ArrayReference(shape) { index in
      let line = (0..<shape[axes[0]]).map { entry in
        var full = index
        full[axes[0]] = entry
        return wide[full]
      }
      let most = line.max() ?? 0
      return exp(wide[index] - most) / line.reduce(0) { $0 + exp($1 - most) }
    }
    #expect(expected.distance(to: computed(.softmax(axis: axes[0]), [x], shape)) < 1e-6)
  }

  @Test(arguments: shapes)
  mutating func `normalisation along axes, with factors and offsets in the axes' order`(shape: [Int], axes: [Int]) {
    let x = drawn.tensor(shape, in: 3...4)
    let inner = axes.map { shape[$0] }
    let (gamma, beta) = (drawn.tensor(inner), drawn.tensor(inner))
    let wide = ArrayReference(x)
    func line(_ index: [Int]) -> [Double] {
      ArrayReference.indices(inner).map { entries in
        var full = index
        for (axis, entry) in zip(axes, entries) { full[axis] = entry }
        return wide[full]
      }
    }
    for centers in [true, false] {
      for count in 1...3 {
        let expected = ArrayReference(shape) { index in
          let numbers = line(index)
          let mean = centers ? numbers.reduce(0, +) / Double(numbers.count) : 0
          let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
          let divisor = ((centers ? squares / Double(numbers.count) : squares) + 1e-3).squareRoot()
          let place = axes.map { index[$0] }
          let factor = count > 1 ? ArrayReference(gamma)[place] : 1
          return (wide[index] - mean) / divisor * factor + (count > 2 ? ArrayReference(beta)[place] : 0)
        }
        let made = computed(
          .normalize(axes: axes, epsilon: 1e-3, centers: centers), [x, gamma, beta].prefix(count).map(\.self), shape)
        #expect(expected.distance(to: made) < 1e-6, "\(centers) \(count)")
      }
    }
  }
}
