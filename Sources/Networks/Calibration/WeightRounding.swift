import Arithmetic

/// Rounds a layer's weights to whole numbers so that its outputs change least over the windows that were seen.
///
/// One number after the other is rounded, and what rounding took from it is given to those that are not rounded yet, as far as they vary
/// together: the nearest plane of a lattice (Babai, "On Lovász' lattice reduction and the nearest lattice point problem", 1986), which is
/// what Frantar and others, "GPTQ", 2023, do. What is left on average goes into the bias.
struct WeightRounding {
  private let windows: WindowMoments
  private let layer: QuantizedLayer
  private let sums: ByteSums
  /// [output][number]: weights of values.
  private let weights: [Float]
  private let steps: [Float]

  /// So much of the mean variance is added to each: a number that hardly varied may vary elsewhere.
  private static let least = 0.02
  /// Outputs that are rounded together: what is asked for of them stays near.
  private static let group = 32

  /// The layer as it is computed in bytes.
  static func quantization(_ windows: WindowMoments) -> LayerQuantization {
    let rounding = WeightRounding(windows)
    let whole = rounding.whole()
    return LayerQuantization(
      range: windows.values.range, factors: windows.values.factors, offsets: windows.values.offsets, weights: whole,
      steps: rounding.steps, bias: rounding.bias(whole))
  }

  private init(_ windows: WindowMoments) {
    (self.windows, layer) = (windows, windows.layer)
    let (layer, scale) = (windows.layer, windows.scale)
    let sums = ByteSums(channels: layer.shape.channels, taps: layer.taps, rowTaps: layer.windows.columns.kernel)
    let weights = layer.weights.enumerated().map { place, weight in
      weight * scale.factor(place % layer.count / layer.taps)
    }
    steps = (0..<layer.outputs).map { output in
      let own = weights[output * layer.count..<(output + 1) * layer.count]
      // Two less than fit: all four may be rounded up.
      let step = sums.largest(of: own) / Float(ByteSums.most - 2)
      let enough = max(step, abs(layer.bias[output]) / (scale.step * 0x1p26))
      // The reciprocal of a smaller one would be no number.
      return enough > 0x1p-100 && enough.isFinite ? enough : 1
    }
    (self.sums, self.weights) = (sums, weights)
  }

  /// The biases: what the layer makes of the means of what was seen stays the same.
  private func bias(_ whole: [Int8]) -> [Float] {
    let means = (0..<layer.count).map { windows.means($0) }
    return (0..<layer.outputs).map { output in
      let (first, step) = (output * layer.count, Double(steps[output]))
      var lost = 0.0
      for (place, mean) in means.enumerated() {
        lost +=
          Double(layer.weights[first + place]) * mean.exact - Double(whole[first + place]) * step * mean.value
      }
      return layer.bias[output] + Float(lost)
    }
  }

  private func whole() -> [Int8] {
    var result = [Int8](repeating: 0, count: weights.count)
    let blocks = windows.blocks.indices.map { Block(windows, $0, least: Self.least) }
    result.withUnsafeMutableBufferPointer { result in
      for first in stride(from: 0, to: layer.outputs, by: Self.group) {
        let outputs = first..<min(first + Self.group, layer.outputs)
        var taken = Taken(sums, outputs: outputs.count)
        for block in blocks { round(outputs, block, &taken, into: result) }
      }
    }
    return result
  }

  /// Rounds the weights of a block for some outputs, the last in its order first.
  private func round(
    _ outputs: Range<Int>, _ block: Block, _ taken: inout Taken, into result: UnsafeMutableBufferPointer<Int8>
  ) {
    let (size, count) = (block.size, outputs.count)
    // [number][output]: what is asked for by now.
    var asked = [Double](repeating: 0, count: size * count), left = [Double](repeating: 0, count: count)
    for (row, place) in block.order.enumerated() {
      for (column, output) in outputs.enumerated() {
        asked[row * count + column] = Double(weights[output * layer.count + place])
      }
    }
    asked.withUnsafeMutableBufferPointer { asked in
      for row in (0..<size).reversed() {
        let place = block.order[row]
        for (column, output) in outputs.enumerated() {
          let (step, at) = (Double(steps[output]), output * layer.count + place)
          let whole = taken.take((asked[row * count + column] / step).rounded(.toNearestOrEven), place, column)
          result[at] = Int8(whole)
          left[column] = Double(weights[at]) - whole * step
        }
        for earlier in 0..<row {
          let share = block.root[row * size + earlier] / block.root[earlier * size + earlier]
          for column in 0..<count { asked[earlier * count + column] += share * left[column] }
        }
      }
    }
  }
}

/// The numbers of a block in the order of their variance, and the root of their covariance, [number][number], below its diagonal:
/// Cholesky's.
private struct Block: Sendable {
  let size: Int
  /// The places of the numbers among all of a window, from the one that varies least.
  let order: [Int]
  private(set) var root: [Double]

  init(_ windows: WindowMoments, _ block: Int, least: Double) {
    let first = windows.blocks[block].lowerBound * windows.layer.taps
    let size = windows.blocks[block].count * windows.layer.taps
    // Products of the largest numbers are none: each weight is then rounded by itself.
    let covariance = windows.covariance(block).map { $0.isFinite ? $0 : 0 }
    let variances = (0..<size).map { max(covariance[$0 * size + $0], 0) }
    let sorted = (0..<size).sorted { (variances[$0], $0) < (variances[$1], $1) }
    let mean = variances.reduce(0, +) / Double(max(size, 1))
    // Few windows say little of how many numbers vary together.
    let floor = mean > 0 && mean.isFinite ? mean * least * (1 + 10 * Double(size) / windows.count) : 1
    var root = [Double](repeating: 0, count: size * size)
    root.withUnsafeMutableBufferPointer { root in
      for row in 0..<size {
        for column in 0...row {
          var sum = covariance[sorted[row] * size + sorted[column]]
          if row == column { sum = variances[sorted[row]] + floor }
          for place in 0..<column { sum -= root[row * size + place] * root[column * size + place] }
          root[row * size + column] =
            row == column ? max(sum, floor * 1e-3).squareRoot() : sum / root[column * size + column]
        }
      }
    }
    (self.size, self.root) = (size, root)
    order = sorted.map { first + $0 }
  }
}

/// How much of what is added up in 16 bits is taken by weights that are rounded already, of each output.
private struct Taken {
  private let sums: ByteSums
  private let outputs: Int
  /// For each way in which taps may lie, [four][output][sign].
  private var taken: [[Int]]

  init(_ sums: ByteSums, outputs: Int) {
    (self.sums, self.outputs) = (sums, outputs)
    taken = sums.counts.map { [Int](repeating: 0, count: $0 * outputs * 2) }
  }

  /// The whole number that is nearest to one and fits, at a place of a window of an output.
  mutating func take(_ wanted: Double, _ place: Int, _ output: Int) -> Double {
    guard wanted.isFinite else { return 0 }
    let sign = wanted < 0 ? 1 : 0
    var most = 127
    for way in taken.indices {
      most = min(most, ByteSums.most - taken[way][(sums.fours[way][place] * outputs + output) * 2 + sign])
    }
    let size = Int(min(abs(wanted), Double(most)))
    for way in taken.indices { taken[way][(sums.fours[way][place] * outputs + output) * 2 + sign] += size }
    return sign == 1 ? -Double(size) : Double(size)
  }
}
