/// A place in a drawing or a pair of numbers in a chart.
public struct Point: Sendable, Equatable {
  /// Across: from left to right.
  public var x: Double
  /// Along the other axis: downwards in a scene, upwards in a chart.
  public var y: Double

  /// Makes a point.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// A drawing as values: what is where, in which ink. Printers turn it into SVG.
///
/// Lengths are pixels; y grows downwards.
public struct Scene: Sendable, Equatable {
  /// How wide it is.
  public var width: Double
  /// How high it is.
  public var height: Double
  /// What it shows, in a few words: read out to those who do not see it.
  public var title: String
  /// What can be seen in it, in a sentence or two.
  public var summary: String
  /// What is drawn, from back to front.
  public var elements: [Element]
  /// The numbers behind the drawing as a JSON document, for pages that can read them off and enlarge a part; nil for a drawing
  /// that is only to be looked at.
  public var data: String?

  /// Makes a scene.
  public init(width: Double, height: Double, title: String, summary: String, elements: [Element] = []) {
    self.width = width
    self.height = height
    self.title = title
    self.summary = summary
    self.elements = elements
  }

  /// One thing that is drawn.
  public enum Element: Sendable, Equatable {
    /// Lines through points; each list is one stroke of the pen.
    case lines([[Point]], Stroke)
    /// A filled outline.
    case area([Point], Ink, opacity: Double)
    /// A filled rectangle, with a tooltip where the printer can give one.
    case rectangle(Rectangle, Ink, opacity: Double, tooltip: String?)
    /// A small sign that marks a place.
    case mark(Mark, at: Point, radius: Double, Ink)
    /// A picture by its `data:image/…` address, as large as fits into a field; others are not fetched.
    case picture(String, Rectangle, description: String)
    /// A line of text.
    case text(String, at: Point, TextStyle)
    /// An invisible field that shows a tooltip.
    case hover(Rectangle, tooltip: String)
    /// Elements that a page draws anew where it enlarges a part of a chart.
    case group(Part, [Element])
  }

  /// What a group of elements is in a chart. Panels are counted from 0.
  public enum Part: Sendable, Equatable {
    /// The curves of a panel.
    case curves(panel: Int)
    /// What divides the upright axis of a panel.
    case levels(panel: Int)
    /// What divides the horizontal axis, and events along it.
    case places
    /// What leads from the ends of curves to their names.
    case leads
  }

  /// All that is drawn, without groups.
  public var drawn: [Element] { elements.flatMap(\.drawn) }
}

extension Scene.Element {
  /// What is drawn of it: itself, or what is in a group.
  fileprivate var drawn: [Scene.Element] {
    guard case .group(_, let elements) = self else { return [self] }
    return elements.flatMap(\.drawn)
  }
}

/// A rectangle in a scene.
public struct Rectangle: Sendable, Equatable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// From left to right.
  public var width: Double
  /// From top to bottom.
  public var height: Double

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// What a thing is drawn in, by its role: printers know the colours of each theme.
public enum Ink: Sendable, Equatable {
  /// Titles and labels.
  case text
  /// Numbers at axes and other things to be read second.
  case muted
  /// The lines of an axis.
  case axis
  /// The lines behind the data.
  case grid
  /// The data of the nth series. Inks repeat after the eighth.
  case series(Int)
  /// Something right and something wrong.
  case good, bad
  /// The page itself.
  case paper
}

/// How a line is drawn.
public struct Stroke: Sendable, Equatable {
  /// What it is drawn in.
  public var ink: Ink
  /// How thick it is.
  public var width: Double
  /// Lengths of dashes and gaps by turns; none for a solid line.
  public var dash: [Double]
  /// From 0, unseen, to 1.
  public var opacity: Double

  /// Describes a line.
  public init(_ ink: Ink, width: Double = 1, dash: [Double] = [], opacity: Double = 1) {
    self.ink = ink
    self.width = width
    self.dash = dash
    self.opacity = opacity
  }
}

/// The signs that mark a place, told apart without colour.
public enum Mark: Sendable, Equatable, CaseIterable {
  /// ● ■ ▲ ◆ ▼
  case circle, square, triangle, diamond, wedge
}

/// How a line of text is set.
public struct TextStyle: Sendable, Equatable {
  /// Which end of the text its place is.
  public enum Anchor: Sendable, Equatable { case start, middle, end }

  /// What it is written in.
  public var ink: Ink
  /// The font's size.
  public var size: Double
  /// Which end of the text its place is.
  public var anchor: Anchor
  /// Whether it is bold.
  public var isBold: Bool

  /// Describes a line of text.
  public init(_ ink: Ink, size: Double = 12, anchor: Anchor = .start, isBold: Bool = false) {
    self.ink = ink
    self.size = size
    self.anchor = anchor
    self.isBold = isBold
  }
}
