/// The gradient of a convolution's weights, summed block by block of its maps. Blocks of rows are summed in chunks, whose sums are
/// added up in a binary tree over their numbers: the bits do not depend on the threads.
protocol BlockwiseGradient {
  /// How many numbers the sums of a chunk take.
  var sumsCount: Int { get }
  /// How many blocks a sample has.
  var blocksPerSample: Int { get }
  /// How many numbers of scratch memory a block of rows takes.
  var scratchCount: Int { get }
  /// Adds one block's part to a chunk's sums, or begins them.
  func add(
    sample: Int, rowBlock: Int, begins: Bool, large: Map, small: Map, scratch: UnsafeMutablePointer<Float>,
    to sums: UnsafeMutablePointer<Float>)
  /// Adds up the chunks, in place, and writes the gradient, laid out [small channels][large channels][kernel rows]
  /// [kernel columns].
  func store(
    _ space: Workspace, _ sums: UnsafeMutablePointer<Float>, chunks: Int, into gradient: UnsafeMutablePointer<Float>)
}

/// One factor of the product: where it starts, from one place to the next, from one row to the next.
struct ProductSide {
  let start: UnsafePointer<Float>
  let step: Int
  let rowStep: Int

  init(_ start: UnsafePointer<Float>, _ step: Int, _ rowStep: Int) {
    self.start = start
    self.step = step
    self.rowStep = rowStep
  }
}
