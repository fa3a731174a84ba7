/// A pen that draws smooth lines: how far every pixel is from the ink.
struct Pen {
  /// The ink's line in short straight pieces.
  private var pieces: [(from: Point3, to: Point3)] = []

  /// Goes through points on a Catmull-Rom spline; two points are a straight line.
  mutating func draw(through points: [Point3]) {
    guard let first = points.first, let last = points.last, points.count > 1 else { return }
    let padded = [first] + points + [last]
    for place in 1..<padded.count - 2 {
      var before = padded[place]
      for step in 1...6 {
        let point = Self.between(
          padded[place - 1], padded[place], padded[place + 1], padded[place + 2], Double(step) / 6)
        pieces.append((before, point))
        before = point
      }
    }
  }

  private static func between(_ a: Point3, _ b: Point3, _ c: Point3, _ d: Point3, _ t: Double) -> Point3 {
    let square = t * t
    let cube = square * t
    let sum = b * 2 + (c - a) * t + (a * 2 - b * 5 + c * 4 - d) * square + (b * 3 - a - c * 3 + d) * cube
    return sum * 0.5
  }

  /// The ink on a square of `side` pixels, 0 to 1, for a line of a thickness in pixels; its edge is one pixel soft.
  func ink(side: Int, thickness: Double) -> [Double] {
    var ink = [Double](repeating: 0, count: side * side)
    for piece in pieces {
      let reach = thickness / 2 + 1
      let columns = Self.range(piece.from.x, piece.to.x, reach, side)
      for y in Self.range(piece.from.y, piece.to.y, reach, side) {
        for x in columns {
          let distance = Self.distance(Point3(Double(x) + 0.5, Double(y) + 0.5), piece.from, piece.to)
          let covered = min(max(thickness / 2 + 0.5 - distance, 0), 1)
          ink[y * side + x] = max(ink[y * side + x], covered)
        }
      }
    }
    return ink
  }

  private static func range(_ a: Double, _ b: Double, _ reach: Double, _ side: Int) -> Range<Int> {
    let lower = Int(min(max(min(a, b) - reach, 0), Double(side)))
    let upper = Int(min(max(max(a, b) + reach + 1, 0), Double(side)))
    return lower..<max(lower, upper)
  }

  private static func distance(_ point: Point3, _ from: Point3, _ to: Point3) -> Double {
    let way = to - from
    let span = way.dot(way)
    let share = span > 0 ? min(max((point - from).dot(way) / span, 0), 1) : 0
    return (point - (from + way * share)).length
  }
}
