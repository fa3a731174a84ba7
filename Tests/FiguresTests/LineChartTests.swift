import Foundation
import Testing

@testable import Figures

@Suite struct LineChartTests {
  @Test(arguments: [0, 1, 2, 3, 49, 50])
  func `row 81: after n epochs each path has n points`(epochs: Int) {
    let chart = LineChart(
      xLabel: "epoch", yLabel: "loss", series: [.init("loss", values: (0..<epochs).map { 1 / Double($0 + 1) })])
    let drawn = chart.scene().drawn.reduce(0) { sum, element in
      if case .lines(let strokes, let stroke) = element, stroke.ink == .series(0), stroke.opacity == 1 {
        return sum + strokes.map(\.count).reduce(0, +)
      }
      return sum
    }
    #expect(drawn == (epochs < 2 ? 0 : epochs))
  }

  @Test func `a curve of 50 epochs stays under 20 KB in both forms`() throws {
    let figure = Gallery.training(epochs: 50).rendering()
    #expect(try #require(figure.html).utf8.count < 20_000)
    #expect(try #require(figure.svg).utf8.count < 20_000)
  }

  @Test func `what stands at a curve's end is its last value, or what it is given`() throws {
    let points = [Point(0, 1), Point(1, 0.125)]
    let chart = { (end: String?) in
      LineChart(xLabel: "x", yLabel: "y", series: [.init("curve", points, endText: end)]).rendering().svg ?? ""
    }
    #expect(chart(nil).contains(">0.125<") && !chart(nil).contains(">0.940<"))
    #expect(chart("0.940").contains(">0.940<"))
  }

  @Test func `values above a ceiling are drawn at the axis' end and counted`() throws {
    let values: [Double] = [2, 1, 1e9, .nan, .infinity, 50, 0.5]
    func chart(_ ceiling: Double?) -> LineChart {
      LineChart(
        xLabel: "epoch", panels: [.init(label: "loss", series: [.init("loss", values: values)], ceiling: ceiling)])
    }
    let field = try #require(chart(8).layout(width: 640).panels.first)
    #expect(field.y.domain == 0...8)
    #expect(field.position(1e9) == field.top && field.position(50) == field.top && field.position(8) == field.top)
    #expect(field.position(4) == (field.top + field.bottom) / 2)
    #expect(field.position(.infinity) == nil && field.position(.nan) == nil)
    let drawn = chart(8).rendering().svg ?? ""
    #expect(drawn.contains(">loss (2 values above the axis)<"))
    #expect(chart(1e10).rendering() == chart(nil).rendering())
    #expect(!(chart(nil).rendering().svg ?? "").contains("above the axis"))
  }

  @Test func `ten thousand points are thinned out`() throws {
    #expect(try #require(Gallery.long.rendering().svg).utf8.count < 30_000)
  }

