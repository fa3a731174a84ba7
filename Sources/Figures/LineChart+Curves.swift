extension LineChart {
  /// The curves of a panel: bands at the back, then quiet curves, then the others, at last the names.
  func curves(_ place: Int, _ layout: Layout) -> [Scene.Element] {
    let panel = panels[place]
    let field = layout.panels[place]
    let inks = inks(of: place)
    let order = panel.series.indices.sorted { (panel.series[$0].weight, $0) < (panel.series[$1].weight, $1) }
    var elements = order.compactMap { band(panel.series[$0], inks[$0], field, layout) }
    let dashes = dashes(of: panel, inks)
    for index in order {
      elements += curve(panel.series[index], inks[index], dash: dashes[index], field, layout)
    }
    let group = Scene.Element.group(.curves(panel: place), elements)
    return layout.namesAtEnds ? [group] + names(panel, inks, field, layout) : [group]
  }

  /// The inks of a panel's curves: those asked for, otherwise their place among all curves of the chart.
  func inks(of place: Int) -> [Int] {
    let before = panels[..<place].reduce(0) { $0 + $1.series.count }
    return panels[place].series.enumerated().map { $0.element.ink ?? before + $0.offset }
  }

  /// The dashes of a panel's curves: each further ink of the panel has another pattern, the first is solid. Quiet curves
  /// come last, so that those that matter are the plainest to see, and have the same pattern in every panel.
  private func dashes(of panel: Panel, _ inks: [Int]) -> [[Double]] {
    let patterns: [[Double]] = [[], [7, 4], [1.5, 4], [9, 4, 1.5, 4]]
    var seen: [Int] = []
    for isQuiet in [false, true] {
      for (series, ink) in zip(panel.series, inks) where (series.emphasis == .quiet) == isQuiet && !seen.contains(ink) {
        seen.append(ink)
      }
    }
    return inks.map { patterns[(seen.firstIndex(of: $0) ?? 0) % patterns.count] }
  }

  private func band(_ series: Series, _ ink: Int, _ field: PanelLayout, _ layout: Layout) -> Scene.Element? {
    let ends = series.band.compactMap { part -> (Point, Point)? in
      guard let x = layout.x.position(part.x), let lower = field.position(part.lower),
        let upper = field.position(part.upper)
      else { return nil }
      return (Point(x, lower), Point(x, upper))
    }
    guard ends.count > 1 else { return nil }
    return .area(ends.map(\.1) + ends.map(\.0).reversed(), .series(ink), opacity: 0.18)
  }

  private func curve(
    _ series: Series, _ ink: Int, dash: [Double], _ field: PanelLayout, _ layout: Layout
  ) -> [Scene.Element] {
    let points = placed(series, field, layout)
    let strokes = Strokes.unbroken(points).map { Decimation.thinned($0, column: 2) }
    var elements: [Scene.Element] = []
    let drawn = strokes.filter { $0.count > 1 }
    if !drawn.isEmpty { elements.append(.lines(drawn, series.stroke(ink, dash: dash))) }
    // A point without neighbours would not be seen as a line; few points are worth a sign each.
    let few = points.count <= 12
    let lonely = few ? points.compactMap(\.self) : Self.apart(strokes.filter { $0.count == 1 }.map { $0[0] })
    elements += lonely.map { .mark(Mark(series: ink), at: $0, radius: few ? 3 : 2, .series(ink)) }
    if !few, let last = points.compactMap(\.self).last {
      elements.append(.mark(Mark(series: ink), at: last, radius: series.emphasis == .quiet ? 2.5 : 3.5, .series(ink)))
    }
    return elements
  }

  private func placed(_ series: Series, _ field: PanelLayout, _ layout: Layout) -> [Point?] {
    series.points.map { point in
      guard let x = layout.x.position(point.x), let y = field.position(point.y) else { return nil }
      return Point(x, y)
    }
  }

  /// Of points that fall onto the same pixel, one.
  private static func apart(_ points: [Point]) -> [Point] {
    var seen = Set<[Int]>()
    return points.filter { seen.insert([Int($0.x / 2), Int($0.y / 2)]).inserted }
  }

  /// Names and last values, beside the ends of the curves and led to them where they had to move.
  private func names(_ panel: Panel, _ inks: [Int], _ field: PanelLayout, _ layout: Layout) -> [Scene.Element] {
    let ends = panel.series.map { series in placed(series, field, layout).compactMap(\.self).last }
    let named = panel.series.indices.filter { ends[$0] != nil }
    let places = LabelPlacement.spread(
      named.map { ends[$0]?.y ?? 0 }, spacing: 15, within: (field.top + 2)...(field.bottom - 2))
    let column = (ends.compactMap { $0?.x }.max() ?? layout.right) + 16
    return zip(named, places).flatMap { index, place -> [Scene.Element] in
      guard let end = ends[index] else { return [] }
      let value = panel.endText(of: panel.series[index])
      let valueEnd = column + valueColumn
      return [
        .group(
          .leads,
          [
            .lines(
              [[Point(end.x + 5, end.y), Point(column - 3, place)]], Stroke(.series(inks[index]), opacity: 0.5))
          ]),
        .text(value, at: Point(valueEnd, place + 4), TextStyle(.text, size: 12, anchor: .end, isBold: true)),
        .text(
          TextMetrics.shortened(panel.series[index].name, to: layout.width - valueEnd - 7, size: 12),
          at: Point(valueEnd + 7, place + 4), TextStyle(.text, size: 12)),
      ]
    }
  }

  /// The names of all curves in rows above the panels, for charts with too many to name them where they end.
  func legend(_ layout: Layout) -> [Scene.Element] {
    var x = 2.0
    return panels.indices.flatMap { place in
      let inks = inks(of: place)
      let dashes = dashes(of: panels[place], inks)
      return zip(panels[place].series.indices, panels[place].series).flatMap { index, series -> [Scene.Element] in
        let ink = inks[index]
        let y = layout.legendBase - 6
        let start = x
        x += 34 + TextMetrics.width(series.name, size: 12) + 10
        return [
          .lines([[Point(start, y), Point(start + 24, y)]], series.stroke(ink, dash: dashes[index])),
          .mark(Mark(series: ink), at: Point(start + 12, y), radius: 3, .series(ink)),
          .text(series.name, at: Point(start + 30, y + 4), TextStyle(.text, size: 12)),
        ]
      }
    }
  }
}

extension LineChart.Series {
  /// Quiet curves lie behind the others.
  fileprivate var weight: Int { emphasis == .quiet ? 0 : emphasis == .normal ? 1 : 2 }

  fileprivate func stroke(_ ink: Int, dash: [Double]) -> Stroke {
    switch emphasis {
    case .quiet: return Stroke(.series(ink), width: 1.2, opacity: 0.55)
    case .normal: return Stroke(.series(ink), width: 2, dash: dash)
    case .strong: return Stroke(.series(ink), width: 3, dash: dash)
    }
  }
}

extension Mark {
  /// The sign that goes with a series' ink.
  init(series ink: Int) {
    let count = Mark.allCases.count
    self = Mark.allCases[((ink % count) + count) % count]
  }
}
