import Testing

@testable import Arithmetic

@Suite struct ByteSumsTests {
  @Test func `the first two numbers of neighbouring fours are added, and the last two`() {
    let sums = ByteSums(channels: 16, taps: 1, rowTaps: 1)
    #expect(sums.fours == [[0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]])
    #expect(sums.counts == [4])
  }

  @Test func `taps of a row may lie together or alone`() {
    let sums = ByteSums(channels: 3, taps: 4, rowTaps: 2)
    // [channel][tap]; alone, a tap has three numbers, together, two have six.
    #expect(sums.fours[0] == [0, 2, 4, 6, 0, 2, 4, 6, 1, 3, 5, 7])
    #expect(sums.fours[1] == [0, 1, 2, 3, 0, 0, 2, 2, 1, 0, 3, 2])
    #expect(sums.counts == [8, 4])
    #expect(ByteSums(channels: 8, taps: 9, rowTaps: 3).fours.count == 1)
  }

  @Test func `numbers of one sign are added`() {
    let sums = ByteSums(channels: 8, taps: 1, rowTaps: 1)
    #expect(sums.largest(of: [1, -2, 9, 0, 3, -4, 0, 0.5]) == 9.5)
    #expect(sums.largest(of: [1, -20, 9, 0, 3, -4, 0, 0.5]) == 24)
  }
}
