extension LineChart {
  /// The chart in words and numbers: for each curve how it began, how it ended, its extremes and its course.
  public var plainText: String {
    let heading = [title, subtitle].filter { !$0.isEmpty }
    guard panels.contains(where: { !$0.series.isEmpty }) else {
      return (heading + ["nothing to show yet"]).joined(separator: "\n")
    }
    let marks = events.map { "\(xLabel) \(Self.place($0.x)): \($0.label)" }
    return (heading + [overview.plainText] + marks).joined(separator: "\n")
  }

  private var overview: Table {
    let columns: [Table.Column] = [
      Table.Column(""), .number("first"), .number("last"), .number("lowest"), .number("at"), .number("highest"),
      .number("at"), Table.Column("course"),
    ]
    let rows = panels.enumerated().flatMap { number, panel in
      panel.series.map { series -> [Table.Cell] in
        let drawable = series.points.filter { $0.y.isFinite }
        let lowest = drawable.min { $0.y < $1.y }
        let highest = drawable.max { $0.y < $1.y }
        return [
          .text(name(of: series, in: number)), .number(series.points.first?.y, panel.format),
          .number(series.points.last?.y, panel.format), .number(lowest?.y, panel.format),
          .text(lowest.map { Self.place($0.x) } ?? ""), .number(highest?.y, panel.format),
          .text(highest.map { Self.place($0.x) } ?? ""),
          Table.Cell(.sparkline(Sparkline(series.points.map(\.y)))),
        ]
      }
    }
    return Table(columns: columns, rows: rows)
  }

  /// What can be seen, in a sentence for each curve: for those who hear the page.
  var summary: String {
    let sentences = panels.enumerated().flatMap { number, panel in
      panel.series.compactMap { series -> String? in
        guard let first = series.points.first, let last = series.points.last else { return nil }
        return "\(name(of: series, in: number)): \(panel.format.text(first.y)) at \(xLabel) \(Self.place(first.x)), "
          + "\(panel.format.text(last.y)) at \(Self.place(last.x))."
      }
    }
    let marks = events.map { "\($0.label) at \(xLabel) \(Self.place($0.x))." }
    return sentences.isEmpty ? "Nothing to show yet." : (sentences + marks).joined(separator: " ")
  }

  /// What a curve is called beside those of other panels: below the first panel with what its own measures, as a validation has a
  /// loss and an accuracy.
  private func name(of series: Series, in number: Int) -> String {
    let label = panels[number].label
    return number == 0 || label.isEmpty || label.contains(series.name) ? series.name : "\(series.name), \(label)"
  }

  private static func place(_ x: Double) -> String { NumberFormat.significant(6).text(x) }
}
