import Foundation
import Operations
import Tensors
import Testing

struct ProductKernelsTests {
  private var drawn = Drawn(31)

  @Test(arguments: [[5], [1, 3], [7, 33], [2, 3, 16], [257, 5], [1, 40, 64], [16, 200]])
  mutating func `a linear operation is x times the transposed weights plus the bias`(shape: [Int]) {
    let depth = shape[shape.count - 1]
    for outputs in [1, 7, 32, 50] {
      let (x, weights, bias) = (drawn.tensor(shape), drawn.tensor([outputs, depth]), drawn.tensor([outputs]))
      let (wide, factors) = (ArrayReference(x), ArrayReference(weights))
      for hasBias in [true, false] {
        let expected = ArrayReference(shape.dropLast() + [outputs]) { index in
          let row = Array(index.dropLast()), o = index[index.count - 1]
          return (0..<depth).reduce(hasBias ? Double(bias.values[o]) : 0) { $0 + wide[row + [$1]] * factors[[o, $1]] }
        }
        let made = computed(.linear, [x, weights] + (hasBias ? [bias] : []), expected.shape)
        #expect(expected.distance(to: made) < 1e-6)
      }
    }
  }

  @Test(
    arguments: [
      ([], [], []), ([3], [3], [3]), ([2, 1], [3], [2, 3]), ([1], [4, 2], [4, 2]), ([2, 3], [2, 3], [2, 3]),
    ] as [([Int], [Int], [Int])])
  mutating func `products of matrices spread their leading axes`(x: [Int], y: [Int], leading: [Int]) {
    for (rows, depth, columns) in [(1, 1, 1), (3, 5, 7), (17, 4, 33), (20, 48, 16)] {
      for transposes in [(false, false), (true, false), (false, true), (true, true)] {
        let a = drawn.tensor(x + (transposes.0 ? [depth, rows] : [rows, depth]))
        let b = drawn.tensor(y + (transposes.1 ? [columns, depth] : [depth, columns]))
        let (first, second) = (ArrayReference(a), ArrayReference(b))
        let expected = ArrayReference(leading + [rows, columns]) { index in
          let outer = Array(index.dropLast(2)), (i, j) = (index[index.count - 2], index[index.count - 1])
          func entry(_ array: ArrayReference, _ shape: [Int], _ row: Int, _ column: Int) -> Double {
            let own = zip(outer.suffix(shape.count), shape).map { $1 == 1 ? 0 : $0 }
            return array[own + [row, column]]
          }
          return (0..<depth).reduce(0) { sum, k in
            let one = transposes.0 ? entry(first, x, k, i) : entry(first, x, i, k)
            return sum + one * (transposes.1 ? entry(second, y, j, k) : entry(second, y, k, j))
          }
        }
        let made = computed(
          .product(transposesFirst: transposes.0, transposesSecond: transposes.1), [a, b], expected.shape)
        #expect(expected.distance(to: made) < 1e-6, "\(rows) \(depth) \(columns) \(transposes)")
      }
    }
  }
}
