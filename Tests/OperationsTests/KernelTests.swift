import Testing

@testable import Operations

struct KernelTests {
  @Test(arguments: [(0, 10), (1, 1 << 40), (7, 0), (1000, 100), (5, 1 << 15), (64, 1 << 14)])
  func `rows are shared out whole, each once`(rows: Int, work: Int) {
    let shares = RowBlocks(rows: rows, workPerRow: work)
    let all = (0..<shares.blocks).flatMap { Array(shares.rows($0)) }
    #expect(all == Array(0..<rows))
    #expect(shares.blocks >= 1 && shares.rowsPerBlock >= 1)
    #expect(shares.rowsPerBlock == 1 || shares.rowsPerBlock * work <= 1 << 15)
  }
}
