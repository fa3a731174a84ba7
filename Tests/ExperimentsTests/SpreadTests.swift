import Testing

@testable import Experiments

struct SpreadTests {
  @Test func `the spread of numbers is their mean, standard deviation and ends`() {
    let spread = Spread([1, 2, 3, 4])
    #expect([spread.mean, spread.least, spread.largest] == [2.5, 1, 4])
    #expect(abs(spread.deviation - 1.118033988749895) < 1e-12)
  }

  @Test func `of no numbers all is 0`() { #expect(Spread([]) == Spread([0])) }
}
