public import Figures

/// Charts of several trainings drawn into the same panels, each curve under the name of its own.
public struct SharedPanels {
  /// One chart.
  public struct Part {
    /// What its curves are called in the legend, and in a table of numbers.
    public let name: String, column: String
    /// The chart.
    public let chart: LineChart

    /// Names a chart.
    public init(name: String, column: String, chart: LineChart) {
      (self.name, self.column, self.chart) = (name, column, chart)
    }
  }

  /// The charts, of which there is at least one.
  let parts: [Part]
  /// What stands above.
  let title: String

  /// Joins charts under a title.
  public init(parts: [Part], title: String) { (self.parts, self.title) = (parts, title) }

  /// The one chart.
  public var chart: LineChart {
    var all = parts[0].chart
    all.title = title
    all.events = []
    all.xRange = nil
    var labels: [String] = []
    for label in parts.flatMap({ $0.chart.panels.map(\.label) }) where !labels.contains(label) { labels.append(label) }
    all.panels = labels.compactMap(panel)
    return all
  }

  private func panel(_ label: String) -> LineChart.Panel? {
    let own = parts.compactMap { part in
      part.chart.panels.first { $0.label == label }.map { (part: part, panel: $0) }
    }
    guard var panel = own.first?.panel else { return nil }
    let ranges = own.compactMap(\.panel.range)
    if let least = ranges.map(\.lowerBound).min(), let most = ranges.map(\.upperBound).max() {
      panel.range = least...most
    }
    panel.series = own.flatMap { entry in
      entry.panel.series.map { series in
        var named = series
        named.name = "\(entry.part.name): \(series.name)"
        named.column = "\(entry.part.column).\(series.column ?? series.name)"
        named.ink = nil
        return named
      }
    }
    return panel
  }
}
