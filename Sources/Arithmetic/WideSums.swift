import CKernels

/// Sums over two vectors in double precision, in eight lanes that are added up in a fixed order, without fused operations: the same bits
/// on every machine.
public enum WideSums {
  /// Σ (x − y)²; of equal vectors exactly 0.
  @inline(__always)
  public static func squaredDistance(
    _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, count: Int
  ) -> Double {
    whet_squared_distance(x, y, count)
  }

  /// Asks for a vector that is read soon.
  @inline(__always)
  public static func bringNearer(_ x: UnsafePointer<Float>, count: Int) { whet_bring_nearer(x, count) }

  /// Σ x · y.
  @inline(__always)
  public static func dot(_ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, count: Int) -> Double {
    whet_wide_dot(x, y, count)
  }
}
