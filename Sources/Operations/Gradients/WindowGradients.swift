import Arithmetic

/// The gradient of sums over windows of one to three axes, a row of results at a time: what the row's windows see is copied, one
/// window a row, and multiplied by the gradient of the results and of the weights.
struct WindowGradient: GradientKernel {
  private let lines: [WindowLine]
  private let samples: Int, channels: Int, outputs: Int, groups: Int
  private let hasBias: Bool

  init(_ settings: WindowSettings, groups: Int, hasBias: Bool, _ operand: TensorView, _ result: TensorView) {
    lines = windowLines(settings, operand.shape, result.shape)
    (samples, channels, outputs) = (operand.shape[0], operand.shape[1] / groups, result.shape[1] / groups)
    (self.groups, self.hasBias) = (groups, hasBias)
  }

  private var taps: Int { lines.reduce(1) { $0 * $1.kernel } }
  /// How many numbers a window has, and how many the operand's and the result's channel.
  private var length: Int { channels * taps }
  private var volume: Int { lines.reduce(1) { $0 * $1.input } }
  private var made: Int { lines.reduce(1) { $0 * $1.output } }

  var work: Int { 2 * samples * groups * outputs * length * made }
  var scratchCount: Int { 2 * lines[2].output * length + 32 }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let above = places.gradients[hasBias ? 3 : 2] else { return }
    let patches = scratch + lines[2].output * length + 16
    for sample in 0..<samples {
      for group in 0..<groups {
        let source = (sample * groups + group) * channels * volume
        let gradient = above + (sample * groups + group) * outputs * made
        for row in 0..<lines[0].output * lines[1].output {
          let own = gradient + row * lines[2].output
          addWeights(group, row, own, places, places.values[0] + source, scratch)
          if let below = places.gradients[0] {
            // The windows' gradient, put back where they see.
            let weights = places.values[1] + group * outputs * length
            MatrixProduct(
              a: own, b: weights, c: patches, rows: lines[2].output, columns: length, depth: outputs, aRow: 1,
              aColumn: made, bRow: length, cRow: length
            ).multiply()
            forEachNumber(row) { patch, place in if let place { below[source + place] += patches[patch] } }
          }
        }
      }
    }
  }

  private func addWeights(
    _ group: Int, _ row: Int, _ gradient: UnsafePointer<Float>, _ places: GradientPlaces,
    _ source: UnsafePointer<Float>, _ scratch: UnsafeMutablePointer<Float>
  ) {
    if let weights = places.gradients[1] {
      forEachNumber(row) { patch, place in scratch[patch] = place.map { source[$0] } ?? 0 }
      MatrixProduct(
        a: gradient, b: scratch, c: weights + group * outputs * length, rows: outputs, columns: length,
        depth: lines[2].output, aRow: made, aColumn: 1, bRow: length, cRow: length, accumulates: true
      ).multiply()
    }
    if hasBias, let bias = places.gradients[2] {
      for output in 0..<outputs {
        bias[group * outputs + output] += Float(laneSum(lines[2].output) { gradient[output * made + $0] })
      }
    }
  }

  /// Calls `body` for every number of a row's windows, with its place among a group's channels; nil for one of the border.
  @inline(__always)
  private func forEachNumber(_ row: Int, _ body: (_ patch: Int, _ place: Int?) -> Void) {
    let (depth, height, width) = (lines[0], lines[1], lines[2])
    let starts = (
      row / height.output * depth.stride - depth.before, row % height.output * height.stride - height.before
    )
    for column in 0..<width.output {
      var patch = column * length
      for channel in 0..<channels {
        for z in 0..<depth.kernel {
          for y in 0..<height.kernel {
            let (plane, line) = (starts.0 + z * depth.dilation, starts.1 + y * height.dilation)
            let isInside = plane >= 0 && plane < depth.input && line >= 0 && line < height.input
            let first = ((channel * depth.input + plane) * height.input + line) * width.input
            for x in 0..<width.kernel {
              let place = column * width.stride - width.before + x * width.dilation
              body(patch, isInside && place >= 0 && place < width.input ? first + place : nil)
              patch += 1
            }
          }
        }
      }
    }
  }
}

