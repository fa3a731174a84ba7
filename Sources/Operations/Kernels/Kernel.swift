/// What computes an operation for one sample, in blocks that do not depend on each other.
protocol Kernel {
  /// How many blocks there are, and how many multiplications, or steps as costly, all take together.
  var blocks: Int { get }
  var work: Int { get }
  /// How many floats of scratch memory a block needs.
  var scratchCount: Int { get }
  /// Computes one block. `places` are where the operands' numbers begin, and then the results'.
  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>)
  /// Prepares anew what was made of constants that have changed.
  func renew()
}

extension Kernel {
  func renew() {}
  var scratchCount: Int { 0 }
  var blocks: Int { 1 }
}

/// Where the operands' numbers begin, and then the results'.
typealias Places = UnsafePointer<UnsafeMutablePointer<Float>>

/// Work shared out: `total` rows in blocks of about so many steps.
struct RowBlocks: Sendable {
  let total: Int
  let rowsPerBlock: Int

  init(rows total: Int, workPerRow: Int, atLeast: Int = 1 << 15) {
    self.total = total
    rowsPerBlock = max(1, min(total, atLeast / max(workPerRow, 1)))
  }

  var blocks: Int { max(1, (total + rowsPerBlock - 1) / max(rowsPerBlock, 1)) }
  func rows(_ block: Int) -> Range<Int> {
    min(block * rowsPerBlock, total)..<min((block + 1) * rowsPerBlock, total)
  }
}
