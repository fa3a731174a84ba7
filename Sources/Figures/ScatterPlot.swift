/// Pairs of numbers as dots, beside the line they would lie on: predicted numbers against true ones, or what is left over.
public struct ScatterPlot: Sendable, Equatable {
  /// What the plot shows, in a few words.
  public var title: String
  /// What the dots' places mean, across and up.
  public var xLabel: String, yLabel: String
  /// The dots, those of each series in a colour and a shape of their own.
  public var series: [Series]
  /// The line that dots are measured by.
  public var reference: Reference

  /// Dots of one kind.
  public struct Series: Sendable, Equatable {
    /// What they are called.
    public var name: String
    /// The dots.
    public var dots: [Dot]

    /// Makes a series.
    public init(_ name: String, _ dots: [Dot]) {
      self.name = name
      self.dots = dots
    }
  }

  /// A pair of numbers.
  public struct Dot: Sendable, Equatable {
    /// What it stands for.
    public var name: String
    /// Where it lies. One without a place, NaN or infinite, is told but not drawn.
    public var x: Double, y: Double

    /// Makes a dot.
    public init(_ name: String, x: Double, y: Double) {
      (self.name, self.x, self.y) = (name, x, y)
    }
  }

  /// The line that dots are measured by.
  public enum Reference: Sendable, Equatable {
    /// Where both numbers are the same; both axes show the same range.
    case diagonal
    /// Where the upright number is 0.
    case zero
  }

  /// Makes a plot.
  public init(
    title: String = "", xLabel: String, yLabel: String, series: [Series], reference: Reference
  ) {
    (self.title, self.xLabel, self.yLabel) = (title, xLabel, yLabel)
    (self.series, self.reference) = (series, reference)
  }

  /// The plot in all its forms, so many pixels on each side.
  public func rendering(side: Double = 320) -> Rendering {
    Rendering(drawing: scene(side: side), plainText: plainText)
  }

  /// The most marks that are drawn: of more dots those that nearly cover each other are drawn once.
  public static let markLimit = 2_000
  /// The most dots that tell their numbers when a pointer rests on them.
  private static let tooltipLimit = 400
}

// MARK: - Drawing

extension ScatterPlot {
  /// The plot as a drawing.
  public func scene(side: Double = 320) -> Scene {
    let top = (title.isEmpty ? 0.0 : 22) + 22
    let drawable = series.flatMap(\.dots).filter(Self.isDrawable)
    let (across, up) = domains(of: drawable)
    let (xTicks, yTicks) = (Ticks.linear(in: across, about: 5), Ticks.linear(in: up, about: 6))
    let labels = Ticks.labels(yTicks)
    let left = (labels.map { TextMetrics.width($0, size: 11) }.max() ?? 0) + 14
    // The last label of the lower axis reaches half its width beyond it.
    let right = max(16, (Ticks.labels(xTicks).last.map { TextMetrics.width($0, size: 11) } ?? 0) / 2 + 2)
    let names = series.count > 1 ? (series.map { TextMetrics.width($0.name, size: 12) + 30 }.max() ?? 0) : 0
    var scene = Scene(
      width: left + side + right + names, height: top + side + 40, title: title.isEmpty ? "Scatter plot" : title,
      summary: summary)
    let x = Scale(kind: .linear, domain: across, start: left, end: left + side)
    let y = Scale(kind: .linear, domain: up, start: top + side, end: top)
    if !title.isEmpty {
      let text = TextMetrics.shortened(title, to: scene.width - 4, size: 14, isBold: true)
      scene.elements.append(.text(text, at: Point(2, 15), TextStyle(.text, size: 14, isBold: true)))
    }
    scene.elements += axes(x, y, xTicks, yTicks, labels)
    if drawable.isEmpty {
      scene.elements.append(
        .text(
          "nothing to show", at: Point((x.start + x.end) / 2, (y.start + y.end) / 2),
          TextStyle(.muted, size: 12, anchor: .middle)))
    }
    for (number, one) in series.enumerated() { scene.elements += marks(one, number, x, y) }
    if series.count > 1 { scene.elements += legend(at: Point(left + side + right + 6, top + 10)) }
    return scene
  }

  private static func isDrawable(_ dot: Dot) -> Bool {
    [dot.x, dot.y].allSatisfy { $0.isFinite && abs($0) <= Scale.largest }
  }

  private func domains(of dots: [Dot]) -> (across: ClosedRange<Double>, up: ClosedRange<Double>) {
    switch reference {
    case .diagonal:
      let both = Scale.domain(of: dots.flatMap { [$0.x, $0.y] }, .linear, includesZero: false)
      return (both, both)
    case .zero:
      return (
        Scale.domain(of: dots.map(\.x), .linear, includesZero: false),
        Scale.domain(of: dots.map(\.y), .linear, includesZero: true)
      )
    }
  }

