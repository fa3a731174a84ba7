extension LineChart {
  /// The chart as a drawing, so many pixels wide; how high it is follows from its panels.
  public func scene(width: Double = LineChart.usualWidth) -> Scene {
    let layout = layout(width: max(width, 240))
    var scene = Scene(
      width: layout.width, height: layout.height, title: title.isEmpty ? "Line chart" : title, summary: summary)
    scene.elements += heading(layout)
    for place in panels.indices { scene.elements += grid(place, layout) }
    scene.elements += horizontalAxis(layout)
    for place in panels.indices { scene.elements += curves(place, layout) }
    scene.elements += layout.namesAtEnds ? [] : legend(layout)
    scene.data = data(layout)
    return scene
  }

  private func heading(_ layout: Layout) -> [Scene.Element] {
    var elements: [Scene.Element] = []
    if !title.isEmpty {
      let text = TextMetrics.shortened(title, to: layout.width - 4, size: 14, isBold: true)
      elements.append(.text(text, at: Point(2, layout.titleBase - 2), TextStyle(.text, size: 14, isBold: true)))
    }
    if !subtitle.isEmpty {
      let text = TextMetrics.shortened(subtitle, to: layout.width - 4, size: 12)
      elements.append(.text(text, at: Point(2, layout.subtitleBase - 2), TextStyle(.muted, size: 12)))
    }
    return elements
  }

  private func grid(_ place: Int, _ layout: Layout) -> [Scene.Element] {
    let (panel, field) = (panels[place], layout.panels[place])
    let levels = field.ticks.compactMap { field.y.position($0) }
    var elements: [Scene.Element] = [
      .text(panel.heading, at: Point(2, field.top - 12), TextStyle(.muted, size: 12))
    ]
    let lines = Scene.Element.lines(levels.map { [Point(layout.left, $0), Point(layout.right, $0)] }, Stroke(.grid))
    let labels = zip(levels, field.labels).map { level, label in
      Scene.Element.text(label, at: Point(layout.left - 7, level + 4), TextStyle(.muted, size: 11, anchor: .end))
    }
    elements.append(.group(.levels(panel: place), [lines] + labels))
    if panel.series.allSatisfy({ series in !series.points.contains { field.shows($0, layout) } }) {
      let middle = Point((layout.left + layout.right) / 2, (field.top + field.bottom) / 2 + 4)
      elements.append(.text("nothing to show yet", at: middle, TextStyle(.muted, size: 12, anchor: .middle)))
    }
    return elements
  }

  private func horizontalAxis(_ layout: Layout) -> [Scene.Element] {
    let places = layout.xTicks.map { layout.x.position($0) ?? layout.left }
    let axes = layout.panels.map { [Point(layout.left, $0.bottom), Point(layout.right, $0.bottom)] }
    let ticks = places.map { [Point($0, layout.bottom), Point($0, layout.bottom + 4)] }
    let labels = zip(places, Ticks.labels(layout.xTicks, xScale)).map { place, label in
      Scene.Element.text(
        label, at: Point(place, layout.bottom + 16), TextStyle(.muted, size: 11, anchor: .middle))
    }
    let name = TextStyle(.muted, size: 12, anchor: .end)
    return [
      .lines(axes, Stroke(.axis)),
      .group(.places, [.lines(ticks, Stroke(.axis))] + labels + eventLines(layout)),
    ] + [.text(xLabel + " →", at: Point(layout.right, layout.bottom + 31), name)]
  }

  /// Events are marked in all panels and named above the first, as far as their names do not cover each other.
  private func eventLines(_ layout: Layout) -> [Scene.Element] {
    var elements: [Scene.Element] = []
    var free = panels.first.map { 2 + TextMetrics.width($0.heading, size: 12) + 6 } ?? 0
    for event in events.sorted(by: { $0.x < $1.x }) {
      guard let x = layout.x.position(event.x) else { continue }
      let lines = layout.panels.map { [Point(x, $0.top), Point(x, $0.bottom)] }
      elements.append(.lines(lines, Stroke(.muted, dash: [3, 3])))
      let width = TextMetrics.width(event.label, size: 11)
      let centre = min(max(x, layout.left + width / 2), layout.width - width / 2)
      guard centre - width / 2 > free else { continue }
      free = centre + width / 2 + 6
      elements.append(
        .text(event.label, at: Point(centre, layout.top - 12), TextStyle(.muted, size: 11, anchor: .middle)))
    }
    return elements
  }
}

extension LineChart.Panel {
  /// How many values lie above a ceiling.
  func countAbove(_ ceiling: Double) -> Int {
    series.flatMap(\.points).count { $0.y.isFinite && $0.y > ceiling }
  }

  /// The label with what must be known to read the axis.
  var heading: String {
    let above = ceiling.map(countAbove) ?? 0
    guard scale == .logarithmic else {
      return above == 0 ? label : "\(label) (\(above) \(above == 1 ? "value" : "values") above the axis)"
    }
    let left = series.flatMap(\.points).count { $0.y <= 0 }
    let remark = left == 0 ? "" : ", \(left) \(left == 1 ? "value" : "values") ≤ 0 not shown"
    return "\(label) (logarithmic\(remark))"
  }
}

extension LineChart.PanelLayout {
  func shows(_ point: Point, _ layout: LineChart.Layout) -> Bool {
    layout.x.position(point.x) != nil && y.position(point.y) != nil
  }
}
