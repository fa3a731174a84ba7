import CKernels

/// How many numbers there are, their mean, and the sum of their squared distances from it, in double precision.
public struct Moments {
  /// How many numbers.
  public private(set) var count = 0.0
  /// Their mean; 0 of none.
  public private(set) var mean = 0.0
  /// Σ (x − mean)².
  public private(set) var squares = 0.0

  /// Those of no numbers.
  public init() {}

  /// Those of so many rows of numbers, `step` apart.
  ///
  /// Precondition: there is one number at least.
  public init(_ numbers: UnsafePointer<Float>, step: Int, rows: Int, columns: Int) {
    whet_moments(numbers, step, Int32(rows), Int32(columns), &mean, &squares)
    count = Double(rows) * Double(columns)
  }

  /// Takes in others (Chan, Golub and LeVeque, 1979).
  public mutating func add(_ other: Moments) {
    guard other.count > 0 else { return }
    let (all, distance) = (count + other.count, other.mean - mean)
    squares += other.squares + distance * distance * (count * other.count / all)
    mean += distance * (other.count / all)
    count = all
  }

  /// y = (x − mean) · scale of numbers side by side.
  public static func standardize(
    _ numbers: UnsafePointer<Float>, mean: Float, scale: Float, into result: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_standardize(numbers, mean, scale, result, count)
  }
}