  private func axes(
    _ x: Scale, _ y: Scale, _ xTicks: [Double], _ yTicks: [Double], _ labels: [String]
  ) -> [Scene.Element] {
    let across = xTicks.compactMap { x.position($0) }
    let up = yTicks.compactMap { y.position($0) }
    var elements: [Scene.Element] = [
      .text(yLabel, at: Point(2, y.end - 9), TextStyle(.muted, size: 12)),
      .lines(
        up.map { [Point(x.start, $0), Point(x.end, $0)] } + across.map { [Point($0, y.start), Point($0, y.end)] },
        Stroke(.grid)),
      .lines([[Point(x.start, y.start), Point(x.end, y.start)]], Stroke(.axis)),
    ]
    switch reference {
    case .diagonal:
      elements.append(.lines([[Point(x.start, y.start), Point(x.end, y.end)]], Stroke(.axis, dash: [4, 4])))
    case .zero:
      let zero = y.position(0) ?? y.start
      elements.append(.lines([[Point(x.start, zero), Point(x.end, zero)]], Stroke(.axis, dash: [4, 4])))
    }
    for (label, place) in zip(labels, up) {
      elements.append(.text(label, at: Point(x.start - 7, place + 4), TextStyle(.muted, size: 11, anchor: .end)))
    }
    for (label, place) in zip(Ticks.labels(xTicks), across) {
      elements.append(.text(label, at: Point(place, y.start + 16), TextStyle(.muted, size: 11, anchor: .middle)))
    }
    elements.append(.text(xLabel + " →", at: Point(x.end, y.start + 32), TextStyle(.muted, size: 12, anchor: .end)))
    return elements
  }

  private func marks(_ one: Series, _ number: Int, _ x: Scale, _ y: Scale) -> [Scene.Element] {
    let placed = one.dots.filter(Self.isDrawable).compactMap { dot -> (dot: Dot, place: Point)? in
      guard let across = x.position(dot.x), let up = y.position(dot.y) else { return nil }
      return (dot, Point(across, up))
    }
    let mark = Mark.allCases[number % Mark.allCases.count]
    let radius = placed.count > 200 ? 2.0 : 3.5
    var elements = Self.apart(placed.map(\.place)).map { place -> Scene.Element in
      .mark(mark, at: place, radius: radius, .series(number))
    }
    guard placed.count <= Self.tooltipLimit else { return elements }
    for (dot, place) in placed {
      let field = Rectangle(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
      elements.append(.hover(field, tooltip: tell(dot, of: one)))
    }
    return elements
  }

  /// Places of which none are too many: where there are, one for each square of a grid that gets wider until they are few.
  private static func apart(_ places: [Point]) -> [Point] {
    var width = 1.0
    var kept = places
    while kept.count > markLimit {
      var taken: Set<[Int]> = []
      kept = kept.filter { taken.insert([Int($0.x / width), Int($0.y / width)]).inserted }
      width *= 1.5
    }
    return kept
  }

  private func legend(at corner: Point) -> [Scene.Element] {
    series.enumerated().flatMap { number, one -> [Scene.Element] in
      let y = corner.y + Double(number) * 18
      return [
        .mark(Mark.allCases[number % Mark.allCases.count], at: Point(corner.x, y), radius: 5, .series(number)),
        .text(one.name, at: Point(corner.x + 11, y + 4), TextStyle(.text, size: 12)),
      ]
    }
  }
}

// MARK: - Words and numbers

extension ScatterPlot {
  private static let format = NumberFormat.significant(4)

  private func tell(_ dot: Dot, of one: Series) -> String {
    "\(one.name), \(dot.name): \(xLabel) \(Self.format.text(dot.x)), \(yLabel) \(Self.format.text(dot.y))"
  }

  private var summary: String {
    series.map { one in
      let drawable = one.dots.filter(Self.isDrawable)
      func range(_ values: [Double]) -> String {
        "\(Self.format.text(values.min() ?? 0)) to \(Self.format.text(values.max() ?? 0))"
      }
      let count = one.dots.count == 1 ? "1 dot" : "\(NumberFormat.integer.text(Double(one.dots.count))) dots"
      guard !drawable.isEmpty else { return "\(one.name): \(count)." }
      return "\(one.name): \(count), \(xLabel) \(range(drawable.map(\.x))), \(yLabel) \(range(drawable.map(\.y)))."
    }.joined(separator: " ")
  }

  /// A row for each of the first dots.
  private var plainText: String {
    let rows = series.flatMap { one in
      one.dots.map { dot -> [Table.Cell] in
        (series.count > 1 ? [.text(one.name)] : [])
          + [.text(dot.name), .text(Self.format.text(dot.x)), .text(Self.format.text(dot.y))]
      }
    }
    return Table(
      caption: title.isEmpty ? nil : title,
      columns: (series.count > 1 ? [Table.Column("")] : [])
        + [Table.Column(""), Table.Column.number(xLabel), .number(yLabel)], rows: rows, rowLimit: 20
    ).plainText
  }

  /// The dots as a table: a row for each.
  public var numbers: CSVText {
    var table = CSVText(header: ["series", "name", xLabel, yLabel])
    for one in series {
      for dot in one.dots { table.append([.text(one.name), .text(dot.name), .number(dot.x), .number(dot.y)]) }
    }
    return table
  }
}
