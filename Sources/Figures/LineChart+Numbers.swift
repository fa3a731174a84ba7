extension LineChart {
  /// The points of all curves as a table: a row for each place of the horizontal axis, a column for each curve. A field is
  /// empty where a curve has no point.
  public var numbers: CSVText {
    let series = panels.flatMap(\.series)
    var values: [Double: [Int: Double]] = [:]
    for (place, curve) in series.enumerated() {
      for point in curve.points where !point.x.isNaN { values[point.x, default: [:]][place] = point.y }
    }
    var table = CSVText(header: [xLabel] + series.map { $0.column ?? $0.name })
    for (x, row) in values.sorted(by: { $0.key < $1.key }) {
      table.append([.number(x)] + series.indices.map { .number(row[$0]) })
    }
    return table
  }
}
