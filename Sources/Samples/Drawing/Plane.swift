/// A plane of numbers, row by row from the top.
struct Plane<Value> {
  let width: Int
  let height: Int
  var values: [Value]

  init(width: Int, height: Int, _ value: Value) {
    self.width = width
    self.height = height
    values = Array(repeating: value, count: width * height)
  }

  subscript(x: Int, y: Int) -> Value {
    get { values[y * width + x] }
    set { values[y * width + x] = newValue }
  }
}

extension Plane<Double> {
  /// Blurred by three passes of a moving mean, which together come close to a bell curve; each takes in `radius`
  /// neighbours on each side, and 0 changes nothing.
  func blurred(radius: Int) -> Plane {
    guard radius > 0 else { return self }
    var plane = self
    for _ in 0..<3 {
      plane.average(count: plane.width, lines: plane.height, step: 1, line: plane.width, radius: radius)
      plane.average(count: plane.height, lines: plane.width, step: plane.width, line: 1, radius: radius)
    }
    return plane
  }

  private mutating func average(count: Int, lines: Int, step: Int, line: Int, radius: Int) {
    var row = [Double](repeating: 0, count: count)
    let share = 1 / Double(2 * radius + 1)
    for start in stride(from: 0, to: lines * line, by: line) {
      for place in 0..<count { row[place] = values[start + place * step] }
      var sum = 0.0
      for place in -radius...radius { sum += row[Swift.min(Swift.max(place, 0), count - 1)] }
      for place in 0..<count {
        values[start + place * step] = sum * share
        sum += row[Swift.min(place + radius + 1, count - 1)] - row[Swift.max(place - radius, 0)]
      }
    }
  }
}
