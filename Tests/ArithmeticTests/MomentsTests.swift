import Arithmetic
import Testing

/// Means and sums of squared distances from them.
@Suite struct MomentsTests {
  /// Numbers far from 0 that differ little.
  private let numbers = (0..<1000).map { (place: Int) -> Float in 1e4 + Float(place * 7919 % 1009) / 64 }

  private func expected(_ numbers: [Float]) -> (mean: Double, squares: Double) {
    let mean = numbers.reduce(0) { $0 + Double($1) } / Double(numbers.count)
    return (mean, numbers.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) })
  }

  @Test(arguments: [1, 15, 16, 17, 250]) func `they agree with the definition`(columns: Int) throws {
    let rows = min(1000 / columns, 4)
    let made = Moments(numbers, step: columns, rows: rows, columns: columns)
    let (mean, squares) = expected(Array(numbers.prefix(rows * columns)))
    #expect(made.count == Double(rows * columns))
    #expect(abs(made.mean - mean) < 1e-9 && abs(made.squares - squares) < 1e-9 * (1 + squares))
  }

  @Test func `those of parts add up to those of all`() throws {
    var made = Moments()
    for first in stride(from: 0, to: 1000, by: 90) {
      let part = Array(numbers[first..<min(first + 90, 1000)])
      made.add(Moments(part, step: 90, rows: 1, columns: part.count))
    }
    made.add(Moments())
    let (mean, squares) = expected(numbers)
    #expect(made.count == 1000 && abs(made.mean - mean) < 1e-9 && abs(made.squares - squares) < 1e-8 * squares)
  }
}
