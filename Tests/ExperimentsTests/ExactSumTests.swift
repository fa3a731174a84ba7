import Foundation
import Tensors
import Testing

@testable import Experiments

struct ExactSumTests {
  @Test func `what cancels leaves nothing, in any order`() {
    for order in [[1e100, 1, -1e100], [1, 1e100, -1e100], [-1e100, 1, 1e100]] {
      var sum = ExactSum()
      for number in order { sum.add(number) }
      #expect(sum.value == 1)
    }
  }

  @Test func `a sum is rounded once`() {
    var sum = ExactSum()
    for _ in 0..<10 { sum.add(0.1) }
    #expect(sum.value == 1)
    sum.clear()
    // Half of the last bit, and a little more: up; exactly half: to the even one.
    for number in [1, 0x1p-53, 0x1p-106] { sum.add(number) }
    #expect(sum.value == 1 + 0x1p-52)
    sum.clear()
    for number in [1, 0x1p-53] { sum.add(number) }
    #expect(sum.value == 1)
  }

  @Test func `numbers count as often as they are told to, in any order`() {
    var generator = SeededGenerator(seed: 5)
    let numbers = (0..<200).map { _ in
      Double(generator.uniform(-1, 1)) * pow(10, Double(generator.uniform(-20, 20)))
    }
    let counts = (0..<200).map { _ in 1 + generator.below(1000) }
    var ordered = ExactSum()
    for (number, count) in zip(numbers, counts) { ordered.add(number, times: count) }
    var repeated = ExactSum()
    for (number, count) in zip(numbers, counts) { for _ in 0..<count { repeated.add(number) } }
    #expect(ordered.value == repeated.value)
    for _ in 0..<20 {
      var other = ExactSum()
      for place in generator.permutation(200) { other.add(numbers[place], times: counts[place]) }
      #expect(other.value.bitPattern == ordered.value.bitPattern)
    }
  }

  @Test func `what is no number stays none`() {
    var sum = ExactSum()
    for number in [1, Double.infinity, -Double.infinity] { sum.add(number) }
    #expect(sum.value.isNaN)
    sum.clear()
    for number in [-Double.infinity, 3] { sum.add(number) }
    #expect(sum.value == -Double.infinity)
  }

  @Test func `weights have no common divisor`() {
    #expect(MeanWeights([20, 30, 10], of: 3).weights == [2, 3, 1])
    #expect(MeanWeights([7, 7], of: 2).weights == [1, 1])
    #expect(MeanWeights(nil, of: 3).weights == [1, 1, 1] && MeanWeights(nil, of: 3).sum == 3)
  }
}
