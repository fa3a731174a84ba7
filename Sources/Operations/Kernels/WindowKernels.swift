import Arithmetic

/// Windows along one axis, and how many of them there are.
struct WindowLine: Sendable {
  let input: Int, output: Int, kernel: Int, stride: Int, dilation: Int, before: Int, after: Int

  init(_ settings: WindowSettings, axis: Int, input: Int, output: Int) {
    (self.input, self.output) = (input, output)
    (kernel, stride) = (settings.kernel[axis], settings.strides[axis])
    (dilation, before, after) = (settings.dilations[axis], settings.before[axis], settings.after[axis])
  }

  /// From a window's first number to behind its last.
  var extent: Int { (kernel - 1) * dilation + 1 }
}

/// The three lines of windows of one to three axes, those that are not there of length 1.
func windowLines(_ settings: WindowSettings, _ operand: [Int], _ result: [Int]) -> [WindowLine] {
  let rank = settings.kernel.count
  let none = WindowSettings(kernel: [1], strides: [1], dilations: [1], before: [0], after: [0])
  return (0..<3).map { axis in
    let own = axis - (3 - rank)
    return own < 0
      ? WindowLine(none, axis: 0, input: 1, output: 1)
      : WindowLine(settings, axis: own, input: operand[2 + own], output: result[2 + own])
  }
}

/// Sums over windows of one to three axes with weights that may be computed: what the networks' own convolutions do not take.
///
/// A block copies the planes its windows lie on, channels last and with their border, and sums by the window kernel.
struct WindowKernel: Kernel {
  private let depth: WindowLine, rows: WindowLine, columns: WindowLine
  private let samples: Int, channels: Int, outputs: Int, groups: Int
  private let hasBias: Bool
  private let taps: [Int]

  init(_ settings: WindowSettings, groups: Int, hasBias: Bool, _ operand: TensorView, _ result: TensorView) {
    let lines = windowLines(settings, operand.shape, result.shape)
    (depth, rows, columns) = (lines[0], lines[1], lines[2])
    (samples, channels, outputs) = (operand.shape[0], operand.shape[1] / groups, result.shape[1] / groups)
    self.groups = groups
    self.hasBias = hasBias
    let (width, height) = (WindowKernel.band(columns), WindowKernel.band(rows))
    let (depth, rows, columns, channels) = (depth, rows, columns, channels)
    taps = (0..<depth.kernel).flatMap { z in
      (0..<rows.kernel).flatMap { y in
        (0..<columns.kernel).map { x in
          ((z * height + y * rows.dilation) * width + x * columns.dilation) * channels
        }
      }
    }
  }

  /// How many numbers of a padded line the windows reach.
  private static func band(_ line: WindowLine) -> Int { (line.output - 1) * line.stride + line.extent }

  private var planeCount: Int { WindowKernel.band(rows) * WindowKernel.band(columns) * channels }
  private var packedCount: Int { PackedWeights.count(outputs: outputs, inner: taps.count * channels) }

  /// A block is a plane of results of one group of one sample.
  var blocks: Int { samples * groups * depth.output }
  var work: Int { blocks * rows.output * columns.output * outputs * channels * taps.count }
  var scratchCount: Int {
    packedCount + depth.kernel * planeCount + rows.output * columns.output * outputs + 48
  }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    let plane = block % depth.output
    let (sample, group) = (block / depth.output / groups, block / depth.output % groups)
    let (band, sums) = (scratch + packedCount + 16, scratch + packedCount + depth.kernel * planeCount + 32)
    PackedWeights.pack(
      places[1] + group * outputs * channels * taps.count, into: scratch, outputs: outputs, taps: taps.count,
      channels: channels, steps: (output: channels * taps.count, tap: 1, channel: taps.count))
    let volume = depth.input * rows.input * columns.input
    let source = places[0] + (sample * groups + group) * channels * volume
    for tap in 0..<depth.kernel {
      fill(band + tap * planeCount, from: source, plane: plane * depth.stride - depth.before + tap * depth.dilation)
    }
    let width = WindowKernel.band(columns)
    taps.withUnsafeBufferPointer { taps in
      Windows(
        input: band, output: sums, taps: taps, channels: channels, outputs: outputs, rows: rows.output,
        columns: columns.output, inputRowStep: rows.stride * width * channels, inputStep: columns.stride * channels,
        outputRowStep: columns.output * outputs, outputStep: outputs
      ).convolve(weights: scratch, bias: hasBias ? places[2] + group * outputs : nil)
    }
    let pixels = rows.output * columns.output
    let target = places[hasBias ? 3 : 2] + ((sample * groups + group) * outputs * depth.output + plane) * pixels
    Elementwise.transpose(
      sums, step: outputs, into: target, step: depth.output * pixels, rows: pixels, columns: outputs)
  }

  /// A plane with its border, the channels of a pixel together.
  private func fill(_ band: UnsafeMutablePointer<Float>, from source: UnsafePointer<Float>, plane: Int) {
    band.update(repeating: 0, count: planeCount)
    guard plane >= 0, plane < depth.input else { return }
    let (width, height) = (WindowKernel.band(columns), WindowKernel.band(rows))
    let pixels = rows.input * columns.input
    for y in 0..<height {
      let row = y - rows.before
      guard row >= 0, row < rows.input else { continue }
      let first = max(0, columns.before)
      let count = min(width - first, columns.input)
      guard count > 0 else { continue }
      Elementwise.transpose(
        source + plane * pixels + row * columns.input, step: depth.input * pixels,
        into: band + (y * width + first) * channels, step: channels, rows: channels, columns: count)
    }
  }
}