  @Test func `a chart carries the numbers of its curves, five hundred places of them at most`() throws {
    struct Data: Decodable {
      struct Curve: Decodable { let name: String, panel: Int, values: [String?] }
      let places: [Double], curves: [Curve]
    }
    let decode = { (chart: LineChart) in
      try JSONDecoder().decode(Data.self, from: .init((chart.scene().data ?? "").utf8))
    }
    let few = try decode(
      LineChart(xLabel: "epoch", yLabel: "loss", series: [.init("a", values: [1, .nan, 3]), .init("b", values: [2])]))
    #expect(few.places == [1, 2, 3])
    #expect(
      few.curves.map(\.name) == ["a", "b"] && few.curves.map(\.values) == [["1", "–", "3"], ["2", nil, nil]])
    let many = try decode(Gallery.long)
    #expect(many.places.count <= 501 && many.places.last == Gallery.long.panels[0].series[0].points.last?.x)
    #expect(LineChart(xLabel: "x", yLabel: "y", series: []).scene().data == nil)
  }

  @Test func `nothing is drawn from NaN and infinite values`() throws {
    let values: [Double] = [.nan, 1, .infinity, -.infinity, 2, 3, .nan, 1e308, -1e308]
    for logScale in [true, false] {
      let points = values.map { Point($0, 1) } + values.map { Point(1, $0) } + values.map { Point($0, $0) }
      let chart = LineChart(
        xLabel: "x",
        panels: [
          .init(
            label: "y", series: [.init("a", points, band: values.map { .init($0, $0, $0) })],
            scale: logScale ? .logarithmic : .linear)
        ], events: values.map { .init(x: $0, label: "event") })
      let svg = try #require(chart.rendering().svg)
      for word in ["nan", "inf", "e+"] { #expect(!svg.replacing("class=\"whet", with: "").contains(word), "\(word)") }
    }
  }

  @Test func `a curve breaks where a value is missing`() {
    let chart = LineChart(xLabel: "x", yLabel: "y", series: [.init("a", values: [1, 2, .nan, 3, 4, .infinity, 5])])
    let strokes = chart.scene().drawn.compactMap { element -> [Int]? in
      if case .lines(let strokes, let stroke) = element, stroke.ink == .series(0), stroke.opacity == 1 {
        return strokes.map(\.count)
      }
      return nil
    }
    #expect(strokes == [[2, 2]])
  }

  @Test func `the last value is told even when it cannot be drawn`() throws {
    let chart = LineChart(xLabel: "x", yLabel: "loss", series: [.init("training", values: [1, 2, .nan])])
    #expect(try #require(chart.rendering().svg).contains(">–</text>"))
    #expect(chart.plainText.contains("–"))
  }

  @Test func `a logarithmic axis says how many values it cannot show`() throws {
    let chart = LineChart(xLabel: "x", yLabel: "loss", series: [.init("a", values: [1, 0, -1, 2])], logScale: true)
    #expect(try #require(chart.rendering().svg).contains("loss (logarithmic, 2 values ≤ 0 not shown)"))
  }

  @Test func `an axis that is asked for is taken, and widened when something lies outside`() {
    let labels = { (values: [Double]) in
      texts(
        LineChart(
          xLabel: "x",
          panels: [.init(label: "y", series: [.init("a", values: values)], format: .percentage(0), range: 0...1)]))
    }
    #expect(labels([0.2, 0.5]).contains("100 %"))
    #expect(labels([0.2, 1.7]).contains("150 %"))
  }

  @Test func `epochs are whole numbers from 1`() {
    let chart = LineChart(xLabel: "epoch", yLabel: "y", series: [.init("a", values: [100, 200, 300])])
    #expect(texts(chart).filter { (Double($0) ?? 9) < 9 } == ["0", "1", "2", "3"])
    #expect(texts(Gallery.training(epochs: 50)).contains("1"))
  }

  @Test func `a training that has begun leaves room for its end`() throws {
    let scene = Gallery.training(epochs: 5, of: 50).scene()
    let ends = scene.drawn.compactMap { element -> Double? in
      if case .lines(let strokes, let stroke) = element, stroke.ink == .series(1), stroke.opacity == 1 {
        return strokes.last?.last?.x
      }
      return nil
    }
    #expect(try #require(ends.first) < scene.width / 4)
    #expect(texts(Gallery.training(epochs: 5, of: 50)).contains("50"))
  }

  @Test func `curves are told apart without colour`() {
    var seen = Set<String>()
    for element in Gallery.many.scene().drawn {
      if case .mark(let mark, _, _, .series(let ink)) = element { seen.insert("\(ink) \(mark)") }
      if case .lines(_, let stroke) = element, case .series(let ink) = stroke.ink {
        seen.insert("\(ink) \(stroke.dash)")
      }
    }
    let signs = (0..<8).map { ink in
      Set(seen.filter { $0.hasPrefix("\(ink) ") }.map { $0.dropFirst(2) })
    }
    #expect(Set(signs).count == 8)
  }

  @Test func `no label covers another`() {
    for chart in [
      Gallery.training(epochs: 50), Gallery.training(epochs: 2), Gallery.logarithmic, Gallery.gaps, Gallery.bands,
    ] {
      let fields = chart.scene().drawn.compactMap { element -> (String, Rectangle)? in
        guard case .text(let text, let place, let style) = element else { return nil }
        // Narrow letters on purpose: two labels that only might touch are no mistake.
        let width = Double(text.count) * style.size * 0.45
        let left = style.anchor == .start ? 0 : style.anchor == .middle ? width / 2 : width
        return (
          text, Rectangle(x: place.x - left, y: place.y - style.size * 0.75, width: width, height: style.size * 0.75)
        )
      }
      for (index, first) in fields.enumerated() {
        for second in fields.dropFirst(index + 1) where first.1.overlaps(second.1) {
          Issue.record("\(chart.title): \(first.0) covers \(second.0)")
        }
      }
    }
  }

  @Test func `events whose names would cover each other are marked without name`() throws {
    let events = (0..<50).map { LineChart.Event(x: Double($0), label: "event \($0)") }
    let chart = LineChart(
      xLabel: "x", yLabel: "y", series: [.init("a", values: [Double](repeating: 1, count: 50))], events: events)
    let names = texts(chart).filter { $0.hasPrefix("event") }
    #expect((5...20).contains(names.count))
  }

  @Test func `the text has the chart's numbers`() {
    #expect(
      Gallery.training(epochs: 2).plainText == """
        Training hand
        30 photos, validated on 15 · SGD, learning rate 1e-4, mini-batches of 8
                          first    last  lowest  at  highest  at  course
        ---------------  ------  ------  ------  --  -------  --  ------
        last mini-batch   5.158   5.075   5.075   2    5.158   1  █▁
        training mean     5.673   5.289   5.289   2    5.673   1  █▁
        validation        6.357   6.151   6.151   2    6.357   1  █▁
        accuracy         13.3 %  20.0 %  13.3 %   1   20.0 %   2  ▁█
        """)
  }

  private func texts(_ chart: LineChart) -> [String] {
    chart.scene().drawn.compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
  }
}

extension Rectangle {
  fileprivate func overlaps(_ other: Rectangle) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}
