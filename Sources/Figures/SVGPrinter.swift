import Foundation
import NumberForms

/// Prints scenes as SVG, in one of two styles.
public struct SVGPrinter: Sendable {
  /// For which surroundings is printed.
  public enum Style: Sendable, Equatable {
    /// A piece of an HTML page: takes the page's text colour and font, gives tooltips.
    case inline
    /// A file or an isolated image: brings its own colours for light and dark readers.
    case standalone
  }

  /// For which surroundings is printed.
  public let style: Style

  /// Makes a printer.
  public init(_ style: Style) { self.style = style }

  /// Prints a scene. Equal scenes give equal text.
  public func print(_ scene: Scene) -> String {
    let size = "width=\"\(number(scene.width))\" height=\"\(number(scene.height))\""
    let box = "viewBox=\"0 0 \(number(scene.width)) \(number(scene.height))\""
    // A page may set its own title tooltip for the whole drawing; an empty one keeps the drawing's quiet.
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) role=\"img\" "
      + "aria-label=\"\(Escaping.attribute(scene.title + ". " + scene.summary))\" \(surroundings)>"
    let names =
      style == .standalone
      ? "<title>\(Escaping.text(scene.title))</title><desc>\(Escaping.text(scene.summary))</desc>"
      : "<desc>\(Escaping.text(scene.summary))</desc>"
    let body = (scene.elements.compactMap(element) + hoverFields(scene)).joined(separator: "\n")
    return [head + names, styleSheet(scene), body, "</svg>"].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A printed drawing as an HTML image: what survives where drawings inside of a page are taken away.
  public static func image(of svg: String, description: String) -> String {
    "<img alt=\"\(Escaping.attribute(description))\" style=\"max-width:100%;vertical-align:middle;margin:0\" "
      + "src=\"data:image/svg+xml;base64,\(Data(svg.utf8).base64EncodedString())\">"
  }

  private var surroundings: String {
    switch style {
    case .inline: "style=\"max-width:100%;height:auto;font-family:var(--jp-ui-font-family,sans-serif)\""
    case .standalone: "font-family=\"sans-serif\""
    }
  }
}

// MARK: - Elements

extension SVGPrinter {
  /// An element's tag; nil for fields that only react.
  private func element(_ element: Scene.Element) -> String? {
    switch element {
    case .lines(let strokes, let stroke):
      return "<path d=\"\(strokes.map { path($0) }.joined())\" fill=\"none\" \(attributes(stroke))/>"
    case .area(let points, let ink, let opacity):
      return "<path d=\"\(path(points))Z\" \(colour(ink, "fill", opacity: opacity))/>"
    case .rectangle(let rectangle, let ink, let opacity, let tooltip):
      return closed("rect", "\(sides(rectangle)) \(colour(ink, "fill", opacity: opacity))", tooltip: tooltip)
    case .mark(let mark, let place, let radius, let ink):
      return sign(mark, at: place, radius: radius, colour(ink, "fill"))
    case .picture(let source, let rectangle, let description):
      guard source.hasPrefix("data:image/") else { return nil }
      // Readers of SVG 1.1 know no other name for it.
      return
        "<image xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(sides(rectangle)) xlink:href=\"\(Escaping.attribute(source))\">"
        + "<title>\(Escaping.text(description))</title></image>"
    case .text(let text, let place, let style):
      return "<text \(position(place)) \(attributes(style))>\(Escaping.text(text))</text>"
    case .hover: return nil
    }
  }

  /// The fields that react to the pointer, on top of everything.
  private func hoverFields(_ scene: Scene) -> [String] {
    let fields = scene.elements.compactMap { element -> String? in
      guard case .hover(let rectangle, let tooltip) = element else { return nil }
      return closed("rect", sides(rectangle), tooltip: tooltip)
    }
    return fields.isEmpty || style == .standalone
      ? [] : ["<g class=\"whet-hover\" fill-opacity=\"0\">"] + fields + ["</g>"]
  }

  /// A tag with its tooltip, where tooltips are seen.
  private func closed(_ tag: String, _ attributes: String, tooltip: String?) -> String {
    guard let tooltip, style == .inline else { return "<\(tag) \(attributes)/>" }
    return "<\(tag) \(attributes)><title>\(Escaping.text(tooltip))</title></\(tag)>"
  }

  private func path(_ points: [Point]) -> String {
    points.enumerated().map { ($0.offset == 0 ? "M" : "L") + "\(number($0.element.x)) \(number($0.element.y))" }
      .joined()
  }

