import Arithmetic

/// Numbers of [N, C, H, W] between the given ones.
struct ResampleKernel: Kernel {
  /// The two numbers beside a place, and the second one's part.
  struct Between: Sendable {
    let low: Int, high: Int
    let part: Float

    init(_ place: Double, _ length: Int) {
      let held = max(0, min(Double(length - 1), place))
      low = Int(held)
      high = min(low + 1, length - 1)
      part = Float(held - Double(low))
    }
  }

  let rows: [Between], columns: [Between]
  private let operand: TensorView
  private let result: TensorView

  init(rows: [Double], columns: [Double], _ operand: TensorView, _ result: TensorView) {
    self.rows = rows.map { Between($0, operand.shape[2]) }
    self.columns = columns.map { Between($0, operand.shape[3]) }
    (self.operand, self.result) = (operand, result)
  }

  /// A block is a row of a sample.
  var blocks: Int { result.shape[0] * result.shape[2] }
  var work: Int { result.count * 4 }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let (sample, y) = (block / result.shape[2], block % result.shape[2])
    let row = rows[y]
    let from = places[0] + sample * operand.steps[0]
    let (upper, lower) = (from + row.low * operand.steps[2], from + row.high * operand.steps[2])
    let to = places[1] + sample * result.steps[0] + y * result.steps[2]
    for (x, column) in columns.enumerated() {
      let (left, right) = (column.low * operand.steps[3], column.high * operand.steps[3])
      let corners = (upper + left, upper + right, lower + left, lower + right)
      let target = to + x * result.steps[3]
      // A map's channels lie beside each other: told apart so that the loop is vectorised.
      if operand.steps[1] == 1, result.steps[1] == 1 {
        ResampleKernel.mix(corners, 1, column.part, row.part, into: target, 1, channels: result.shape[1])
      } else {
        ResampleKernel.mix(
          corners, operand.steps[1], column.part, row.part, into: target, result.steps[1], channels: result.shape[1])
      }
    }
  }

  /// Numbers between four corners: upper left, upper right, lower left and lower right.
  @inline(__always)
  private static func mix(
    _ corners: (Pointer, Pointer, Pointer, Pointer), _ fromStep: Int, _ right: Float, _ down: Float,
    into target: UnsafeMutablePointer<Float>, _ toStep: Int, channels: Int
  ) {
    for channel in 0..<channels {
      let at = channel * fromStep
      let above = corners.0[at] + (corners.1[at] - corners.0[at]) * right
      let below = corners.2[at] + (corners.3[at] - corners.2[at]) * right
      target[channel * toStep] = above + (below - above) * down
    }
  }

  private typealias Pointer = UnsafeMutablePointer<Float>
}

/// x / (k + α / size · Σx²)^β over neighbours along the second axis.
struct LocalResponseKernel: Kernel {
  let size: Int
  let alpha: Double, beta: Double
  let lines: AxisLines
  private let k: Double

  init(size: Int, alpha: Float, beta: Float, k: Float, _ operand: TensorView) {
    self.size = size
    (self.alpha, self.beta, self.k) = (Double(alpha), Double(beta), Double(k))
    lines = AxisLines(operand.shape, axis: 1)
  }

  var work: Int { lines.count * lines.length * (size + 30) }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    for line in 0..<lines.count {
      let (from, to) = (places[0] + lines.start(line), places[1] + lines.start(line))
      for entry in 0..<lines.length {
        let base = base(from, entry)
        to[entry * lines.inner] = Float(
          Double(from[entry * lines.inner]) * ElementaryFunctions.exp(-beta * ElementaryFunctions.log(base)))
      }
    }
  }
  /// What an entry is divided by, before the power.
  func base(_ line: UnsafePointer<Float>, _ entry: Int) -> Double {
    var sum = 0.0
    for other in max(0, entry - size / 2)..<min(lines.length, entry + (size - 1) / 2 + 1) {
      sum += Double(line[other * lines.inner]) * Double(line[other * lines.inner])
    }
    return k + alpha / Double(size) * sum
  }
}
