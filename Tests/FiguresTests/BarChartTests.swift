import Figures
import Testing

@Suite struct BarChartTests {
  @Test func `bars are as long as their values`() {
    let chart = BarChart(valueLabel: "n", bars: [.init("a", 2), .init("b", 1), .init("c", 0)])
    let widths = lengths(chart)
    #expect(widths.count == 3)
    #expect(abs(widths[0] - 2 * widths[1]) < 1e-9)
    #expect(widths[2] == 0)
  }

  @Test func `nothing is drawn for values that have no length`() throws {
    let chart = BarChart(
      valueLabel: "n", bars: [.init("a", .nan), .init("b", -1), .init("c", .infinity, interval: 0...(.infinity))])
    #expect(lengths(chart).isEmpty)
    #expect(try #require(chart.rendering().svg).contains(">–</text>"))
  }

  @Test func `the text has the values and their ranges`() {
    #expect(
      Gallery.bars.plainText == """
        Who is right how often?
                            accuracy on 45 photos          interval
        ------------------  ---------------------  ----------------
        network                            78.0 %  [64.0 %, 87.0 %]
        Turi's head                        80.0 %  [66.0 %, 89.0 %]
        nearest neighbours                 40.0 %  [27.0 %, 54.0 %]
        constant answer                    33.3 %
        """)
  }

  private func lengths(_ chart: BarChart) -> [Double] {
    chart.scene().elements.compactMap { if case .rectangle(let field, _, _, _) = $0 { field.width } else { nil } }
  }
}
