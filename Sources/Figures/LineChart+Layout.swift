extension LineChart {
  /// Where everything of a chart lies: reckoned first, drawn after.
  struct Layout {
    /// The panels' fields, from left to right.
    let left: Double
    let right: Double
    let width: Double
    let height: Double
    let titleBase: Double
    let subtitleBase: Double
    let legendBase: Double
    let x: Scale
    let xTicks: [Double]
    let panels: [PanelLayout]
    /// Whether curves are named where they end; otherwise in a legend above.
    let namesAtEnds: Bool

    var top: Double { panels.first?.top ?? 0 }
    var bottom: Double { panels.last?.bottom ?? 0 }
  }

  /// One panel's field and axis.
  struct PanelLayout {
    let top: Double
    let bottom: Double
    let y: Scale
    let ticks: [Double]
    let labels: [String]

    /// Where a number lies, one above the axis at its end.
    func position(_ value: Double) -> Double? {
      y.position(value.isFinite ? min(value, y.domain.upperBound) : value)
    }
  }

  /// More curves than these in a panel get a legend: their names would not fit beside their ends.
  private static let mostNamedAtEnds = 6

  func layout(width: Double) -> Layout {
    var base = 0.0
    let line = { (height: Double, isShown: Bool) -> Double in
      if isShown { base += height }
      return base
    }
    let namesAtEnds = panels.allSatisfy { $0.series.count <= Self.mostNamedAtEnds }
    let titleBase = line(17, !title.isEmpty)
    let subtitleBase = line(17, !subtitle.isEmpty)
    let legendBase = line(20, !namesAtEnds)
    var top = base + 4
    let fields = panels.enumerated().map { index, panel in
      let height = panels.count == 1 ? 240.0 : index == 0 ? 200 : 110
      top += 24
      defer { top += height + 10 }
      return self.panel(panel, top: top, bottom: top + height)
    }
    let widest = fields.flatMap(\.labels).map { TextMetrics.width($0, size: 11) }.max() ?? 0
    let left = max(30, widest + 10)
    let right = width - (namesAtEnds ? nameColumn(in: width) : 14)
    let x = Scale(kind: xScale, domain: xDomain, start: left, end: max(right, left + 60))
    let labelled = max(2, Int((x.end - x.start) / 70))
    let xTicks = xScale == .linear ? linearXTicks(x, about: labelled) : Ticks.logarithmic(in: x.domain, about: labelled)
    return Layout(
      left: left, right: x.end, width: width, height: top + 32, titleBase: titleBase, subtitleBase: subtitleBase,
      legendBase: legendBase, x: x, xTicks: xTicks, panels: fields, namesAtEnds: namesAtEnds)
  }

  /// Round numbers; on an axis of whole numbers the first one, too, where there is room: epochs begin with 1.
  private func linearXTicks(_ x: Scale, about count: Int) -> [Double] {
    guard !allX.isEmpty || xRange != nil else { return [] }
    let isWhole = allX.allSatisfy { $0 == $0.rounded() }
    let ticks = Ticks.linear(in: x.domain, about: count, wholeNumbers: isWhole)
    guard isWhole, ticks.count > 1, ticks[0] - x.domain.lowerBound > (ticks[1] - ticks[0]) / 2 else { return ticks }
    return [x.domain.lowerBound] + ticks
  }

  private func panel(_ panel: Panel, top: Double, bottom: Double) -> PanelLayout {
    let ends = panel.range.map { [$0.lowerBound, $0.upperBound] } ?? []
    let values = panel.series.flatMap { $0.points.map(\.y) + $0.band.flatMap { [$0.lower, $0.upper] } }
    var domain = Scale.domain(
      of: values + ends, panel.scale, includesZero: panel.includesZero && panel.range == nil)
    // A range that holds everything is taken as it was asked for.
    if let range = panel.range, range.upperBound > range.lowerBound, panel.scale == .linear || range.lowerBound > 0,
      values.allSatisfy({ !$0.isFinite || range.contains($0) })
    {
      domain = range
    }
    if let ceiling = panel.ceiling, ceiling > domain.lowerBound, panel.countAbove(ceiling) > 0 {
      domain = domain.lowerBound...ceiling
    }
    let count = max(3, Int((bottom - top) / 32))
    let isEmpty = panel.range == nil && !values.contains { $0.isFinite }
    let ticks =
      isEmpty
      ? []
      : panel.scale == .linear
        ? Ticks.linear(in: domain, about: count) : Ticks.logarithmic(in: domain, about: count)
    return PanelLayout(
      top: top, bottom: bottom, y: Scale(kind: panel.scale, domain: domain, start: bottom, end: top), ticks: ticks,
      labels: panel.axisLabels(ticks))
  }

  /// The room beside the field for the names of curves and their last values.
  private func nameColumn(in width: Double) -> Double {
    let names = panels.flatMap { panel in panel.series.map { TextMetrics.width($0.name, size: 12) } }.max() ?? 0
    return min(names + valueColumn + 26, width * 0.45)
  }

  /// The room for the last values.
  var valueColumn: Double {
    let values = panels.flatMap { panel in panel.series.map(panel.endText) }
    return values.map { TextMetrics.width($0, size: 12, isBold: true) }.max() ?? 0
  }

  var allX: [Double] { panels.flatMap { $0.series.flatMap { $0.points.map(\.x) + $0.band.map(\.x) } } }

  private var xDomain: ClosedRange<Double> {
    let asked = xRange.map { [$0.lowerBound, $0.upperBound] } ?? []
    let values = (allX + asked + events.map(\.x)).filter {
      $0.isFinite && abs($0) <= Scale.largest && (xScale == .linear || $0 > 0)
    }
    guard let lower = values.min(), let upper = values.max() else { return xScale == .linear ? 0...1 : 1...10 }
    guard lower < upper else { return xScale == .linear ? (lower - 0.5)...(lower + 0.5) : (lower / 2)...(lower * 2) }
    return lower...upper
  }
}

extension LineChart.Panel {
  /// What stands at the axis. Percentages keep their sign, everything else is as short as it can be.
  fileprivate func axisLabels(_ ticks: [Double]) -> [String] {
    guard case .percentage = format else { return Ticks.labels(ticks, scale) }
    return Ticks.labels(ticks.map { ($0 * 100 * 1e9).rounded() / 1e9 }).map { $0 + " %" }
  }
}
