public import Arithmetic

/// What becomes of the sums of a linear operation with constant weights before they are stored for others, in this order.
public struct LinearEnding {
  /// What each output is multiplied by.
  public var factors: FloatBuffer?
  /// Whether a tensor is added that lies as the result does: it is handed in after the operands.
  public var adds: Bool
  /// What is done to some outputs of some rows: where they begin, how far from row to row, how many rows and outputs there are.
  public var function: Function?

  /// A function of results where they lie.
  public typealias Function = (
    _ results: UnsafeMutablePointer<Float>, _ step: Int, _ rows: Int, _ outputs: Int
  ) -> Void

  /// Whether they stay as they are.
  var isEmpty: Bool { factors == nil && !adds && function == nil }

  /// Describes what becomes of them.
  public init(factors: FloatBuffer? = nil, adds: Bool = false, function: Function? = nil) {
    (self.factors, self.adds, self.function) = (factors, adds, function)
  }
}
