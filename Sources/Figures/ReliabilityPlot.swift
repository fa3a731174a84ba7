/// How often a model is right, by how sure it says it is: a square in which a model that knows itself lies on the
/// diagonal. The area of a dot says how many answers it stands for.
public struct ReliabilityPlot: Sendable, Equatable {
  /// What the plot shows, in a few words.
  public var title: String
  /// The models or settings to be compared.
  public var series: [Series]

  /// One model's dots.
  public struct Series: Sendable, Equatable {
    /// What it is called.
    public var name: String
    /// A dot for each range of confidence that has answers.
    public var dots: [Dot]

    /// Makes a series.
    public init(_ name: String, _ dots: [Dot]) {
      self.name = name
      self.dots = dots
    }
  }

  /// The answers of one range of confidence.
  public struct Dot: Sendable, Equatable {
    /// Their mean confidence and their share of right ones, 0…1.
    public var confidence: Double, accuracy: Double
    /// How many they are.
    public var count: Int

    /// Makes a dot.
    public init(confidence: Double, accuracy: Double, count: Int) {
      self.confidence = confidence
      self.accuracy = accuracy
      self.count = count
    }
  }

  /// Makes a plot.
  public init(title: String = "", series: [Series]) {
    self.title = title
    self.series = series
  }

  /// The plot in all its forms, so many pixels on each side.
  public func rendering(side: Double = 260) -> Rendering {
    Rendering(drawing: scene(side: side), plainText: plainText)
  }

  /// The plot as a drawing.
  public func scene(side: Double = 260) -> Scene {
    let top = (title.isEmpty ? 0.0 : 22) + 22
    let left = 44.0
    let names = series.map { TextMetrics.width($0.name, size: 12) + 30 }.max() ?? 0
    var scene = Scene(
      width: left + side + 14 + names, height: top + side + 40,
      title: title.isEmpty ? "Reliability plot" : title, summary: summary)
    let x = Scale(kind: .linear, domain: 0...1, start: left, end: left + side)
    let y = Scale(kind: .linear, domain: 0...1, start: top + side, end: top)
    if !title.isEmpty {
      let text = TextMetrics.shortened(title, to: scene.width - 4, size: 14, isBold: true)
      scene.elements.append(.text(text, at: Point(2, 15), TextStyle(.text, size: 14, isBold: true)))
    }
    scene.elements += axes(x, y)
    for (number, one) in series.enumerated() { scene.elements += draw(one, number, x, y) }
    if series.count > 1 { scene.elements += legend(at: Point(left + side + 16, top + 10)) }
    return scene
  }

  private func axes(_ x: Scale, _ y: Scale) -> [Scene.Element] {
    let ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
    let across = ticks.compactMap { x.position($0) }
    let up = ticks.compactMap { y.position($0) }
    var elements: [Scene.Element] = [
      .text("share of right answers", at: Point(2, y.end - 9), TextStyle(.muted, size: 12)),
      .lines(
        up.map { [Point(x.start, $0), Point(x.end, $0)] } + across.map { [Point($0, y.start), Point($0, y.end)] },
        Stroke(.grid)),
      .lines([[Point(x.start, y.start), Point(x.end, y.end)]], Stroke(.axis, dash: [4, 4])),
      .lines([[Point(x.start, y.start), Point(x.end, y.start)]], Stroke(.axis)),
      .text("confidence →", at: Point(x.end, y.start + 32), TextStyle(.muted, size: 12, anchor: .end)),
    ]
    for (tick, place) in zip(ticks, up) {
      elements.append(
        .text(
          NumberFormat.percentage(0).text(tick), at: Point(x.start - 7, place + 4),
          TextStyle(.muted, size: 11, anchor: .end)))
    }
    for (tick, place) in zip(ticks, across) {
      elements.append(
        .text(
          NumberFormat.percentage(0).text(tick), at: Point(place, y.start + 16),
          TextStyle(.muted, size: 11, anchor: .middle)))
    }
    return elements
  }

  private func draw(_ one: Series, _ number: Int, _ x: Scale, _ y: Scale) -> [Scene.Element] {
    let total = Double(max(1, one.dots.reduce(0) { $0 + $1.count }))
    let drawn = one.dots.compactMap { dot -> (Dot, Point)? in
      guard dot.count > 0, let across = x.position(dot.confidence), let up = y.position(dot.accuracy) else {
        return nil
      }
      return (dot, Point(across, up))
    }
    var elements: [Scene.Element] = []
    if drawn.count > 1 {
      elements.append(.lines([drawn.map(\.1)], Stroke(.series(number), width: 1.5, opacity: 0.7)))
    }
    for (dot, place) in drawn {
      let radius = 3 + 9 * (Double(dot.count) / total).squareRoot()
      elements.append(.mark(Mark.allCases[number % Mark.allCases.count], at: place, radius: radius, .series(number)))
      let field = Rectangle(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
      elements.append(.hover(field, tooltip: "\(one.name): \(Self.tell(dot))"))
    }
    return elements
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

  private static func tell(_ dot: Dot) -> String {
    let percent = NumberFormat.percentage(0)
    let answers = dot.count == 1 ? "1 answer" : "\(NumberFormat.integer.text(Double(dot.count))) answers"
    return "\(answers), \(percent.text(dot.confidence)) sure, \(percent.text(dot.accuracy)) right"
  }

  private var summary: String {
    series.map { one in "\(one.name): " + one.dots.filter { $0.count > 0 }.map(Self.tell).joined(separator: "; ") + "."
    }
    .joined(separator: " ")
  }

  private var plainText: String {
    let percent = NumberFormat.percentage(1)
    let rows = series.flatMap { one in
      one.dots.filter { $0.count > 0 }.map { dot -> [Table.Cell] in
        [
          .text(one.name), .text(percent.text(dot.confidence)), .text(percent.text(dot.accuracy)), .integer(dot.count),
        ]
      }
    }
    return Table(
      caption: title.isEmpty ? nil : title,
      columns: [Table.Column(""), .number("confidence"), .number("right"), .number("answers")], rows: rows
    ).plainText
  }
}
