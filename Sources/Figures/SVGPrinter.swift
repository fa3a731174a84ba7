import Foundation
import NumberForms

/// Prints scenes as SVG that needs nothing around it: it brings its own colours for light and dark readers.
public struct SVGPrinter: Sendable {
  /// Makes a printer.
  public init() {}

  /// Prints a scene. Equal scenes give equal text.
  public func print(_ scene: Scene) -> String {
    let size = "width=\"\(number(scene.width))\" height=\"\(number(scene.height))\""
    let box = "viewBox=\"0 0 \(number(scene.width)) \(number(scene.height))\""
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) role=\"img\" "
      + "aria-label=\"\(MarkupEscape.attribute(scene.title + ". " + scene.summary))\" font-family=\"sans-serif\">"
    let names = "<title>\(MarkupEscape.text(scene.title))</title><desc>\(MarkupEscape.text(scene.summary))</desc>"
    let data = scene.data.map { "<metadata>\(MarkupEscape.text($0))</metadata>" } ?? ""
    let body = scene.elements.compactMap(element).joined(separator: "\n")
    return [head + names, data, styleSheet(scene), body, "</svg>"].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A printed drawing as an HTML image in a line of text: it stays where front ends take drawings inside of a page away.
  public static func image(of svg: String, description: String) -> String {
    "<img alt=\"\(MarkupEscape.attribute(description))\" style=\"max-width:100%;vertical-align:middle;margin:0\" "
      + "src=\"\(address(of: svg))\">"
  }

  /// A printed scene as an HTML image that is as wide as its page, and no wider than so many pixels. The extension for
  /// JupyterLab knows it by its class.
  static func figure(_ scene: Scene, svg: String, upTo width: Double) -> String {
    let sides = "width=\"\(NumberText.fixed(scene.width, 0))\" height=\"\(NumberText.fixed(scene.height, 0))\""
    return "<img class=\"whet-figure\" alt=\"\(MarkupEscape.attribute(scene.title + ". " + scene.summary))\" \(sides) "
      + "style=\"width:100%;max-width:\(NumberText.fixed(width, 0))px;height:auto;margin:0\" "
      + "src=\"\(address(of: svg))\">"
  }

  private static func address(of svg: String) -> String {
    "data:image/svg+xml;base64,\(Data(svg.utf8).base64EncodedString())"
  }
}

// MARK: - Elements

extension SVGPrinter {
  /// An element's tag; nil for a picture that would have to be fetched.
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
        "<image xmlns:xlink=\"http://www.w3.org/1999/xlink\" \(sides(rectangle)) xlink:href=\"\(MarkupEscape.attribute(source))\">"
        + "<title>\(MarkupEscape.text(description))</title></image>"
    case .text(let text, let place, let style):
      return "<text \(position(place)) \(attributes(style))>\(MarkupEscape.text(text))</text>"
    case .hover(let rectangle, let tooltip):
      return closed("rect", "\(sides(rectangle)) fill-opacity=\"0\"", tooltip: tooltip)
    case .group(let part, let elements):
      return "<g class=\"\(Self.name(part))\">\(elements.compactMap(self.element).joined(separator: "\n"))</g>"
    }
  }

  /// A tag with its tooltip, which is seen where the drawing is a part of a page.
  private func closed(_ tag: String, _ attributes: String, tooltip: String?) -> String {
    guard let tooltip else { return "<\(tag) \(attributes)/>" }
    return "<\(tag) \(attributes)><title>\(MarkupEscape.text(tooltip))</title></\(tag)>"
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

  /// An ink as attributes for `fill` or `stroke`: its colour for light pages, and the class under which the style sheet has the
  /// one for dark pages.
  private func colour(_ ink: Ink, _ property: String, opacity: Double = 1) -> String {
    let cover = (ink == .grid ? 0.3 : 1) * opacity
    let thin = cover == 1 ? "" : " \(property)-opacity=\"\(number(cover, places: 2))\""
    return "\(property)=\"\(Palette.pair(ink).light)\"\(thin) class=\"\(Self.name(ink))-\(property.prefix(1))\""
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

  /// The class of a group.
  private static func name(_ part: Scene.Part) -> String {
    switch part {
    case .curves(let panel): "whet-curves-\(panel)"
    case .levels(let panel): "whet-levels-\(panel)"
    case .places: "whet-places"
    case .leads: "whet-leads"
    }
  }

  private func styleSheet(_ scene: Scene) -> String {
    var rules: [String] = []
    for (ink, property) in scene.drawn.flatMap(Self.inks) {
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
    case .picture, .hover, .group: []
    }
  }
}
