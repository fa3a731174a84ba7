import Testing

@testable import Figures

@Suite struct TicksTests {
  @Test(
    arguments: [
      (0...10, 6, [0, 2, 4, 6, 8, 10]), (0...1, 6, [0, 0.2, 0.4, 0.6, 0.8, 1]), (0...0.3, 4, [0, 0.1, 0.2, 0.3]),
      (-1...1, 5, [-1, -0.5, 0, 0.5, 1]), (3.2...3.4, 3, [3.2, 3.3, 3.4]), (1...50, 6, [10, 20, 30, 40, 50]),
      (0...1e-7, 3, [0, 5e-8, 1e-7]), (1e6...3e6, 3, [1e6, 2e6, 3e6]),
    ] as [(ClosedRange<Double>, Int, [Double])])
  func `an axis is divided at round numbers`(range: ClosedRange<Double>, count: Int, ticks: [Double]) {
    #expect(Ticks.linear(in: range, about: count) == ticks)
  }

  @Test func `ticks lie within the axis, are round and are about as many as wanted`() {
    var noise = Noise(state: 1)
    for _ in 0..<2000 {
      let lower = noise.next() * 1000
      let span = (noise.next() + 1.0001) * [1e-6, 1e-3, 1, 1e3, 1e9][Int((noise.next() + 1) * 2.4)]
      let range = lower...(lower + span)
      for count in 2...12 {
        let ticks = Ticks.linear(in: range, about: count)
        let isWithin = ticks.allSatisfy { $0 >= lower - span * 1e-6 && $0 <= lower + span * 1.000001 }
        if !isWithin || ticks.count > count * 2 + 1 || ticks != ticks.sorted() {
          Issue.record("\(range) divided into about \(count): \(ticks)")
        }
      }
    }
  }

  @Test func `whole numbers are never divided`() {
    #expect(Ticks.linear(in: 1...3, about: 8, wholeNumbers: true) == [1, 2, 3])
    #expect(Ticks.linear(in: 1...2, about: 8, wholeNumbers: true) == [1, 2])
  }

  @Test(
    arguments: [
      (0.01...100, 6, [0.01, 0.1, 1, 10, 100]), (0.1...20, 6, [0.1, 0.2, 0.5, 1, 2, 5, 10, 20]),
      (1e-12...1, 5, [1e-12, 1e-9, 1e-6, 1e-3, 1]), (3...4, 3, [3, 3.5, 4]), (2...30, 6, [2, 5, 10, 20]),
    ] as [(ClosedRange<Double>, Int, [Double])])
  func `a logarithmic axis is divided at powers of ten, or closer`(
    range: ClosedRange<Double>, count: Int, ticks: [Double]
  ) {
    #expect(Ticks.logarithmic(in: range, about: count) == ticks)
  }

  @Test(
    arguments: [
      ([0, 0.5, 1], ["0.0", "0.5", "1.0"]), ([0, 2000, 4000], ["0", "2,000", "4,000"]),
      ([0, 5e-8, 1e-7], ["0", "5e-8", "1e-7"]),
      ([1e7, 2e7], ["1e7", "2e7"]), ([5], ["5"]), ([], []), ([0.2, 0.4], ["0.2", "0.4"]),
    ] as [([Double], [String])])
  func `all ticks of an axis have as many decimals as the step needs`(ticks: [Double], labels: [String]) {
    #expect(Ticks.labels(ticks) == labels)
  }

  @Test func `extreme ranges give no endless list`() {
    for range in [0...1e308, -1e300...1e300, 1e16...(1e16 + 2), 0...(.leastNonzeroMagnitude), 0...0]
      as [ClosedRange<Double>]
    {
      #expect(Ticks.linear(in: range, about: 6).count < 20)
      #expect(Ticks.logarithmic(in: max(range.lowerBound, 1e-300)...max(range.upperBound, 1e-299), about: 6).count < 20)
    }
  }
}
