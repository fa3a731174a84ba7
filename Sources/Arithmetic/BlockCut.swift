/// How sums over the windows of a map are cut into blocks of rows and of outputs, so that threads finish at about the same time.
public struct BlockCut: Sendable {
  /// The rows of a block, but for the last ones.
  public let rowsPerBlock: Int
  /// A multiple of `Work.panel`, or all.
  public let outputsPerBlock: Int
  private let height: Int, outputs: Int

  /// What is to be cut.
  public struct Work {
    /// How many rows there are, and windows in a row.
    public var height: Int, width: Int
    /// How many numbers each window is summed into, and how many products each sum takes.
    public var outputs: Int, depth: Int
    /// How many numbers are read per window before the first product.
    public var channels: Int
    /// The most rows of a block, and what every block's rows are a multiple of, but for the last ones'.
    public var mostRows: Int, rowUnit = 1
    /// Blocks have at least so many windows, unless all of `mostRows` have fewer.
    public var fewestWindows = 1
    /// What the outputs of a block are a multiple of; nil where they must stay together.
    public var panel: Int?
    /// Numbers copied for a block before its first sum: for each of its rows, and besides.
    public var copies: (perRow: Int, more: Int) = (0, 0)

    /// Describes work.
    public init(height: Int, width: Int, outputs: Int, depth: Int, channels: Int, mostRows: Int) {
      (self.height, self.width, self.outputs) = (height, width, outputs)
      (self.depth, self.channels, self.mostRows) = (depth, channels, mostRows)
    }

    /// About how long a block takes, in multiplications: fetching a weight or a number takes as long as some of them, and so does taking
    /// the block.
    private func duration(rows: Int, outputs: Int) -> Int {
      let windows = rows * width
      return (windows + 8) * outputs * depth + 3 * (windows * channels + rows * copies.perRow + copies.more) + 16_000
    }

    /// About when two threads are done, and four, added up. Who has no block in the last round takes those of the last rows, which can be
    /// fewer, meanwhile.
    fileprivate func duration(inBlocksOf rows: Int, outputs: Int) -> Int {
      let (above, parts) = ((height - 1) / rows, (self.outputs + outputs - 1) / max(outputs, 1))
      let each = duration(rows: rows, outputs: outputs)
      let last = duration(rows: height - above * rows, outputs: outputs)
      let (whole, fewer) = last == each ? ((above + 1) * parts, 0) : (above * parts, parts)
      return [2, 4].reduce(0) { sum, threads in
        let rounds = (whole + threads - 1) / threads
        let meanwhile = (rounds * threads - whole) * (each / max(last, 1))
        return sum + rounds * each + (max(fewer - meanwhile, 0) + threads - 1) / threads * last
      }
    }
  }

  /// Blocks of so many rows and outputs.
  public init(rowsPerBlock: Int, outputsPerBlock: Int, height: Int, outputs: Int) {
    self.rowsPerBlock = rowsPerBlock
    self.outputsPerBlock = outputsPerBlock
    self.height = height
    self.outputs = outputs
  }

  /// Blocks with which two threads, and four, are done soonest.
  public init(_ work: Work) {
    func units(_ rows: Int) -> Int { (max(rows, 1) + work.rowUnit - 1) / work.rowUnit * work.rowUnit }
    let most = units(min(work.mostRows, work.height))
    let fewest = min(max((work.fewestWindows + work.width - 1) / max(work.width, 1), 1), most)
    let panels = work.panel.map { (work.outputs + $0 - 1) / $0 } ?? 1
    var best = (rows: most, outputs: work.outputs, duration: Int.max)
    let fewestBlocks = max((work.height + most - 1) / most, 1)
    // Of as many blocks, those with the fewest rows take the least time.
    for blocks in fewestBlocks..<fewestBlocks + BlockCut.mostParts {
      let rows = min(max(units((work.height + blocks - 1) / blocks), units(fewest)), most)
      for parts in 1...max(min(panels, BlockCut.mostParts), 1) {
        let outputs = parts == 1 ? work.outputs : (panels + parts - 1) / parts * (work.panel ?? 1)
        let duration = work.duration(inBlocksOf: rows, outputs: outputs)
        if duration < best.duration { best = (rows, outputs, duration) }
      }
      if rows <= units(fewest) { break }
    }
    self.init(rowsPerBlock: best.rows, outputsPerBlock: best.outputs, height: work.height, outputs: work.outputs)
  }

  private static let mostParts = 32

  private var outputBlocks: Int { (outputs + outputsPerBlock - 1) / max(outputsPerBlock, 1) }
  /// How many blocks there are.
  public var count: Int { (height + rowsPerBlock - 1) / rowsPerBlock * outputBlocks }

  /// The rows and the outputs of a block.
  public func extent(_ block: Int) -> (rows: Range<Int>, outputs: Range<Int>) {
    let (row, first) = (block / outputBlocks * rowsPerBlock, block % outputBlocks * outputsPerBlock)
    return (row..<min(row + rowsPerBlock, height), first..<min(first + outputsPerBlock, outputs))
  }
}
