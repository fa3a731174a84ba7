import Tensors
import Testing
import Training

struct FoldsGroupsTests {
  /// Drawn samples: a group and a class for each.
  private func drawn(_ number: Int) -> (groups: [Int], classes: [String], folds: Int) {
    var generator = SeedPlan(seed: 11).generator(for: .subsets, number)
    let count = 10 + generator.below(120)
    let most = 4 + generator.below(count)
    var groups = (0..<count).map { _ in generator.below(most) * 7 - 20 }
    groups.replaceSubrange(0..<4, with: [1000, 1001, 1002, 1003])
    let kinds = 1 + generator.below(5)
    let classes = (0..<count).map { _ in "c\(generator.below(kinds))" }
    return (groups, classes, 2 + generator.below(min(Set(groups).count, 8) - 1))
  }

  private func sizes(_ groups: [Int]) -> [Int] { Dictionary(grouping: groups) { $0 }.values.map(\.count) }

  @Test(arguments: 0..<60) func `a group lies in one fold, and every sample is held out once`(number: Int) {
    let (groups, classes, folds) = drawn(number)
    for own in [classes, nil] {
      let splits = Folds.grouped(groups, classes: own, count: folds, seeds: SeedPlan(seed: 3))
      #expect(splits.count == folds)
      #expect(splits.flatMap(\.held).sorted() == Array(groups.indices))
      for split in splits {
        #expect(!split.held.isEmpty)
        #expect((split.held + split.learning).sorted() == Array(groups.indices))
        #expect(Set(split.held.map { groups[$0] }).isDisjoint(with: split.learning.map { groups[$0] }))
        #expect(split.held == split.held.sorted() && split.learning == split.learning.sorted())
      }
    }
  }

  @Test(arguments: 0..<60) func `without classes folds differ by the largest group at most`(number: Int) {
    let (groups, _, folds) = drawn(number)
    let held = Folds.grouped(groups, classes: nil, count: folds, seeds: SeedPlan(seed: 3)).map(\.held.count)
    #expect((held.max() ?? 0) - (held.min() ?? 0) <= sizes(groups).max() ?? 0)
  }

  @Test(arguments: 0..<60) func `groups of one sample are stratified: classes differ by one at most`(number: Int) {
    let (_, classes, folds) = drawn(number)
    let splits = Folds.grouped(Array(classes.indices), classes: classes, count: folds, seeds: SeedPlan(seed: 3))
    for label in Set(classes) {
      let own = splits.map { split in split.held.count { classes[$0] == label } }
      #expect((own.max() ?? 0) - (own.min() ?? 0) <= 1)
    }
  }

  @Test func `groups of one class each are spread over the folds like their classes`() {
    let groups = (0..<60).map { $0 / 5 }
    let classes = groups.map { $0 < 6 ? "a" : "b" }
    for split in Folds.grouped(groups, classes: classes, count: 3, seeds: SeedPlan(seed: 1)) {
      #expect(split.held.count { classes[$0] == "a" } == 10)
      #expect(split.held.count { classes[$0] == "b" } == 10)
    }
  }

  @Test func `the same seed gives the same folds, another seed or repetition others`() {
    let groups = (0..<60).map { $0 / 3 }
    func folds(_ seed: UInt64, _ repetition: Int = 0) -> [Folds.Split] {
      Folds.grouped(groups, classes: nil, count: 4, seeds: SeedPlan(seed: seed), repetition: repetition)
    }
    #expect(folds(1) == folds(1))
    #expect(folds(1) != folds(2))
    #expect(folds(1) != folds(1, 1))
  }

  @Test func `folds of numbers are drawn without regard to them, those of classes are stratified`() {
    let labels = (0..<20).map { $0 < 10 ? "a" : "b" }
    let seeds = SeedPlan(seed: 1)
    #expect(
      Folds.drawn(4, of: 20, classes: labels, groups: nil, seeds: seeds)
        == Folds.stratified(labels, count: 4, seeds: seeds))
    let numbers = (0..<5).flatMap { repetition in
      Folds.drawn(4, of: 20, classes: nil, groups: nil, seeds: seeds, repetition: repetition)
    }
    #expect(numbers.allSatisfy { $0.held.count == 5 })
    #expect(numbers.contains { split in split.held.count { labels[$0] == "a" } > 3 })
    let groups = (0..<20).map { $0 / 5 }
    #expect(
      Folds.drawn(4, of: 20, classes: labels, groups: groups, seeds: seeds).allSatisfy { split in
        Set(split.held.map { groups[$0] }).count == 1
      })
  }
}
