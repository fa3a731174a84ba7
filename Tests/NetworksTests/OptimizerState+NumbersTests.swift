import Testing

@testable import Networks

struct OptimizerStateNumbersTests {
  private var state: OptimizerState {
    var state = OptimizerState(.adam(learningRate: 0.1))
    state.moments = [
      .init(key: ParameterKey(layer: "a", part: .weights), first: [1, 2], second: [3, 4]),
      .init(key: ParameterKey(layer: "a", part: .bias), first: [5], second: []),
    ]
    return state
  }

  @Test func `numbers are taken out in order and put back`() {
    var taken = state
    let numbers = taken.takeNumbers()
    #expect(numbers == [[1, 2], [3, 4], [5], []])
    #expect(taken.moments.allSatisfy { $0.first.isEmpty && $0.second.isEmpty })
    let isPut = taken.putNumbers(numbers)
    #expect(isPut)
    #expect(taken == state)
  }

  @Test func `another count of arrays is refused and changes nothing`() {
    var other = state
    let isPut = other.putNumbers([[1], [2]])
    #expect(!isPut)
    #expect(other == state)
  }
}
