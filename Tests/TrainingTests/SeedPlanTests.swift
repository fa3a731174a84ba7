import Tensors
import Testing
import Training

@Suite struct SeedPlanTests {
  @Test func `the same seed gives the same streams`() {
    var first = SeedPlan(seed: 42).generator(for: .shuffle, 7)
    var second = SeedPlan(seed: 42).generator(for: .shuffle, 7)
    for _ in 0..<100 { #expect(first.next() == second.next()) }
  }

  @Test func `streams of different seeds, purposes, indices and names differ`() {
    var heads: [UInt64] = []
    for seed in [0, 1, 42, UInt64.max] {
      let plan = SeedPlan(seed: seed)
      for purpose in SeedPlan.Purpose.allCases {
        var bare = plan.generator(for: purpose)
        heads.append(bare.next())
        for index in -1...3 {
          var one = plan.generator(for: purpose, index)
          heads.append(one.next())
          for second in 0...3 {
            var two = plan.generator(for: purpose, index, second)
            heads.append(two.next())
          }
        }
        for name in ["conv1", "conv10", "fullyconnected0"] {
          var named = plan.generator(for: purpose, named: name)
          heads.append(named.next())
        }
      }
    }
    #expect(Set(heads).count == heads.count)
  }

  @Test func `the plan itself never changes`() {
    var shuffle = SeedPlan(seed: 42).generator(for: .shuffle, 0)
    var initialization = SeedPlan(seed: 42).generator(for: .initialization, named: "fullyconnected0")
    #expect(shuffle.next() == 7_319_177_366_543_071_216)
    #expect(initialization.next() == 1_485_995_577_138_165_270)
  }
}
