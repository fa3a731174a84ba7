import Arithmetic

/// Distances between feature vectors, computed in double precision: the same bits on every machine, and for equal vectors exactly 0.
enum Distance {
  /// The sum of the squared differences.
  static func squaredEuclidean(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, count: Int) -> Double {
    WideSums.squaredDistance(first, second, count: count)
  }

  /// The sum of the products.
  static func dot(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, count: Int) -> Double {
    WideSums.dot(first, second, count: count)
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
}
