import Foundation
import Operations
import Tensors
import Testing

struct MapKernelsTests {
  private var drawn = Drawn(61)

  @Test mutating func `numbers between those of a map, row and column by row and column`() {
    let x = drawn.tensor([2, 3, 4, 5])
    let (rows, columns) = ([0, 0.25, 1.5, 3, 9], [-1, 0.5, 4, 3.75])
    let expected = ArrayReference([2, 3, 5, 4]) { index in
      func between(_ place: Double, _ length: Int) -> [(Int, Double)] {
        let held = min(max(place, 0), Double(length - 1)), low = Int(held)
        return [(low, 1 - (held - Double(low))), (min(low + 1, length - 1), held - Double(low))]
      }
      var sum = 0.0
      for (row, rowPart) in between(rows[index[2]], 4) {
        for (column, part) in between(columns[index[3]], 5) {
          sum += rowPart * part * ArrayReference(x)[[index[0], index[1], row, column]]
        }
      }
      return sum
    }
    #expect(expected.distance(to: computed(.resample(rows: rows, columns: columns), [x], [2, 3, 5, 4])) < 1e-6)
  }

  @Test(arguments: [1, 3, 4, 5, 20])
  mutating func `local response over neighbouring channels`(size: Int) {
    let x = drawn.tensor([2, 7, 2, 3])
    let expected = ArrayReference(x.shape) { index in
      let around = (index[1] - size / 2)...(index[1] + (size - 1) / 2)
      let squares = around.clamped(to: 0...6).reduce(0.0) {
        let number = ArrayReference(x)[[index[0], $1, index[2], index[3]]]
        return $0 + number * number
      }
      return ArrayReference(x)[index] / pow(1.5 + 0.25 / Double(size) * squares, 0.75)
    }
    let made = computed(.localResponse(size: size, alpha: 0.25, beta: 0.75, k: 1.5), [x], x.shape)
    #expect(expected.distance(to: made) < 1e-6)
  }
}
