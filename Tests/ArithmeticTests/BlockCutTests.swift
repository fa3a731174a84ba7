import Arithmetic
import Testing

struct BlockCutTests {
  /// Maps of several sizes with kernels of single pixels, each with the windows a block must have.
  private static let sizes = [
    (1, 1, 8, 1), (7, 7, 232, 48), (7, 7, 2048, 48), (14, 14, 116, 48), (28, 28, 58, 48), (16, 1, 384, 28),
    (197, 1, 64, 28),
    (112, 112, 96, 48), (5, 3, 40, 1000),
  ]

  private func work(_ size: (Int, Int, Int, Int), panel: Int?, rowUnit: Int = 1) -> BlockCut.Work {
    var work = BlockCut.Work(
      height: size.0, width: size.1, outputs: size.2, depth: 128, channels: 128, mostRows: max(1, size.0 * 3 / 4))
    (work.fewestWindows, work.panel, work.rowUnit) = (size.3, panel, rowUnit)
    return work
  }

  @Test(arguments: sizes, [nil, 16, 32]) func `blocks have every row and output once`(
    size: (Int, Int, Int, Int), panel: Int?
  ) {
    for rowUnit in [1, 2] {
      let work = work(size, panel: panel, rowUnit: rowUnit), cut = BlockCut(work)
      var times = [Int](repeating: 0, count: size.0 * size.2)
      for block in 0..<cut.count {
        let (rows, outputs) = cut.extent(block)
        for row in rows { for output in outputs { times[row * size.2 + output] += 1 } }
        #expect(rows.lowerBound % rowUnit == 0 && outputs.lowerBound % (panel ?? size.2) == 0)
      }
      #expect(times.allSatisfy { $0 == 1 })
      let most = (work.mostRows + rowUnit - 1) / rowUnit * rowUnit
      #expect(cut.rowsPerBlock <= most && cut.rowsPerBlock * size.1 >= min(size.3, work.mostRows * size.1))
    }
  }

  @Test func `two threads are done at about the same time`() {
    let sizes = BlockCutTests.sizes.filter { $0.0 * $0.1 * $0.2 > 5000 }.map { (size: $0, mostRows: $0.0) }
    // Of three blocks of rows and half a one, cut no further, one thread would do two; of five three.
    for (size, mostRows) in sizes + [((14, 14, 512, 48), 4), ((257, 1, 384, 28), 56)] {
      var work = work(size, panel: 16)
      work.mostRows = mostRows
      let cut = BlockCut(work)
      let products = (0..<cut.count).map { block in
        let (rows, outputs) = cut.extent(block)
        return rows.count * outputs.count
      }
      // Each begins with its own half; the one that is done takes the other's last.
      let all = products.reduce(0, +)
      var rest = [Array(products.prefix((cut.count + 1) / 2)), Array(products.dropFirst((cut.count + 1) / 2))]
      var done = [0, 0]
      while rest != [[], []] {
        let thread = done[0] <= done[1] ? 0 : 1
        done[thread] += rest[thread].isEmpty ? rest[1 - thread].removeLast() : rest[thread].removeFirst()
      }
      #expect(Double(max(done[0], done[1])) < 0.56 * Double(all), "\(size): \(done)")
    }
  }

  @Test func `millions of rows are cut at once`() {
    var work = BlockCut.Work(height: 50_000_000, width: 1, outputs: 512, depth: 1, channels: 1, mostRows: 50_000_000)
    work.panel = 16
    let cut = BlockCut(work)
    #expect(cut.extent(cut.count - 1).rows.upperBound == 50_000_000)
  }

  @Test func `little work and what must stay together is one block`() {
    #expect(BlockCut(work((4, 4, 8, 1), panel: 8)).count <= 2)
    #expect(BlockCut(work((9, 9, 512, .max / 2), panel: nil)).extent(0).outputs == 0..<512)
  }
}
