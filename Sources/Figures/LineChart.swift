/// Curves over a common axis, in one panel or in several one below the other: loss and accuracy of a training.
///
/// Quantities of different units get panels of their own rather than a second axis, which invites comparing what cannot
/// be compared. Each curve is told apart by colour, dashes and the sign at its end, and is named where it ends.
public struct LineChart: Sendable, Equatable {
  /// What the chart shows, in a few words.
  public var title: String
  /// What else is to be known, in smaller letters below the title.
  public var subtitle: String
  /// What runs from left to right.
  public var xLabel: String
  /// Values that the horizontal axis shows in any case: the whole of a training that has just begun.
  public var xRange: ClosedRange<Double>?
  /// How the numbers of the horizontal axis are laid out.
  public var xScale: ScaleKind
  /// The panels, from top to bottom.
  public var panels: [Panel]
  /// Things that happened, marked by a line through all panels.
  public var events: [Event]

  /// Makes a chart of panels.
  public init(
    title: String = "", subtitle: String = "", xLabel: String, xRange: ClosedRange<Double>? = nil,
    xScale: ScaleKind = .linear, panels: [Panel], events: [Event] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.xLabel = xLabel
    self.xRange = xRange
    self.xScale = xScale
    self.panels = panels
    self.events = events
  }

  /// Makes a chart of one panel.
  public init(
    title: String = "", xLabel: String, yLabel: String, series: [Series], logScale: Bool = false, events: [Event] = []
  ) {
    self.init(
      title: title, xLabel: xLabel,
      panels: [Panel(label: yLabel, series: series, scale: logScale ? .logarithmic : .linear)], events: events)
  }

  /// How wide a chart is drawn, in pixels; pages show it as wide as they are, up to a seventh more.
  public static let usualWidth = 1000.0

  /// The chart in all its forms, so many pixels wide.
  public func rendering(width: Double = LineChart.usualWidth) -> Rendering {
    Rendering(drawing: scene(width: width), upTo: width * 1.15, plainText: plainText)
  }
}

extension LineChart {
  /// One vertical axis and its curves.
  public struct Panel: Sendable, Equatable {
    /// What the axis measures.
    public var label: String
    /// The curves.
    public var series: [Series]
    /// How the numbers of the axis are laid out.
    public var scale: ScaleKind
    /// How numbers are written beside the curves and in tooltips.
    public var format: NumberFormat
    /// Values that the axis shows in any case.
    public var range: ClosedRange<Double>?
    /// Whether a linear axis starts at zero when nothing is negative.
    public var includesZero: Bool
    /// Where the axis ends though values lie above: these are drawn at its end, and counted in the heading. nil where all are
    /// to be seen.
    public var ceiling: Double?

    /// Makes a panel.
    public init(
      label: String, series: [Series], scale: ScaleKind = .linear, format: NumberFormat = .significant(4),
      range: ClosedRange<Double>? = nil, includesZero: Bool = true, ceiling: Double? = nil
    ) {
      self.label = label
      self.series = series
      self.scale = scale
      self.format = format
      self.range = range
      self.includesZero = includesZero
      self.ceiling = ceiling
    }

    /// What stands at the end of a curve.
    func endText(of series: Series) -> String {
      series.endText ?? series.points.last.map { format.text($0.y) } ?? ""
    }
  }

  /// One curve.
  public struct Series: Sendable, Equatable {
    /// How strongly a curve speaks.
    public enum Emphasis: Sendable, Equatable { case quiet, normal, strong }

    /// What the curve is called.
    public var name: String
    /// Its points, from left to right. It breaks at points that are NaN or infinite.
    public var points: [Point]
    /// The range around it, for example a confidence interval.
    public var band: [BandPoint]
    /// How strongly it speaks: quiet curves are thin and lie behind.
    public var emphasis: Emphasis
    /// What stands in bold at its end; nil for its last value.
    public var endText: String?
    /// Which of the eight series inks it has, with the dashes and the sign that go with it; nil for its place in the
    /// chart.
    public var ink: Int?
    /// What its column is called in a table of the chart's numbers; nil for its name.
    public var column: String?

    /// Makes a curve.
    public init(
      _ name: String, _ points: [Point], band: [BandPoint] = [], emphasis: Emphasis = .normal, endText: String? = nil,
      ink: Int? = nil, column: String? = nil
    ) {
      self.column = column
      self.name = name
      self.points = points
      self.band = band
      self.emphasis = emphasis
      self.endText = endText
      self.ink = ink
    }

    /// Makes a curve of values at 1, 2, 3 …, for example one for each epoch.
    public init(_ name: String, values: [Double], from first: Double = 1, emphasis: Emphasis = .normal, ink: Int? = nil)
    {
      self.init(
        name, values.enumerated().map { Point(first + Double($0.offset), $0.element) }, emphasis: emphasis, ink: ink)
    }
  }

  /// A curve's range at one place.
  public struct BandPoint: Sendable, Equatable {
    /// The place on the horizontal axis.
    public var x: Double
    /// The lower end.
    public var lower: Double
    /// The upper end.
    public var upper: Double

    /// Makes a range at a place.
    public init(_ x: Double, _ lower: Double, _ upper: Double) {
      self.x = x
      self.lower = lower
      self.upper = upper
    }
  }

  /// Something that happened.
  public struct Event: Sendable, Equatable {
    /// Where on the horizontal axis.
    public var x: Double
    /// What, in a word or two.
    public var label: String

    /// Makes an event.
    public init(x: Double, label: String) {
      self.x = x
      self.label = label
    }
  }
}
