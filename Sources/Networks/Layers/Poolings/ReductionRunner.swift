import Arithmetic

/// Runs a reduce layer. Sums are taken in double precision.
final class ReductionRunner: LayerRunner {
  let place: LayerPlace
  private let definition: ReduceDefinition
  private let input: MapShape
  private let output: MapShape

  init(_ context: RunnerContext, _ definition: ReduceDefinition) {
    place = context.place
    self.definition = definition
    input = context.input
    output = context.output
  }

  /// Calls `body` for the places in the input map of all numbers that make one output, in order.
  private func forEachMember(_ y: Int, _ x: Int, _ c: Int, _ map: Map, _ body: (Int) -> Void) {
    for channel in definition.reducesChannels ? 0..<input.channels : c..<c + 1 {
      for row in definition.reducesRows ? 0..<input.height : y..<y + 1 {
        for column in definition.reducesColumns ? 0..<input.width : x..<x + 1 {
          body((row * input.width + column) * map.pixelStep + channel)
        }
      }
    }
  }

  private func forEachOutput(_ body: (_ y: Int, _ x: Int, _ c: Int) -> Void) {
    for y in 0..<output.height {
      for x in 0..<output.width { for c in 0..<output.channels { body(y, x, c) } }
    }
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (self.input(0, space), output(0, space))
    space.forEachSample(work: input.count * 4) { sample in
      let from = source.sample(sample)
      forEachOutput { y, x, c in
        var total = Accumulator(definition)
        forEachMember(y, x, c, source) { total.take(from[$0]) }
        target.sample(sample)[y * target.rowStep + x * target.pixelStep + c] = total.result
      }
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let (source, target, gradient) = (self.input(0, space), output(0, space), outputGradient(0, space))
    space.forEachSample(work: input.count * 8) { sample in
      let (from, to) = (source.sample(sample), below.sample(sample))
      forEachOutput { y, x, c in
        let result = target.sample(sample)[y * target.rowStep + x * target.pixelStep + c]
        let g = gradient.sample(sample)[y * gradient.rowStep + x * gradient.pixelStep + c]
        var values: [Float] = []
        forEachMember(y, x, c, source) { values.append(from[$0]) }
        let slopes = definition.slopes(values, result)
        var index = 0
        forEachMember(y, x, c, below) {
          to[$0] += g * slopes[index]
          index += 1
        }
      }
    }
  }
}

extension ReduceDefinition {
  /// The derivative of the statistic by each number.
  fileprivate func slopes(_ values: [Float], _ result: Float) -> [Float] {
    switch statistic {
    case .sum: return values.map { _ in 1 }
    case .average: return values.map { _ in 1 / Float(values.count) }
    case .product:
      // Without dividing, for one factor may be 0: the product of those before times that of those after.
      var (slopes, before, after) = ([Float](), Float(1), Float(1))
      for value in values {
        slopes.append(before)
        before *= value
      }
      for index in values.indices.reversed() {
        slopes[index] *= after
        after *= values[index]
      }
      return slopes
    case .logSum: return values.map { 1 / ($0 + epsilon) }
    case .sumOfSquares: return values.map { 2 * $0 }
    case .l1: return values.map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
    case .l2: return values.map { result > 0 ? $0 / result : 0 }
    case .maximum, .minimum:
      let winner = values.firstIndex(of: result)
      return values.indices.map { $0 == winner ? 1 : 0 }
    case .argumentOfMaximum: return values.map { _ in 0 }
    }
  }
}

/// Takes numbers one by one and gives their statistic.
private struct Accumulator {
  private let definition: ReduceDefinition
  private var total = 0.0
  private var count = 0
  private var best: Float = 0
  private var bestIndex = 0

  init(_ definition: ReduceDefinition) {
    self.definition = definition
    if definition.statistic == .product { total = 1 }
  }

  mutating func take(_ value: Float) {
    let x = Double(value)
    switch definition.statistic {
    case .sum, .average: total += x
    case .product: total *= x
    case .logSum: total += ElementaryFunctions.log(x + Double(definition.epsilon))
    case .sumOfSquares, .l2: total += x * x
    case .l1: total += abs(x)
    case .maximum, .argumentOfMaximum:
      if count == 0 || value > best { (best, bestIndex) = (value, count) }
    case .minimum:
      if count == 0 || value < best { (best, bestIndex) = (value, count) }
    }
    count += 1
  }

  var result: Float {
    switch definition.statistic {
    case .sum, .product, .logSum, .sumOfSquares, .l1: Float(total)
    case .average: Float(total / Double(count))
    case .l2: Float(total.squareRoot())
    case .maximum, .minimum: best
    case .argumentOfMaximum: Float(bestIndex)
    }
  }
}
