extension LineChart {
  /// More fields than these would be narrower than a pointer is exact, and make the drawing heavy.
  private static let mostHoverFields = 100

  /// One invisible field for each place on the horizontal axis, over all panels, whose tooltip names every curve's value
  /// there.
  func hoverFields(_ layout: Layout) -> [Scene.Element] {
    let places = Set(allX.filter { layout.x.position($0) != nil }).sorted()
    let every = (places.count + Self.mostHoverFields - 1) / Self.mostHoverFields
    let chosen = places.enumerated().filter { every < 2 || $0.offset.isMultiple(of: every) }.map(\.element)
    let tooltips = tooltips(at: chosen)
    let centres = chosen.compactMap { layout.x.position($0) }
    return centres.indices.map { index in
      let start = index == 0 ? layout.left : (centres[index - 1] + centres[index]) / 2
      let end =
        index == centres.count - 1
        ? min(centres[index] + 12, layout.right + 6) : (centres[index] + centres[index + 1]) / 2
      let field = Rectangle(x: start, y: layout.top, width: end - start, height: layout.bottom - layout.top)
      return .hover(field, tooltip: tooltips[index])
    }
  }

  private func tooltips(at places: [Double]) -> [String] {
    let curves = panels.flatMap { panel in
      panel.series.map { series in
        (name: series.name, format: panel.format, values: series.points.reduce(into: [:]) { $0[$1.x] = $1.y })
      }
    }
    return places.map { place in
      let lines = curves.compactMap { curve in
        curve.values[place].map { "\(curve.name) \(curve.format.text($0))" }
      }
      return (["\(xLabel) \(NumberFormat.significant(6).text(place))"] + lines).joined(separator: "\n")
    }
  }
}
