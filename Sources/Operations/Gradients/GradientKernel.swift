/// What takes the gradient of an operation for one sample: it adds what the results' gradients give to the operands'.
protocol GradientKernel {
  /// How many multiplications, or steps as costly, it takes.
  var work: Int { get }
  /// How many floats of scratch memory it needs.
  var scratchCount: Int { get }
  /// Adds to the gradients of the operands.
  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>)
}

extension GradientKernel {
  var scratchCount: Int { 0 }
}

/// Where the numbers of an operation and their gradients begin. A gradient lies as its numbers do.
struct GradientPlaces {
  /// The operands' numbers, and then the results'.
  let values: Places
  /// The operands' gradients, and then the results'; nil where none is needed or known.
  let gradients: UnsafePointer<UnsafeMutablePointer<Float>?>
}
