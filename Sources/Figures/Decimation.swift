/// Thins out curves that have more points than a screen has pixels.
///
/// Of all points that fall into one column of pixels the first, the lowest, the highest and the last are kept, in their
/// order: what is drawn then covers the same pixels (Jugel, Jerzak, Hackenbroich and Markl, "M4: A Visualization-Oriented
/// Time Series Data Aggregation", VLDB 2014).
enum Decimation {
  /// Thins out one unbroken stroke whose points run from left to right.
  ///
  /// - Parameters:
  ///   - points: the stroke in pixels. One whose x goes back is left as it is.
  ///   - column: how wide a column is, in pixels.
  /// - Returns: at most four points for each column that holds any; the stroke itself where that would save nothing.
  static func thinned(_ points: [Point], column: Double) -> [Point] {
    guard let first = points.first, let last = points.last else { return points }
    let columns = Int(((last.x - first.x) / column).rounded(.up)) + 1
    guard points.count > columns * 4, zip(points, points.dropFirst()).allSatisfy({ $0.x <= $1.x }) else {
      return points
    }
    var kept: [Point] = []
    var start = 0
    while start < points.count {
      let index = Int((points[start].x - first.x) / column)
      var end = start + 1
      while end < points.count, Int((points[end].x - first.x) / column) == index { end += 1 }
      kept += extremes(of: points, in: start..<end).map { points[$0] }
      start = end
    }
    return kept
  }

  /// The first, the lowest, the highest and the last place of a part, each once, in order.
  private static func extremes(of points: [Point], in part: Range<Int>) -> [Int] {
    var lowest = part.lowerBound
    var highest = part.lowerBound
    for index in part {
      if points[index].y < points[lowest].y { lowest = index }
      if points[index].y > points[highest].y { highest = index }
    }
    let places = [part.lowerBound, lowest, highest, part.upperBound - 1].sorted()
    return places.enumerated().filter { $0.offset == 0 || places[$0.offset - 1] != $0.element }.map(\.element)
  }
}
