/// A binary tree over the numbers of chunks, of which each rank has some in a row: which sums a rank can take by itself, and which
/// are left for all. Together they are those of `Elementwise.addTree`, in its order.
struct RankTree {
  /// A sum: the chunk's numbers that are added to, and those that are added.
  struct Sum: Equatable {
    let to: Int, from: Int
  }

  /// The sums that need chunks of several ranks.
  private(set) var common: [Sum] = []
  /// The chunks in whose places each rank's sums are then.
  private(set) var nodes: [[Int]]
  private var single: [[Sum]]

  /// Divides the tree over so many chunks.
  ///
  /// Precondition: the ranges follow each other, and hold all chunks.
  init(_ count: Int, _ ranges: [Range<Int>]) {
    single = ranges.map { _ in [] }
    nodes = ranges.map(Array.init)
    var span = 1
    while span < count {
      for to in stride(from: 0, to: count - span, by: 2 * span) {
        let sum = Sum(to: to, from: to + span)
        let whole = to..<min(to + 2 * span, count)
        guard
          let rank = ranges.firstIndex(where: { $0.lowerBound <= whole.lowerBound && whole.upperBound <= $0.upperBound }
          )
        else {
          common.append(sum)
          continue
        }
        single[rank].append(sum)
        nodes[rank].removeAll { $0 == sum.from }
      }
      span *= 2
    }
  }

  /// The sums that a rank takes by itself.
  func own(_ rank: Int) -> [Sum] { single[rank] }
}