  private func sign(_ mark: Mark, at place: Point, radius: Double, _ ink: String) -> String {
    let (x, y, r) = (place.x, place.y, radius)
    let corners: [Point] =
      switch mark {
      case .circle: []
      case .square:
        [Point(x - r * 0.9, y - r * 0.9), Point(x + r * 0.9, y - r * 0.9), Point(x + r * 0.9, y + r * 0.9)]
          + [Point(x - r * 0.9, y + r * 0.9)]
      case .triangle: [Point(x, y - r * 1.2), Point(x + r * 1.1, y + r * 0.8), Point(x - r * 1.1, y + r * 0.8)]
      case .diamond: [Point(x, y - r * 1.3), Point(x + r * 1.3, y), Point(x, y + r * 1.3), Point(x - r * 1.3, y)]
      case .wedge: [Point(x, y + r * 1.2), Point(x + r * 1.1, y - r * 0.8), Point(x - r * 1.1, y - r * 0.8)]
      }
    return corners.isEmpty
      ? "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(r))\" \(ink)/>"
      : "<path d=\"\(path(corners))Z\" \(ink)/>"
  }
}

// MARK: - Attributes

extension SVGPrinter {
  private func attributes(_ stroke: Stroke) -> String {
    let dash = stroke.dash.isEmpty ? "" : " stroke-dasharray=\"\(stroke.dash.map(number).joined(separator: " "))\""
    return colour(stroke.ink, "stroke", opacity: stroke.opacity) + " stroke-width=\"\(number(stroke.width))\"\(dash)"
      + " stroke-linejoin=\"round\" stroke-linecap=\"round\""
  }

  private func attributes(_ text: TextStyle) -> String {
    let anchor =
      switch text.anchor {
      case .start: ""
      case .middle: " text-anchor=\"middle\""
      case .end: " text-anchor=\"end\""
      }
    return "font-size=\"\(number(text.size))\"\(text.isBold ? " font-weight=\"600\"" : "")\(anchor) "
      + colour(text.ink, "fill")
  }

  private func position(_ point: Point) -> String { "x=\"\(number(point.x))\" y=\"\(number(point.y))\"" }

  private func sides(_ rectangle: Rectangle) -> String {
    "\(position(Point(rectangle.x, rectangle.y))) width=\"\(number(rectangle.width))\" "
      + "height=\"\(number(rectangle.height))\""
  }

  /// An ink as attributes for `fill` or `stroke`.
  ///
  /// Inline, grey inks are the page's text colour laid on more or less thinly, and the others carry a style that knows
  /// both themes, on top of an attribute for front ends that take styles away or do not know `light-dark()`.
  private func colour(_ ink: Ink, _ property: String, opacity: Double = 1) -> String {
    let pair = Palette.pair(ink)
    let thin = { (value: Double) in value == 1 ? "" : " \(property)-opacity=\"\(number(value, places: 2))\"" }
    guard style == .inline else {
      let base = ink == .grid ? 0.3 : 1
      return "\(property)=\"\(pair.light)\"\(thin(base * opacity)) class=\"\(Self.name(ink))-\(property.prefix(1))\""
    }
    if case .paper = ink { return "\(property)=\"var(--jp-layout-color0,\(pair.light))\"\(thin(opacity))" }
    if let base = Palette.opacity(ink) { return "\(property)=\"currentColor\"\(thin(base * opacity))" }
    return "\(property)=\"\(pair.light)\" style=\"\(property):light-dark(\(pair.light),\(pair.dark))\"\(thin(opacity))"
  }

  /// A coordinate with at most one decimal; a tenth of a pixel is finer than a screen shows.
  private func number(_ value: Double) -> String { number(value, places: 1) }

  private func number(_ value: Double, places: Int) -> String {
    let text = NumberText.fixed(value, places)
    guard text.contains(".") else { return text }
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
  }
}

// MARK: - Style sheet

extension SVGPrinter {
  /// The class of an ink; prefixed, since a drawing may come to stand inside of a page after all.
  private static func name(_ ink: Ink) -> String {
    switch ink {
    case .text: "whet-text"
    case .muted: "whet-muted"
    case .axis: "whet-axis"
    case .grid: "whet-grid"
    case .series(let index): "whet-\(((index % Palette.seriesCount) + Palette.seriesCount) % Palette.seriesCount)"
    case .good: "whet-good"
    case .bad: "whet-bad"
    case .paper: "whet-paper"
    }
  }

  private func styleSheet(_ scene: Scene) -> String {
    guard style == .standalone else {
      let reacts = scene.elements.contains { if case .hover = $0 { true } else { false } }
      return reacts ? "<style>.whet-hover{fill:currentColor}.whet-hover rect:hover{fill-opacity:.08}</style>" : ""
    }
    var rules: [String] = []
    for (ink, property) in scene.elements.flatMap(Self.inks) {
      let rule = ".\(Self.name(ink))-\(property.prefix(1)){\(property):\(Palette.pair(ink).dark)}"
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rules.isEmpty ? "" : "<style>@media (prefers-color-scheme:dark){\(rules.joined())}</style>"
  }

  /// The inks an element uses, and what for.
  private static func inks(_ element: Scene.Element) -> [(Ink, String)] {
    switch element {
    case .lines(_, let stroke): [(stroke.ink, "stroke")]
    case .area(_, let ink, _), .rectangle(_, let ink, _, _), .mark(_, _, _, let ink): [(ink, "fill")]
    case .text(_, _, let style): [(style.ink, "fill")]
    case .picture, .hover: []
    }
  }
}
