/// How often values fall into each of a row of equally wide bins.
public struct Histogram: Sendable, Equatable {
  /// What the chart shows, in a few words.
  public var title: String
  /// What the values are.
  public var label: String
  /// The ends of the bins, one more than there are bins; ascending.
  public let edges: [Double]
  /// How many values each bin holds. A value on an edge belongs to the bin above it; on the last edge, to the last bin.
  public let counts: [Int]
  /// How many values are NaN or infinite, and in no bin.
  public let leftOut: Int

  /// Counts values in bins of a round width.
  ///
  /// - Parameters:
  ///   - title: what the chart shows.
  ///   - label: what the values are.
  ///   - values: the values, in any order.
  ///   - bins: about how many bins there shall be, 1 … 200.
  public init(title: String = "", label: String, values: [Double], bins: Int = 24) {
    self.title = title
    self.label = label
    let finite = values.filter { $0.isFinite && abs($0) <= Scale.largest }
    leftOut = values.count - finite.count
    guard let lower = finite.min(), let upper = finite.max() else {
      (edges, counts) = ([0, 1], [0])
      return
    }
    let width = Ticks.roundStep((upper > lower ? upper - lower : 1) / Double(min(max(bins, 1), 200)))
    let first = (lower / width).rounded(.down)
    let number = max(1, Int((upper / width).rounded(.up) - first))
    var counts = [Int](repeating: 0, count: number)
    for value in finite { counts[min(max(Int((value / width).rounded(.down) - first), 0), number - 1)] += 1 }
    self.counts = counts
    edges = (0...number).map { (first + Double($0)) * width }
  }

  /// The histogram in all its forms, so many pixels wide.
  public func rendering(width: Double = 480) -> Rendering {
    Rendering(drawing: scene(width: width), plainText: plainText)
  }

  /// The histogram as a drawing.
  public func scene(width: Double = 480) -> Scene {
    let top = (title.isEmpty ? 0.0 : 20) + 20
    let bottom = top + 150
    let most = Double(counts.max() ?? 0)
    let y = Scale(
      kind: .linear, domain: Scale.domain(of: [0, most], .linear, includesZero: true), start: bottom, end: top)
    let x = Scale(kind: .linear, domain: edges[0]...edges[edges.count - 1], start: 40, end: width - 16)
    var scene = Scene(
      width: width, height: bottom + 36, title: title.isEmpty ? "Histogram" : title, summary: summary)
    if !title.isEmpty {
      scene.elements.append(.text(title, at: Point(2, 15), TextStyle(.text, size: 14, isBold: true)))
    }
    scene.elements.append(.text("count", at: Point(2, top - 9), TextStyle(.muted, size: 12)))
    scene.elements += axes(x, y) + counts.indices.compactMap { bar($0, x, y) }
    scene.elements.append(
      .text(label + " →", at: Point(x.end, bottom + 31), TextStyle(.muted, size: 12, anchor: .end)))
    return scene
  }

  private func bar(_ bin: Int, _ x: Scale, _ y: Scale) -> Scene.Element? {
    guard counts[bin] > 0, let left = x.position(edges[bin]), let right = x.position(edges[bin + 1]),
      let level = y.position(Double(counts[bin]))
    else { return nil }
    let gap = right - left > 4 ? 1.0 : 0
    let field = Rectangle(x: left + gap / 2, y: level, width: right - left - gap, height: y.start - level)
    return .rectangle(field, .series(0), opacity: 0.85, tooltip: "\(range(bin)): \(counts[bin])")
  }

  private func axes(_ x: Scale, _ y: Scale) -> [Scene.Element] {
    let levels = Ticks.linear(in: y.domain, about: 4, wholeNumbers: true)
    let places = Ticks.linear(in: x.domain, about: max(2, Int((x.end - x.start) / 70)))
    var elements: [Scene.Element] = [
      .lines(
        levels.compactMap { y.position($0) }.map { [Point(x.start, $0), Point(x.end, $0)] }, Stroke(.grid)),
      .lines([[Point(x.start, y.start), Point(x.end, y.start)]], Stroke(.axis)),
    ]
    for (level, text) in zip(levels, Ticks.labels(levels)) {
      let place = Point(x.start - 7, (y.position(level) ?? 0) + 4)
      elements.append(.text(text, at: place, TextStyle(.muted, size: 11, anchor: .end)))
    }
    for (value, text) in zip(places, Ticks.labels(places)) {
      let place = Point(x.position(value) ?? 0, y.start + 16)
      elements.append(.text(text, at: place, TextStyle(.muted, size: 11, anchor: .middle)))
    }
    return elements
  }

  /// The bins that hold values, with their counts.
  public var plainText: String {
    let rows = counts.indices.filter { counts[$0] > 0 }.map { [Table.Cell.text(range($0)), .integer(counts[$0])] }
    let note = leftOut > 0 ? "\(leftOut) not finite" : nil
    let columns = [Table.Column(label, .trailing), .number("count")]
    return Table(caption: title.isEmpty ? nil : title, columns: columns, rows: rows, note: note).plainText
  }

  private var summary: String {
    let total = counts.reduce(0, +)
    return "\(total) values between \(number(edges[0])) and \(number(edges[edges.count - 1])) in \(counts.count) bins."
  }

  private func range(_ bin: Int) -> String { "\(number(edges[bin])) … \(number(edges[bin + 1]))" }
  private func number(_ value: Double) -> String { NumberFormat.significant(4).text(value) }
}
