/// Puts free-standing drawings one below the other into one.
enum SVGStack {
  /// The drawings must have been printed by `SVGPrinter`, whose first tag states both sides.
  static func stacked(_ drawings: [String]) -> String? {
    let gap = 12.0
    var top = 0.0
    var width = 0.0
    var parts: [String] = []
    for drawing in drawings {
      guard let size = size(of: drawing), drawing.hasPrefix("<svg ") else { return nil }
      parts.append("<svg y=\"\(NumberFormat.significant(7).text(top))\" " + drawing.dropFirst(5))
      top += size.height + gap
      width = max(width, size.width)
    }
    let sides = (NumberFormat.significant(7).text(width), NumberFormat.significant(7).text(top - gap))
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(sides.0)\" height=\"\(sides.1)\" "
      + "viewBox=\"0 0 \(sides.0) \(sides.1)\">\n\(parts.joined(separator: "\n"))\n</svg>"
  }

  private static func size(of drawing: String) -> (width: Double, height: Double)? {
    let head = drawing.prefix { $0 != ">" }
    guard let width = attribute("width", in: head), let height = attribute("height", in: head) else { return nil }
    return (width, height)
  }

  private static func attribute(_ name: String, in head: Substring) -> Double? {
    for piece in head.split(separator: " ") where piece.hasPrefix("\(name)=\"") {
      return Double(piece.dropFirst(name.count + 2).dropLast())
    }
    return nil
  }
}
