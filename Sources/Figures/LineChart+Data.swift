import Foundation

extension LineChart {
  /// More places than these are thinned out: a pointer is not more exact, and the drawing would be heavy.
  private static let mostPlaces = 500

  /// What a page needs to read off all curves at one place and to enlarge a part, as JSON.
  func data(_ layout: Layout) -> String? {
    let places = Set(allX.filter { layout.x.position($0) != nil }).sorted()
    let every = max(1, (places.count + Self.mostPlaces - 1) / Self.mostPlaces)
    let chosen = places.enumerated().filter { $0.offset.isMultiple(of: every) || $0.offset == places.count - 1 }
      .map(\.element)
    guard !chosen.isEmpty else { return nil }
    let data = ChartData(
      x: ChartData.Axis(label: xLabel, scale: layout.x),
      panels: zip(panels, layout.panels).map { ChartData.Axis(label: $0.label, scale: $1.y) }, places: chosen,
      curves: panels.enumerated().flatMap { place, panel in
        zip(panel.series, inks(of: place)).map { series, ink in
          let values = series.points.reduce(into: [:]) { $0[$1.x] = $1.y }
          return ChartData.Curve(
            name: series.name, column: series.column, panel: place, ink: ink,
            values: chosen.map { values[$0].map(panel.format.text) })
        }
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(data)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The numbers behind a chart, and where they lie in its drawing.
private struct ChartData: Encodable {
  /// An axis: the pixels and the numbers at its ends.
  struct Axis: Encodable {
    let label: String
    let start: Double, end: Double
    let low: Double, high: Double
    let isLogarithmic: Bool

    init(label: String, scale: Scale) {
      self.label = label
      (start, end) = (scale.start, scale.end)
      (low, high) = (scale.domain.lowerBound, scale.domain.upperBound)
      isLogarithmic = scale.kind == .logarithmic
    }
  }

  /// A curve and what it is worth at each place, as it is written; null where it has no point.
  struct Curve: Encodable {
    let name: String
    let column: String?
    let panel: Int
    let ink: Int
    let values: [String?]
  }

  let x: Axis
  let panels: [Axis]
  let places: [Double]
  let curves: [Curve]
}
