import Arithmetic
import TestSupport
import Testing

@testable import Networks

struct RankTreeTests {
  /// All ways to cut so many chunks for so many ranks.
  private func cuts(_ count: Int, _ ranks: Int, from start: Int = 0) -> [[Range<Int>]] {
    if ranks == 1 { return [[start..<count]] }
    guard start + 1 <= count - ranks + 1 else { return [] }
    return (start + 1...count - ranks + 1).flatMap { end in
      cuts(count, ranks - 1, from: end).map { [start..<end] + $0 }
    }
  }

  @Test(arguments: 1...9)
  func `the sums of ranks and of all are those of one tree`(count: Int) {
    for ranks in 1...min(count, 5) {
      for ranges in cuts(count, ranks) {
        let tree = RankTree(count, ranges)
        // As a term of letters a sum says in which order it was taken.
        var terms = (0..<count).map { "\($0)" }
        for (rank, range) in ranges.enumerated() {
          for sum in tree.own(rank) {
            #expect(range.contains(sum.to) && range.contains(sum.from))
            terms[sum.to] = "(\(terms[sum.to])+\(terms[sum.from]))"
          }
          #expect(tree.nodes[rank].allSatisfy(range.contains) && !tree.nodes[rank].isEmpty)
        }
        for sum in tree.common {
          #expect(tree.nodes.joined().contains(sum.to) && tree.nodes.joined().contains(sum.from))
          terms[sum.to] = "(\(terms[sum.to])+\(terms[sum.from]))"
        }
        var alone = (0..<count).map { "\($0)" }
        var span = 1
        while span < count {
          for to in stride(from: 0, to: count - span, by: 2 * span) { alone[to] = "(\(alone[to])+\(alone[to + span]))" }
          span *= 2
        }
        #expect(terms[0] == alone[0])
      }
    }
  }

  @Test func `ranks with whole subtrees send one sum each`() {
    let tree = RankTree(32, [0..<16, 16..<32])
    #expect(tree.nodes == [[0], [16]] && tree.common == [RankTree.Sum(to: 0, from: 16)])
    #expect(RankTree(8, [0..<3, 3..<8]).nodes == [[0, 2], [3, 4]])
  }
}
