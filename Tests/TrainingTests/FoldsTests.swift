import Tensors
import Testing
import Training

struct FoldsTests {
  private let labels = (0..<45).map { ["a", "b", "c"][$0 / 15] }

  @Test(arguments: 2...11, [0, 1, 7])
  func `every sample is held out once, and folds and classes differ by one at most`(count: Int, repetition: Int) {
    let splits = Folds.stratified(labels, count: count, seeds: SeedPlan(seed: 5), repetition: repetition)
    #expect(splits.count == count)
    #expect(splits.flatMap(\.held).sorted() == Array(0..<45))
    let sizes = splits.map(\.held.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    for split in splits {
      #expect((split.held + split.learning).sorted() == Array(0..<45))
      #expect(split.held == split.held.sorted() && split.learning == split.learning.sorted())
      for label in ["a", "b", "c"] {
        let own = split.held.count { labels[$0] == label }
        #expect((15 / count...15 / count + 1).contains(own))
      }
    }
  }

  @Test func `the same seed gives the same folds, another seed or repetition others`() {
    let plan = SeedPlan(seed: 1)
    let first = Folds.stratified(labels, count: 5, seeds: plan)
    #expect(first == Folds.stratified(labels, count: 5, seeds: plan, repetition: 0))
    #expect(first != Folds.stratified(labels, count: 5, seeds: plan, repetition: 1))
    #expect(first != Folds.stratified(labels, count: 5, seeds: SeedPlan(seed: 2)))
  }

  @Test func `labels that differ in a variation selector are one class`() {
    let splits = Folds.stratified(["✌", "✌\u{FE0F}", "✋", "✋"], count: 2, seeds: SeedPlan(seed: 1))
    for split in splits { #expect(split.held.count { $0 < 2 } == 1) }
  }

  @Test func `a class of one sample is held out once`() {
    let splits = Folds.stratified(["a", "a", "a", "b"], count: 2, seeds: SeedPlan(seed: 1))
    #expect(splits.map(\.held.count) == [2, 2])
  }

  @Test func `leave-one-out holds out each alone`() {
    #expect(
      Folds.leaveOneOut(3) == [
        Folds.Split(learning: [1, 2], held: [0]), Folds.Split(learning: [0, 2], held: [1]),
        Folds.Split(learning: [0, 1], held: [2]),
      ])
    #expect(Folds.leaveOneOut(0).isEmpty)
  }
}
