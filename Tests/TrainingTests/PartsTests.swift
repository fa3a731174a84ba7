import Testing

@testable import Training

/// The parts of a dataset to train and to test on.
@Suite struct PartsTests {
  private let seeds = SeedPlan(seed: 1)

  @Test(arguments: [[0.8, 0.2], [0.5, 0.5], [0.6, 0.1], [0.9, 0.1]]) func `each class is in both in the shares wanted`(
    shares: [Double]
  ) {
    let classes = (0..<240).map { $0 < 120 ? 0 : $0 < 200 ? 1 : 2 }
    let parts = Parts.divide(240, classes: classes, groups: nil, shares: shares, seeds: seeds)
    #expect(Set(parts.train).isDisjoint(with: parts.test))
    #expect(parts.train == parts.train.sorted() && parts.test == parts.test.sorted())
    for (label, count) in [(0, 120), (1, 80), (2, 40)] {
      for (part, share) in [(parts.train, shares[0]), (parts.test, shares[1])] {
        #expect(abs(Double(part.count { classes[$0] == label }) - share * Double(count)) <= 1)
      }
    }
  }

  @Test func `of a class of two samples one is on each side`() {
    let parts = Parts.divide(5, classes: [0, 0, 1, 1, 2], groups: nil, shares: [0.8, 0.2], seeds: seeds)
    #expect(parts.train.count { $0 < 2 } == 1 && parts.test.count { $0 < 2 } == 1)
    #expect(parts.train.contains(4))
  }

  @Test func `the same seed divides the same way, another one otherwise`() {
    let divide = { (seed: UInt64) in
      Parts.divide(100, classes: nil, groups: nil, shares: [0.7, 0.3], seeds: SeedPlan(seed: seed)).train
    }
    #expect(divide(1) == divide(1) && divide(1) != divide(2))
    #expect(divide(1).count == 70)
  }

  @Test func `a group is on one side, and the classes near the shares all the same`() {
    let groups = (0..<300).map { $0 / 10 }
    let classes = groups.map { $0 % 3 }
    let parts = Parts.divide(300, classes: classes, groups: groups, shares: [0.8, 0.2], seeds: seeds)
    #expect(Set(parts.train.map { groups[$0] }).isDisjoint(with: parts.test.map { groups[$0] }))
    #expect(parts.train.count + parts.test.count == 300)
    for label in 0..<3 { #expect(parts.test.count { classes[$0] == label } == 20) }
  }

  @Test func `of two groups one is on each side`() {
    let parts = Parts.divide(
      10, classes: nil, groups: [0, 0, 0, 0, 0, 1, 1, 1, 1, 1], shares: [0.8, 0.2], seeds: seeds)
    #expect(parts.train.count == 5 && parts.test.count == 5)
  }

  @Test func `in an order the least are learnt from and the greatest asked about, equal ones on one side`() {
    let days: [Double] = [3, 1, 2, 9, 5, 4, 8, 7, 6, 0]
    let parts = Parts.divide(inOrderOf: days, shares: [0.8, 0.2])
    #expect(parts.train == [0, 1, 2, 4, 5, 7, 8, 9] && parts.test == [3, 6])
    // What is left over lies between them.
    let some = Parts.divide(inOrderOf: days, shares: [0.5, 0.2])
    #expect(some.train == [0, 1, 2, 5, 9] && some.test == [3, 6])
    #expect(Parts.divide(inOrderOf: days, shares: [0.7, 0]).test.isEmpty)
    #expect(Parts.divide(inOrderOf: days, shares: [1, 0]).train == Array(0..<10))
    // Nobody learns from the day that is asked about.
    let equal = Parts.divide(inOrderOf: [1, 2, 2, 2, 2, 3], shares: [0.5, 0.5])
    #expect(equal.train == [0] && equal.test == [1, 2, 3, 4, 5])
    let alike = Parts.divide(inOrderOf: [7, 7, 7, 7], shares: [0.75, 0.25])
    #expect(alike.train == [0, 1, 2] && alike.test == [3])
    #expect(Parts.divide(inOrderOf: [4], shares: [0.8, 0.2]).train == [0])
  }
}
