import Figures
import Testing

struct ScatterPlotTests {
  private func marks(_ plot: ScatterPlot) -> [Point] {
    plot.scene().elements.compactMap { element in
      if case .mark(_, let place, _, .series(0)) = element { place } else { nil }
    }
  }

  private func plot(_ pairs: [(Double, Double)], _ reference: ScatterPlot.Reference) -> ScatterPlot {
    ScatterPlot(
      xLabel: "true", yLabel: "predicted",
      series: [.init("a", pairs.enumerated().map { .init("sample \($0)", x: $1.0, y: $1.1) })], reference: reference)
  }

  @Test func `equal numbers lie on the diagonal, larger predictions above it`() throws {
    let plot = plot([(1, 1), (5, 5), (3, 4)], .diagonal)
    let lines = plot.scene().elements.compactMap { element -> [Point]? in
      if case .lines(let lines, let stroke) = element, !stroke.dash.isEmpty { lines.first } else { nil }
    }
    let line = try #require(lines.first)
    func distance(_ point: Point) -> Double {
      let share = (point.x - line[0].x) / (line[1].x - line[0].x)
      return line[0].y + share * (line[1].y - line[0].y) - point.y
    }
    let marks = marks(plot)
    #expect(marks.count == 3)
    #expect(abs(distance(marks[0])) < 1e-9 && abs(distance(marks[1])) < 1e-9 && distance(marks[2]) > 1)
  }

  @Test func `residuals lie about a line at zero`() throws {
    let plot = plot([(1, 2), (2, -2), (3, 0)], .zero)
    let line = plot.scene().elements.compactMap { element -> Double? in
      if case .lines(let lines, let stroke) = element, !stroke.dash.isEmpty { lines.first?.first?.y } else { nil }
    }.first
    let zero = try #require(line)
    let marks = marks(plot)
    #expect(marks[0].y < zero && marks[1].y > zero && abs(marks[2].y - zero) < 1e-9)
  }

  @Test func `what has no place is told and not drawn`() {
    let plot = plot([(1, .nan), (.infinity, 2), (3, 1e301), (4, 4)], .diagonal)
    #expect(marks(plot).count == 1)
    #expect(plot.numbers.rowCount == 4)
    #expect(plot.rendering().plainText.contains("–"))
    let empty = self.plot([(.nan, .nan)], .zero)
    #expect(empty.rendering().svg?.contains("nothing to show") == true)
    #expect(ScatterPlot(xLabel: "x", yLabel: "y", series: [], reference: .zero).rendering().svg != nil)
    #expect(marks(self.plot([(5, 5)], .diagonal)).count == 1)
  }

  @Test func `of very many dots those that cover each other are drawn once`() {
    let many = (0..<30_000).map { (place: Int) -> (Double, Double) in (Double(place % 173), Double(place % 179)) }
    let plot = plot(many, .diagonal)
    #expect((200...ScatterPlot.markLimit).contains(marks(plot).count))
    #expect(!plot.scene().elements.contains { if case .hover = $0 { true } else { false } })
  }

  @Test func `it is told as a table, and as numbers`() {
    let plot = Gallery.scatter
    let lines = plot.rendering().plainText.split(separator: "\n")
    #expect(lines.first == "price on houses.test: predicted and true")
    #expect(plot.numbers.text.hasPrefix("series,name,true price,predicted\nline,sample 0,"))
    #expect(plot.scene().summary.contains("near: 12 dots, true price "))
  }
}
