/// An array of single-precision numbers with a shape, in row-major order (the last axis varies fastest).
///
/// A value: copies are independent. The engine's own buffers live in `Arithmetic`; a tensor is what rooms hand to each
/// other.
public struct Tensor: Sendable, Equatable {
  /// The length of each axis, outermost first. Empty for a single number.
  public let shape: [Int]

  /// The numbers, row-major; as many as the product of `shape`.
  public var values: [Float]

  /// Makes a tensor of the given numbers.
  ///
  /// Precondition: there are as many numbers as the product of the shape.
  public init(shape: [Int], values: [Float]) {
    precondition(values.count == shape.reduce(1, *), "\(values.count) values do not fill the shape \(shape)")
    self.shape = shape
    self.values = values
  }

  /// Makes a tensor of the given shape, filled with one number.
  public init(shape: [Int], repeating value: Float = 0) {
    self.shape = shape
    values = [Float](repeating: value, count: shape.reduce(1, *))
  }

  /// How many numbers it holds.
  public var count: Int { values.count }

  /// The numbers of one entry of the outermost axis, for example one sample of a batch.
  public func row(_ index: Int) -> ArraySlice<Float> {
    let length = shape.dropFirst().reduce(1, *)
    return values[index * length..<(index + 1) * length]
  }
}