/// A statistic over windows of one to three axes.
struct PoolKernel: Kernel {
  private let kind: PoolKind
  private let lines: [WindowLine]
  private let operand: TensorView
  private let result: TensorView
  private let shares: RowBlocks

  init(_ settings: WindowSettings, _ kind: PoolKind, _ operand: TensorView, _ result: TensorView) {
    self.kind = kind
    let rank = settings.kernel.count
    lines = (0..<rank).map {
      WindowLine(settings, axis: $0, input: operand.shape[2 + $0], output: result.shape[2 + $0])
    }
    (self.operand, self.result) = (operand, result)
    let window = settings.kernel.reduce(1, *)
    shares = RowBlocks(
      rows: result.shape[0] * result.shape[1],
      workPerRow: 2 * window * result.shape.dropFirst(2).reduce(1, *))
  }

  var blocks: Int { shares.blocks }
  var work: Int { 2 * result.count * lines.reduce(1) { $0 * $1.kernel } }

  func run(_ block: Int, _ places: Places, scratch: UnsafeMutablePointer<Float>) {
    for map in shares.rows(block) {
      let (n, c) = (map / result.shape[1], map % result.shape[1])
      let from = places[0] + n * operand.steps[0] + c * operand.steps[1]
      let to = places[1] + n * result.steps[0] + c * result.steps[1]
      traversal(from, into: to, axis: 0, Window())
    }
  }

  /// The part of a window that lies on the tensor, axis by axis.
  private struct Window {
    var first = (0, 0, 0), last = (0, 0, 0)
    var padded = 1
  }

  private func traversal(
    _ from: UnsafePointer<Float>, into to: UnsafeMutablePointer<Float>, axis: Int, _ outer: Window
  ) {
    guard axis < lines.count else { return to[0] = value(from, outer) }
    let line = lines[axis]
    for index in 0..<line.output {
      var window = outer
      let start = index * line.stride - line.before
      let range = (max(start, 0), min(start + line.kernel, line.input))
      // What hangs over the padding behind counts nowhere.
      window.padded *= min(start + line.kernel, line.input + line.after) - start
      switch axis {
      case 0: (window.first.0, window.last.0) = range
      case 1: (window.first.1, window.last.1) = range
      default: (window.first.2, window.last.2) = range
      }
      traversal(from, into: to + index * result.steps[2 + axis], axis: axis + 1, window)
    }
  }

  private func value(_ from: UnsafePointer<Float>, _ window: Window) -> Float {
    let rank = lines.count
    let (yStep, zStep) = (rank > 1 ? operand.steps[3] : 0, rank > 2 ? operand.steps[4] : 0)
    var (largest, sum, squares) = (-Float.infinity, 0.0, 0.0)
    let (second, third) = (rank > 1 ? window.last.1 : 1, rank > 2 ? window.last.2 : 1)
    for x in window.first.0..<max(window.last.0, window.first.0) {
      for y in window.first.1..<max(second, window.first.1) {
        for z in window.first.2..<max(third, window.first.2) {
          let number = from[x * operand.steps[2] + y * yStep + z * zStep]
          largest = number > largest || number.isNaN ? number : largest
          sum += Double(number)
          squares += Double(number) * Double(number)
        }
      }
    }
    switch kind {
    case .maximum: return largest
    case .l2: return Float(squares.squareRoot())
    case .average(let countsPadding):
      let live = (window.last.0 - window.first.0) * (second - window.first.1) * (third - window.first.2)
      return Float(sum / Double(countsPadding ? window.padded : max(live, 1)))
    }
  }
}
