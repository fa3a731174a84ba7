/// Distances between feature vectors, computed in double precision.
///
/// The sums run in eight lanes that are added up in a fixed order, without fused operations: the same bits on every
/// machine, and for equal vectors exactly 0.
enum Distance {
  /// The sum of the squared differences.
  static func squaredEuclidean(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, count: Int) -> Double {
    sum(first, second, count: count) { ($0 - $1) * ($0 - $1) }
  }

  /// The sum of the products.
  static func dot(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, count: Int) -> Double {
    sum(first, second, count: count) { $0 * $1 }
  }

  /// One minus the cosine of the angle between two vectors of the given squared lengths; 1 where one has no direction.
  ///
  /// What is left of equal directions after rounding counts as 0: such samples match exactly.
  static func cosine(dot: Double, squaredLengths: (Double, Double)) -> Double {
    let lengths = (squaredLengths.0 * squaredLengths.1).squareRoot()
    guard lengths > 0 else { return 1 }
    let distance = 1 - dot / lengths
    return distance < 1e-13 ? 0 : distance
  }

  @inline(__always)
  private static func sum(
    _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, count: Int,
    of term: (SIMD8<Double>, SIMD8<Double>) -> SIMD8<Double>
  ) -> Double {
    var lanes = SIMD8<Double>.zero
    let whole = count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
      lanes += term(eight(first + start), eight(second + start))
    }
    if whole < count {
      var left = SIMD8<Double>.zero
      var right = SIMD8<Double>.zero
      for position in whole..<count {
        left[position - whole] = Double(first[position])
        right[position - whole] = Double(second[position])
      }
      lanes += term(left, right)
    }
    return lanes.sum()
  }

  @inline(__always)
  private static func eight(_ start: UnsafePointer<Float>) -> SIMD8<Double> {
    SIMD8<Double>(UnsafeRawPointer(start).loadUnaligned(as: SIMD8<Float>.self))
  }
}
