/// A course of numbers as a curve the size of a word.
public struct Sparkline: Sendable, Equatable {
  /// The numbers, at equal distances. Where one is NaN or infinite the curve breaks.
  public var values: [Double]
  /// The lower and upper end of the curve's field; nil for the range of the numbers themselves. A common range makes the
  /// curves of a table's column comparable.
  public var range: ClosedRange<Double>?

  /// Makes a sparkline.
  public init(_ values: [Double], range: ClosedRange<Double>? = nil) {
    self.values = values
    self.range = range
  }

  /// The curve as a drawing, with a sign at its end.
  public func scene(width: Double = 96, height: Double = 20) -> Scene {
    var scene = Scene(width: width, height: height, title: "Curve", summary: summary)
    let ends = bounds
    let inset = 3.0
    let level = { (value: Double) -> Double in
      let share =
        ends.upperBound > ends.lowerBound ? (value - ends.lowerBound) / (ends.upperBound - ends.lowerBound) : 0.5
      return height - inset - min(max(share, 0), 1) * (height - 2 * inset)
    }
    let step = values.count > 1 ? (width - 2 * inset) / Double(values.count - 1) : 0
    let points = values.enumerated().map { index, value in
      isDrawable(value) ? Point(inset + Double(index) * step, level(value)) : nil
    }
    let strokes = Strokes.unbroken(points).map { Decimation.thinned($0, column: 1) }
    if !strokes.isEmpty { scene.elements.append(.lines(strokes, Stroke(.series(0), width: 1.5))) }
    if let last = points.last, let last { scene.elements.append(.mark(.circle, at: last, radius: 2, .series(0))) }
    return scene
  }

  /// The curve as an HTML image, which stays where inline drawings are taken away.
  public var image: String { SVGPrinter.image(of: SVGPrinter().print(scene()), description: plainText) }

  /// The curve as a row of block characters, at most 16; a gap where there is no number.
  public var plainText: String {
    let ends = bounds
    return Strokes.sampled(values, count: 16).map { value in
      guard isDrawable(value) else { return " " }
      let span = ends.upperBound - ends.lowerBound
      let share = span > 0 ? min(max((value - ends.lowerBound) / span, 0), 1) : 0.5
      return Self.blocks[min(Int(share * 8), 7)]
    }.joined()
  }

  private static let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  private var summary: String {
    let drawable = values.filter(isDrawable)
    guard let first = drawable.first, let last = drawable.last else { return "No values." }
    let format = NumberFormat.significant(4)
    return "\(values.count) values from \(format.text(first)) to \(format.text(last))."
  }

  private var bounds: ClosedRange<Double> {
    if let range { return range }
    let drawable = values.filter(isDrawable)
    guard let lower = drawable.min(), let upper = drawable.max() else { return 0...1 }
    return lower...upper
  }

  private func isDrawable(_ value: Double) -> Bool { value.isFinite && abs(value) <= Scale.largest }
}

/// Helps with courses of points in which some are missing.
enum Strokes {
  /// The runs of neighbouring points without a gap.
  static func unbroken(_ points: [Point?]) -> [[Point]] {
    var strokes: [[Point]] = [[]]
    for point in points {
      if let point {
        strokes[strokes.count - 1].append(point)
      } else if strokes.last?.isEmpty == false {
        strokes.append([])
      }
    }
    return strokes.filter { !$0.isEmpty }
  }

  /// At most so many of the values at equal distances, the first and the last among them.
  static func sampled(_ values: [Double], count: Int) -> [Double] {
    guard values.count > count, count > 1 else { return values }
    return (0..<count).map { values[$0 * (values.count - 1) / (count - 1)] }
  }
}
