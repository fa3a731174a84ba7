import CKernels

/// A factor of a `TileProduct`: vectors of numbers, cut into tiles of 16 vectors × 32 numbers in three parts of bfloat16 that
/// add up to them exactly.
public struct TileFactor {
  /// Whether this processor has a matrix unit; nothing else of tiles is to be used where it has none.
  public static var isSupported: Bool { whet_has_tiles() != 0 }
  /// How many vectors a tile holds, and how many numbers of each.
  public static let vectors = 16, numbers = 32
  /// How many floats of memory a tile takes in its three parts.
  public static let tileCount = 768

  /// How long the vectors are: the inner axis of the product.
  public let depth: Int

  /// Describes vectors of this length.
  public init(depth: Int) { self.depth = depth }

  /// How many tiles lie along a vector.
  public var blocks: Int { (depth + TileFactor.numbers - 1) / TileFactor.numbers }

  /// How many floats of memory so many vectors take.
  public func count(_ vectors: Int) -> Int {
    (vectors + TileFactor.vectors - 1) / TileFactor.vectors * blocks * TileFactor.tileCount
  }

  /// Where the tiles of a vector begin whose number is a multiple of 16, in floats.
  public func place(_ vector: Int) -> Int { vector / TileFactor.vectors * blocks * TileFactor.tileCount }

  /// Which factor it is of.
  public enum Side: Sendable { case left, right }

  /// Cuts so many vectors. Number k of vector i lies at `from[i * vectorStep + k * depthStep]`; one of the steps is 1.
  public func cut(
    _ side: Side, _ vectors: Int, from: UnsafePointer<Float>, vectorStep: Int, depthStep: Int,
    into tiles: UnsafeMutablePointer<Float>
  ) {
    var tiling = tiling(vectors, vectorStep, depthStep)
    let to = UnsafeMutableRawPointer(tiles).assumingMemoryBound(to: UInt16.self)
    switch side {
    case .left: whet_tile_left(&tiling, from, to)
    case .right: whet_tile_right(&tiling, from, to)
    }
  }

  /// The same beside a product, where no tile has to be turned for it: of a left factor the numbers of a vector lie side by side,
  /// of a right one the vectors do, and the others so far apart.
  public func cutting(
    _ side: Side, _ vectors: Int, from: UnsafePointer<Float>, step: Int, into tiles: UnsafeMutablePointer<Float>
  ) -> OverlappedWork {
    OverlappedWork(
      cutting: side, tiling(vectors, side == .left ? step : 1, side == .left ? 1 : step), from: from, into: tiles)
  }

  private func tiling(_ vectors: Int, _ vectorStep: Int, _ depthStep: Int) -> whet_tiling {
    let part = TileFactor.vectors * TileFactor.numbers
    return whet_tiling(
      vectors: Int32(vectors), depth: Int32(depth), vector_step: vectorStep, depth_step: depthStep,
      tile_step: blocks * 3 * part, block_step: 3 * part, part_step: part)
  }
}

/// C(i, j) (+)= Σ over k of left(i, k) · right(j, k) on the processor's matrix unit, as exact as in single precision.
///
/// Sums are taken in one order, whatever the rows and columns computed with them; it is another one than that of
/// `MatrixProduct`, so the bits are others.
public struct TileProduct {
  /// The factors, cut.
  public var left: UnsafePointer<Float>, right: UnsafePointer<Float>
  /// How they were cut.
  public var factor: TileFactor
  /// How many vectors of each there are.
  public var rows: Int, columns: Int
  /// The result, [row][column] or, where it `turns`, [column][row]; from one row of that to the next.
  public var result: UnsafeMutablePointer<Float>, step: Int, turns: Bool
  /// One number for every column, or for every row where it turns; or none.
  public var bias: UnsafePointer<Float>?
  /// What happens to a sum before it is stored.
  public var ending: Windows.Ending
  /// How the left factor lies where it is a map.
  public var windows: TileWindows?
  /// How rows of windows become rows of a map; nil where they all lie one after the other.
  public var runs: Runs?

  /// Rows of the product come in runs, of which only the first are stored.
  public struct Runs {
    /// How many there are in a run, how many of them are stored, and from one run's to the next run's.
    var length: Int, kept: Int, step: Int

    /// Describes runs.
    public init(length: Int, kept: Int, step: Int) {
      self.length = length
      self.kept = kept
      self.step = step
    }
  }

  /// Describes a product.
  public init(
    left: UnsafePointer<Float>, right: UnsafePointer<Float>, factor: TileFactor, rows: Int, columns: Int,
    result: UnsafeMutablePointer<Float>, step: Int, turns: Bool = false, bias: UnsafePointer<Float>? = nil,
    ending: Windows.Ending = .store, windows: TileWindows? = nil, runs: Runs? = nil
  ) {
    self.runs = runs
    self.windows = windows
    self.left = left
    self.right = right
    self.factor = factor
    self.rows = rows
    self.columns = columns
    self.result = result
    self.step = step
    self.turns = turns
    self.bias = bias
    self.ending = ending
  }

  /// Computes it; where `repeats` is more than one, as many products of this kind, factors and results so many floats apart. The
  /// vector units do something else meanwhile, if there is anything.
  public func multiply(
    repeats: Int = 1, leftStep: Int = 0, rightStep: Int = 0, resultStep: Int = 0, overlapped: OverlappedWork? = nil
  ) {
    let part = TileFactor.vectors * TileFactor.numbers
    var product = whet_tile_product(
      left: UnsafeRawPointer(left).assumingMemoryBound(to: UInt16.self),
      right: UnsafeRawPointer(right).assumingMemoryBound(to: UInt16.self),
      left_tile_step: windows == nil ? factor.blocks * 3 * part : part,
      left_part_step: windows?.plane ?? part, blocks: windows?.places, block_count: Int32(factor.blocks),
      right_tile_step: factor.blocks * 3 * part,
      rows: Int32(rows), columns: Int32(columns), c: result, c_row: step, bias: bias,
      accumulate: ending == .accumulate ? 1 : 0, rectify: ending == .rectify ? 1 : 0, turns: turns ? 1 : 0,
      run: Int32(runs?.length ?? 0), kept: Int32(runs?.kept ?? 0), c_run: runs?.step ?? 0,
      repeats: Int32(repeats), left_repeat: 2 * leftStep, right_repeat: 2 * rightStep, c_repeat: resultStep)
    var work = overlapped?.work ?? whet_overlapped_work()
    whet_multiply_tiles(&product, &work)
  }
}
