import Foundation
import Tensors
import Testing

@Suite struct SeededGeneratorTests {
  /// The state after SplitMix64 from seed 0, and xoshiro256**'s answers, computed by hand from the published algorithms.
  @Test func `seed 0 gives the published algorithm's words`() {
    var generator = SeededGenerator(seed: 0)
    #expect(
      generator.state == [
        0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F, 0xF88B_B8A8_724C_81EC,
      ])
    #expect(generator.next() == 0x99EC_5F36_CB75_F2B4)
  }

  @Test func `the same seed gives the same sequence, another seed another`() {
    var (a, b, c) = (SeededGenerator(seed: 5), SeededGenerator(seed: 5), SeededGenerator(seed: 6))
    let (fromA, fromB, fromC) = (
      (0..<20).map { _ in a.next() }, (0..<20).map { _ in b.next() }, (0..<20).map { _ in c.next() }
    )
    #expect(fromA == fromB)
    #expect(fromA != fromC)
  }

  @Test func `a generator written down goes on where it was`() throws {
    var generator = SeededGenerator(seed: 1)
    _ = generator.next()
    let copy = try JSONDecoder().decode(SeededGenerator.self, from: JSONEncoder().encode(generator))
    #expect(copy == generator)
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `numbers below a bound are all there and none beyond`(bound: Int) {
    var generator = SeededGenerator(seed: 9)
    let seen = Set((0..<bound * 60).map { _ in generator.below(bound) })
    #expect(seen == Set(0..<bound))
  }

  @Test(arguments: [0, 1, 2, 10, 1000])
  func `a permutation holds every number once`(count: Int) {
    var generator = SeededGenerator(seed: 3)
    #expect(generator.permutation(count).sorted() == Array(0..<count))
  }

  @Test func `uniform numbers stay inside their range and fill it`() {
    var generator = SeededGenerator(seed: 4)
    let numbers = (0..<10_000).map { _ in generator.uniform(-2, 3) }
    #expect(numbers.allSatisfy { $0 >= -2 && $0 < 3 })
    #expect(abs(numbers.reduce(0, +) / 10_000 - 0.5) < 0.05)
  }
}
