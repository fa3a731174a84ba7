import CKernels

/// C (+)= A · B, where A may lie by rows or by columns and the inner axis may be cut into blocks.
///
/// A(i, k) lies at `a[i * aRow + k * aColumn]`, B's and C's rows are contiguous; B must be readable for 15 floats
/// beyond its last, which `FloatBuffer` sees to. The inner axis is `blocks` blocks of
/// `depth`, for example the rows of a map. Sums are taken in the order of k, one accumulator each.
public struct MatrixProduct {
  /// The factors and the result.
  public var a: UnsafePointer<Float>, b: UnsafePointer<Float>, c: UnsafeMutablePointer<Float>
  /// The size of C and the length of the inner axis, in blocks.
  public var rows: Int, columns: Int, depth: Int, blocks: Int
  /// Steps within A.
  public var aRow: Int, aColumn: Int, aBlock: Int
  /// Steps within B and C.
  public var bRow: Int, bBlock: Int, cRow: Int
  /// Whether the product is added to what C holds.
  public var accumulates: Bool
  /// Where it is given, C holds weights which the product is the gradient of, and they take a step.
  public var descent: Descent?

  /// A step of plain gradient descent: w −= rate · (gradient + decay · w), with the bits of `OptimizerKernels.sgd`.
  public struct Descent: Sendable {
    var rate: Float, decay: Float

    /// Describes a step.
    public init(rate: Float, decay: Float) {
      self.rate = rate
      self.decay = decay
    }
  }

  /// Describes a product.
  public init(
    a: UnsafePointer<Float>, b: UnsafePointer<Float>, c: UnsafeMutablePointer<Float>, rows: Int, columns: Int,
    depth: Int, blocks: Int = 1, aRow: Int, aColumn: Int, aBlock: Int = 0, bRow: Int, bBlock: Int = 0, cRow: Int,
    accumulates: Bool = false, descent: Descent? = nil
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.rows = rows
    self.columns = columns
    self.depth = depth
    self.blocks = blocks
    self.aRow = aRow
    self.aColumn = aColumn
    self.aBlock = aBlock
    self.bRow = bRow
    self.bBlock = bBlock
    self.cRow = cRow
    self.accumulates = accumulates
    self.descent = descent
  }

  /// Computes it.
  public func multiply() {
    var work = whet_product(
      a: a, b: b, c: c, rows: Int32(rows), columns: Int32(columns), depth: Int32(depth), blocks: Int32(blocks),
      a_row: aRow, a_column: aColumn, a_block: aBlock, b_row: bRow, b_block: bBlock, c_row: cRow,
      accumulate: accumulates ? 1 : 0, descend: descent == nil ? 0 : 1, rate: descent?.rate ?? 0,
      decay: descent?.decay ?? 0)
    whet_multiply(&work)
  }

  /// C = A · Bᵀ + bias, both factors by rows: C(i, j) = bias(j) + Σ A(i, k) · B(j, k); negative results become 0 where
  /// `rectifies`. Each result has the same bits whatever the number of rows and columns computed with it.
  public static func multiplyRows(
    a: UnsafePointer<Float>, aRow: Int, b: UnsafePointer<Float>, bRow: Int, bias: UnsafePointer<Float>?,
    c: UnsafeMutablePointer<Float>, cRow: Int, rows: Int, columns: Int, depth: Int, rectifies: Bool = false
  ) {
    whet_multiply_rows(a, aRow, b, bRow, bias, c, cRow, Int32(rows), Int32(columns), Int32(depth), rectifies ? 1 : 0)
  }
}
