/// Bars from a common base: amounts by name, or a histogram.
public struct BarChart: Sendable, Equatable {
  /// What the chart shows, in a few words.
  public var title: String
  /// What the bars measure.
  public var valueLabel: String
  /// The bars, from top to bottom.
  public var bars: [Bar]
  /// How values are written beside the bars.
  public var format: NumberFormat
  /// A value that the axis shows in any case, for example 1 for shares.
  public var largest: Double?

  /// Makes a chart of bars.
  public init(
    title: String = "", valueLabel: String, bars: [Bar], format: NumberFormat = .significant(4), largest: Double? = nil
  ) {
    self.title = title
    self.valueLabel = valueLabel
    self.bars = bars
    self.format = format
    self.largest = largest
  }

  /// One bar.
  public struct Bar: Sendable, Equatable {
    /// What it stands for.
    public var label: String
    /// How long it is. Nothing is drawn for NaN, infinite and negative values.
    public var value: Double
    /// The ends of a range around the value, for example a confidence interval.
    public var interval: ClosedRange<Double>?
    /// What it is drawn in.
    public var ink: Ink

    /// Makes a bar.
    public init(_ label: String, _ value: Double, interval: ClosedRange<Double>? = nil, ink: Ink = .series(0)) {
      self.label = label
      self.value = value
      self.interval = interval
      self.ink = ink
    }
  }

  /// The chart in all its forms, so many pixels wide.
  public func rendering(width: Double = 560) -> Rendering {
    Rendering(drawing: scene(width: width), plainText: plainText)
  }
}

// MARK: - Drawing

extension BarChart {
  private static let rowHeight = 22.0

  /// The chart as a drawing: horizontal bars, each with its name before and its value behind it.
  public func scene(width: Double = 560) -> Scene {
    let top = (title.isEmpty ? 0.0 : 20) + 18
    let height = top + Double(bars.count) * Self.rowHeight + 6
    let names = bars.map { TextMetrics.width($0.label, size: 12) }.max() ?? 0
    let left = min(max(names + 10, 24), width * 0.4)
    let values = bars.map { TextMetrics.width(text($0), size: 12, isBold: true) }.max() ?? 0
    let scale = Scale(
      kind: .linear, domain: domain, start: left, end: max(left + 40, width - values - 14))
    var scene = Scene(
      width: width, height: height, title: title.isEmpty ? "Bar chart" : title, summary: summary)
    if !title.isEmpty {
      scene.elements.append(.text(title, at: Point(2, 15), TextStyle(.text, size: 14, isBold: true)))
    }
    scene.elements.append(.text(valueLabel, at: Point(left, top - 6), TextStyle(.muted, size: 12)))
    for (row, bar) in bars.enumerated() {
      scene.elements += draw(bar, at: top + (Double(row) + 0.5) * Self.rowHeight, left: left, scale)
    }
    scene.elements.append(.lines([[Point(left, top), Point(left, height - 6)]], Stroke(.axis)))
    return scene
  }

  private func draw(_ bar: Bar, at middle: Double, left: Double, _ scale: Scale) -> [Scene.Element] {
    let end = bar.value >= 0 ? scale.position(bar.value) : nil
    var elements: [Scene.Element] = [
      .text(
        TextMetrics.shortened(bar.label, to: left - 10, size: 12), at: Point(left - 8, middle + 4),
        TextStyle(.text, size: 12, anchor: .end))
    ]
    if let end {
      let field = Rectangle(x: left, y: middle - 7, width: end - left, height: 14)
      elements.append(.rectangle(field, bar.ink, opacity: 0.85, tooltip: "\(bar.label): \(text(bar))"))
    }
    var reach = end ?? left
    if let interval = bar.interval, let lower = scale.position(max(interval.lowerBound, 0)),
      let upper = scale.position(interval.upperBound)
    {
      let ends = [lower, upper].map { [Point($0, middle - 4), Point($0, middle + 4)] }
      elements.append(.lines([[Point(lower, middle), Point(upper, middle)]] + ends, Stroke(.text, width: 1.3)))
      reach = max(reach, upper)
    }
    elements.append(.text(text(bar), at: Point(reach + 7, middle + 4), TextStyle(.text, size: 12, isBold: true)))
    return elements
  }

  private var domain: ClosedRange<Double> {
    let values = bars.flatMap { [$0.value, $0.interval?.upperBound ?? $0.value] } + (largest.map { [$0] } ?? [])
    let drawable = values.filter { $0.isFinite && $0 > 0 && $0 <= Scale.largest }
    return 0...(drawable.max() ?? 1)
  }
}

// MARK: - Words

extension BarChart {
  /// The chart as a table, with the ranges where there are any.
  public var plainText: String {
    let hasIntervals = bars.contains { $0.interval != nil }
    var columns = [Table.Column(""), .number(valueLabel)]
    if hasIntervals { columns.append(.number("interval")) }
    let rows = bars.map { bar -> [Table.Cell] in
      let interval = bar.interval.map { "[\(format.text($0.lowerBound)), \(format.text($0.upperBound))]" } ?? ""
      return [.text(bar.label), .number(bar.value, format)] + (hasIntervals ? [.text(interval)] : [])
    }
    return Table(caption: title.isEmpty ? nil : title, columns: columns, rows: rows).plainText
  }

  private var summary: String {
    bars.isEmpty ? "No bars." : bars.map { "\($0.label): \(text($0))." }.joined(separator: " ")
  }

  private func text(_ bar: Bar) -> String { format.text(bar.value) }
}
