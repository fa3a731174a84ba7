import Figures
import Testing

struct ReliabilityPlotTests {
  @Test func `a dot for each range of confidence, the larger the more answers`() {
    let plot = Gallery.reliability
    let radii = plot.scene().elements.compactMap { element -> Double? in
      if case .mark(_, _, let radius, .series(0)) = element { return radius }
      return nil
    }
    // The last one stands in the legend.
    #expect(radii.count == 4)
    #expect(radii.max() == radii[2])
  }

  @Test func `it is told as a table, too`() {
    let lines = Gallery.reliability.rendering().plainText.split(separator: "\n")
    #expect(lines.first == "hand: as sure as right?")
    #expect(lines[3].split(separator: " ").joined(separator: " ") == "as it is 45.0 % 50.0 % 2")
    #expect(lines.count == 9)
  }

  @Test func `a dot without answers is not drawn, and a plot without dots is none the worse`() {
    let empty = ReliabilityPlot(series: [.init("a", [.init(confidence: 0.5, accuracy: 0, count: 0)])])
    #expect(!empty.scene().elements.contains { if case .mark = $0 { true } else { false } })
    #expect(empty.rendering().svg != nil)
  }
}
