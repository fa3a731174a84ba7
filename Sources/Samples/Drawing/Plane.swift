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
      plane.averageAcross(radius: radius)
      plane.averageDown(radius: radius)
    }
    return plane
  }

  /// Each number becomes the mean of its neighbours in its row; beyond the ends the last numbers go on.
  private mutating func averageAcross(radius: Int) {
    let (width, height, share) = (width, height, 1 / Double(2 * radius + 1))
    var row = [Double](repeating: 0, count: width)
    values.withUnsafeMutableBufferPointer { values in
      row.withUnsafeMutableBufferPointer { row in
        for y in 0..<height {
          let line = UnsafeMutableBufferPointer(rebasing: values[y * width..<(y + 1) * width])
          for x in 0..<width { row[x] = line[x] }
          var sum = 0.0
          for x in -radius...radius { sum += row[Swift.min(Swift.max(x, 0), width - 1)] }
          for x in 0..<width {
            line[x] = sum * share
            sum += row[Swift.min(x + radius + 1, width - 1)] - row[Swift.max(x - radius, 0)]
          }
        }
      }
    }
  }

  /// Each number becomes the mean of its neighbours in its column: row by row, with a sum for every column.
  private mutating func averageDown(radius: Int) {
    let (width, height, share) = (width, height, 1 / Double(2 * radius + 1))
    let old = values
    var sums = [Double](repeating: 0, count: width)
    old.withUnsafeBufferPointer { old in
      sums.withUnsafeMutableBufferPointer { sums in
        for y in -radius...radius {
          let line = Swift.min(Swift.max(y, 0), height - 1) * width
          for x in 0..<width { sums[x] += old[line + x] }
        }
        values.withUnsafeMutableBufferPointer { values in
          for y in 0..<height {
            let (after, before) = (Swift.min(y + radius + 1, height - 1) * width, Swift.max(y - radius, 0) * width)
            for x in 0..<width {
              values[y * width + x] = sums[x] * share
              sums[x] += old[after + x] - old[before + x]
            }
          }
        }
      }
    }
  }
}
