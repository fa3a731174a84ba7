/// How much of each pixel of a sheet is inked, 0 to 1.
struct Ink {
  /// The side of the sheet, in pixels.
  let side: Int
  /// The pixels, row by row from the top.
  private(set) var values: [Float]

  /// Draws strokes with the pen: a pixel is inked as far as a disc of the line's thickness, moved along it, covers its
  /// middle, with an edge one pixel soft.
  init(_ strokes: Strokes) {
    side = Strokes.side
    values = [Float](repeating: 0, count: side * side)
    for line in strokes.lines {
      if line.count == 1 { draw(from: line[0], to: line[0]) }
      for (from, to) in zip(line, line.dropFirst()) { draw(from: from, to: to) }
    }
  }

  private mutating func draw(from start: Strokes.Point, to end: Strokes.Point) {
    let reach = Strokes.thickness / 2
    let (wayX, wayY) = (end.x - start.x, end.y - start.y)
    let square = wayX * wayX + wayY * wayY
    let columns = range(start.x, end.x, reach + 1)
    for y in range(start.y, end.y, reach + 1) {
      for x in columns {
        let (awayX, awayY) = (Double(x) + 0.5 - start.x, Double(y) + 0.5 - start.y)
        let share = square > 0 ? min(max((awayX * wayX + awayY * wayY) / square, 0), 1) : 0
        let (offX, offY) = (awayX - share * wayX, awayY - share * wayY)
        let covered = Float(min(max(reach + 0.5 - (offX * offX + offY * offY).squareRoot(), 0), 1))
        if covered > values[y * side + x] { values[y * side + x] = covered }
      }
    }
  }

  private func range(_ a: Double, _ b: Double, _ reach: Double) -> Range<Int> {
    let lower = Int(min(max(min(a, b) - reach, 0), Double(side)))
    let upper = Int(min(max(max(a, b) + reach + 1, 0), Double(side)))
    return lower..<max(lower, upper)
  }

  /// The rows and columns that hold ink; nil where there is none.
  var box: (rows: Range<Int>, columns: Range<Int>)? {
    var (top, bottom, left, right) = (side, -1, side, -1)
    for y in 0..<side {
      for x in 0..<side where values[y * side + x] > 0 {
        (top, bottom, left, right) = (min(top, y), max(bottom, y), min(left, x), max(right, x))
      }
    }
    return bottom < 0 ? nil : (top..<bottom + 1, left..<right + 1)
  }

  /// The middle of the ink's mass; of the sheet where there is none.
  var centre: Strokes.Point {
    var (mass, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<side {
      for column in 0..<side {
        let value = Double(values[row * side + column])
        mass += value
        x += value * (Double(column) + 0.5)
        y += value * (Double(row) + 0.5)
      }
    }
    return mass > 0 ? Strokes.Point(x / mass, y / mass) : Strokes.Point(Double(side) / 2, Double(side) / 2)
  }

  /// A part of the sheet brought to a size by averaging over the area of each new pixel; off the sheet there is no ink.
  ///
  /// - Parameters:
  ///   - left: Where the part begins, in pixels of the sheet.
  ///   - top: The same from above.
  ///   - stepX: How many pixels of the sheet a new pixel is wide.
  ///   - stepY: How many it is high.
  ///   - width: How many new pixels a row has.
  ///   - height: How many rows there are.
  /// - Returns: The new pixels, row by row, 0 to 1.
  func averaged(left: Double, top: Double, stepX: Double, stepY: Double, width: Int, height: Int) -> [Float] {
    let columns = (0..<width).map { weights(from: left + Double($0) * stepX, length: stepX) }
    let rows = (0..<height).map { weights(from: top + Double($0) * stepY, length: stepY) }
    // First along the rows, then down the columns: the weights of an area are a product.
    var narrow = [Float](repeating: 0, count: side * width)
    for y in 0..<side {
      for (x, (first, shares)) in columns.enumerated() {
        var sum: Float = 0
        for (offset, share) in shares.enumerated() { sum += share * values[y * side + first + offset] }
        narrow[y * width + x] = sum
      }
    }
    var result = [Float](repeating: 0, count: width * height)
    for (y, (first, shares)) in rows.enumerated() {
      for (offset, share) in shares.enumerated() {
        for x in 0..<width { result[y * width + x] += share * narrow[(first + offset) * width + x] }
      }
    }
    return result
  }

  /// The pixels along one axis that a stretch covers, and how large a share of the stretch each is.
  private func weights(from start: Double, length: Double) -> (first: Int, shares: [Float]) {
    let first = Int(min(max(start.rounded(.down), 0), Double(side)))
    let last = Int(min(max((start + length).rounded(.up), 0), Double(side)))
    let shares = (first..<max(first, last)).map { place in
      Float((min(start + length, Double(place) + 1) - max(start, Double(place))) / length)
    }
    return (first, shares)
  }
}
