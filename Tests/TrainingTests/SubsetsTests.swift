import Tensors
import Testing
import Training

struct SubsetsTests {
  private let labels = ["a", "b", "a", "b", "a", "b", "a", "c", "c"]

  @Test(arguments: 1...2, 0..<20)
  func `so many of each class are drawn, in ascending order`(count: Int, draw: Int) {
    let drawn = Subsets.draw(count, of: labels, seeds: SeedPlan(seed: 3), draw: draw)
    #expect(drawn == drawn.sorted() && Set(drawn).count == 3 * count)
    for label in ["a", "b", "c"] { #expect(drawn.count { labels[$0] == label } == count) }
  }

  @Test func `a draw of few is part of the same draw of more`() {
    for draw in 0..<20 {
      let plan = SeedPlan(seed: 9)
      let few = Subsets.draw(1, of: labels, seeds: plan, draw: draw)
      #expect(Set(few).isSubset(of: Subsets.draw(2, of: labels, seeds: plan, draw: draw)))
    }
  }

  @Test func `draws differ`() {
    let all = (0..<20).map { Subsets.draw(1, of: labels, seeds: SeedPlan(seed: 1), draw: $0) }
    #expect(Set(all).count > 5)
  }

  @Test func `all of a class are all, whatever the draw`() {
    let same = ["a", "b", "a", "b"]
    for draw in 0..<5 { #expect(Subsets.draw(2, of: same, seeds: SeedPlan(seed: 1), draw: draw) == [0, 1, 2, 3]) }
  }
}
