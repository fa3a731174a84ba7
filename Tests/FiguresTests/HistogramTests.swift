import Figures
import Testing

@Suite struct HistogramTests {
  @Test func `every finite value falls into one bin`() {
    let histogram = Histogram(label: "w", values: [0, 0.1, 0.2, 0.95, 1, .nan, .infinity], bins: 10)
    #expect(histogram.counts.reduce(0, +) == 5)
    #expect(histogram.leftOut == 2)
    #expect(histogram.edges.count == histogram.counts.count + 1)
  }

  @Test func `bins have round widths`() {
    let histogram = Histogram(label: "w", values: [0.03, 0.47, 0.91], bins: 9)
    #expect(histogram.edges.map { ($0 * 10).rounded() / 10 } == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    #expect(histogram.counts == [1, 0, 0, 0, 1, 0, 0, 0, 0, 1])
  }

  @Test(
    arguments: [[], [5], [5, 5, 5], [1e300, -1e300], [1e18, 1e18 + 256], [.nan], [.leastNonzeroMagnitude, 0]]
      as [[Double]])
  func `odd values give a histogram all the same`(values: [Double]) throws {
    let histogram = Histogram(label: "w", values: values)
    #expect(histogram.counts.reduce(0, +) == values.count - histogram.leftOut)
    #expect((1...400).contains(histogram.counts.count))
    let svg = try #require(histogram.rendering().svg)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }
}
