/// How a sum over windows is cut into blocks of rows and of outputs.
struct BlockCut {
  let rowsPerBlock: Int
  /// A multiple of what a panel of packed weights holds, or all.
  let outputsPerBlock: Int
  let height: Int, outputs: Int

  private var outputBlocks: Int { (outputs + outputsPerBlock - 1) / outputsPerBlock }
  /// How many blocks there are.
  var count: Int { (height + rowsPerBlock - 1) / rowsPerBlock * outputBlocks }

  /// The rows and the outputs of a block.
  func extent(_ block: Int) -> (rows: Range<Int>, outputs: Range<Int>) {
    let (row, first) = (block / outputBlocks * rowsPerBlock, block % outputBlocks * outputsPerBlock)
    return (row..<min(row + rowsPerBlock, height), first..<min(first + outputsPerBlock, outputs))
  }
}