/// The gradient of a statistic over windows of one to three axes. Of equal maxima the first has it.
struct PoolGradient: GradientKernel {
  private let kind: PoolKind
  private let lines: [WindowLine]
  private let operand: TensorView
  private let result: TensorView

  init(_ settings: WindowSettings, _ kind: PoolKind, _ operand: TensorView, _ result: TensorView) {
    self.kind = kind
    lines = windowLines(settings, operand.shape, result.shape)
    (self.operand, self.result) = (operand, result)
  }

  private var taps: Int { lines.reduce(1) { $0 * $1.kernel } }

  var work: Int { 3 * result.count * taps }

  func run(_ places: GradientPlaces, scratch: UnsafeMutablePointer<Float>) {
    guard let below = places.gradients[0], let above = places.gradients[1] else { return }
    let (from, to) = (PoolGradient.steps(operand), PoolGradient.steps(result))
    for map in 0..<result.shape[0] * result.shape[1] {
      let (n, c) = (map / result.shape[1], map % result.shape[1])
      let source = n * operand.steps[0] + c * operand.steps[1]
      let target = n * result.steps[0] + c * result.steps[1]
      for z in 0..<lines[0].output {
        for y in 0..<lines[1].output {
          for x in 0..<lines[2].output {
            let made = target + z * to.0 + y * to.1 + x * to.2
            add(
              places.values[0] + source, places.values[1][made], above[made], to: below + source, at: (z, y, x), from)
          }
        }
      }
    }
  }

  /// The steps along the three axes of windows; 0 along those that are not there.
  private static func steps(_ view: TensorView) -> (Int, Int, Int) {
    let own = [0, 0, 0] + view.steps.dropFirst(2)
    return (own[own.count - 3], own[own.count - 2], own[own.count - 1])
  }

  private func add(
    _ x: UnsafePointer<Float>, _ result: Float, _ gradient: Float, to below: UnsafeMutablePointer<Float>,
    at window: (Int, Int, Int), _ steps: (Int, Int, Int)
  ) {
    let ranges = (
      PoolGradient.range(window.0, lines[0]), PoolGradient.range(window.1, lines[1]),
      PoolGradient.range(window.2, lines[2])
    )
    /// Calls `body` for each number of the window that lies on the tensor, until it says that it has found what it wants.
    func each(_ body: (_ place: Int) -> Bool) {
      for z in ranges.0 {
        for y in ranges.1 {
          for x in ranges.2 where body(z * steps.0 + y * steps.1 + x * steps.2) { return }
        }
      }
    }
    switch kind {
    case .maximum:
      each { place in
        guard x[place] == result else { return false }
        below[place] += gradient
        return true
      }
    case .l2:
      guard result != 0 else { return }
      let part = gradient / result
      each { place in
        below[place] += x[place] * part
        return false
      }
    case .average(let countsPadding):
      let live = ranges.0.count * ranges.1.count * ranges.2.count
      let padded =
        PoolGradient.padded(window.0, lines[0]) * PoolGradient.padded(window.1, lines[1])
        * PoolGradient.padded(window.2, lines[2])
      let part = gradient / Float(countsPadding ? padded : max(live, 1))
      each { place in
        below[place] += part
        return false
      }
    }
  }

  /// The part of a window that lies on the tensor.
  private static func range(_ window: Int, _ line: WindowLine) -> Range<Int> {
    let start = window * line.stride - line.before
    let first = max(start, 0)
    return first..<max(min(start + line.kernel, line.input), first)
  }

  /// How long a window counts with its padding.
  private static func padded(_ window: Int, _ line: WindowLine) -> Int {
    let start = window * line.stride - line.before
    return min(start + line.kernel, line.input + line.after) - start
  }
}
