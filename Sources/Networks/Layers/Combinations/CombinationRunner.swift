import Arithmetic

/// Sums, products, means, maxima and minima, number by number, of several maps; lengths of 1 are stretched to the first map's.
/// With a single input, a constant takes the other's place.
final class CombinationRunner: LayerRunner {
  /// What is made of the numbers.
  enum Operation: Equatable {
    case add(constant: Float), multiply(constant: Float), average, maximum, minimum
  }

  let place: LayerPlace
  private let operation: Operation
  private let shape: MapShape
  private let inputShapes: [MapShape]

  init(_ context: RunnerContext, _ operation: Operation) {
    place = context.place
    self.operation = operation
    shape = context.output
    inputShapes = context.inputs.map(\.shape)
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let target = output(0, space)
    space.forEachSample(work: shape.count * inputShapes.count) { sample in
      for pixel in 0..<shape.pixels {
        let to = target.sample(sample) + pixel * target.pixelStep
        start(to, numbers(0, space, sample, pixel).pointer)
        for index in 1..<max(inputShapes.count, 1) { combine(to, numbers(index, space, sample, pixel)) }
        if operation == .average {
          Elementwise.scaleShift(to, by: 1 / Float(inputShapes.count), plus: 0, into: to, count: shape.channels)
        }
      }
    }
  }

  /// The numbers of one input at a place of the output, and how far apart they lie: 0 for one number for all channels.
  private func numbers(
    _ index: Int, _ space: Workspace, _ sample: Int, _ pixel: Int
  ) -> (pointer: UnsafeMutablePointer<Float>, step: Int) {
    let map = input(index, space)
    return (map.sample(sample) + offset(map, inputShapes[index], pixel), inputShapes[index].channels == 1 ? 0 : 1)
  }

  private func offset(_ map: Map, _ from: MapShape, _ pixel: Int) -> Int {
    let y = from.height == 1 ? 0 : pixel / shape.width
    let x = from.width == 1 ? 0 : pixel % shape.width
    return y * map.rowStep + x * map.pixelStep
  }

  private func start(_ to: UnsafeMutablePointer<Float>, _ from: UnsafePointer<Float>) {
    switch operation {
    case .add(let constant) where inputShapes.count == 1:
      Elementwise.scaleShift(from, by: 1, plus: constant, into: to, count: shape.channels)
    case .multiply(let constant) where inputShapes.count == 1:
      Elementwise.scaleShift(from, by: constant, plus: 0, into: to, count: shape.channels)
    default: to.update(from: from, count: shape.channels)
    }
  }

  private func combine(
    _ to: UnsafeMutablePointer<Float>, _ other: (pointer: UnsafeMutablePointer<Float>, step: Int)
  ) {
    let (from, count) = (other.pointer, shape.channels)
    if other.step == 0, count > 1 {
      for c in 0..<count {
        switch operation {
        case .add, .average: to[c] += from[0]
        case .multiply: to[c] *= from[0]
        case .maximum: to[c] = max(to[c], from[0])
        case .minimum: to[c] = min(to[c], from[0])
        }
      }
      return
    }
    switch operation {
    case .add, .average: Elementwise.add(to, from, into: to, count: count)
    case .multiply: Elementwise.multiply(to, from, into: to, count: count)
    case .maximum: Elementwise.maximum(to, from, into: to, count: count)
    case .minimum: Elementwise.minimum(to, from, into: to, count: count)
    }
  }

  func backward(_ space: Workspace) {
    let gradient = outputGradient(0, space)
    for index in inputShapes.indices {
      guard let below = inputGradientToAddTo(index, space) else { continue }
      space.forEachSample(work: shape.count * inputShapes.count) { sample in
        for pixel in 0..<shape.pixels {
          let from = gradient.sample(sample) + pixel * gradient.pixelStep
          let to = below.sample(sample) + offset(below, inputShapes[index], pixel)
          let step = inputShapes[index].channels == 1 ? 0 : 1
          for c in 0..<shape.channels { to[c * step] += from[c] * slope(index, space, sample, pixel, c) }
        }
      }
    }
  }

  /// The derivative of the result by one input's number.
  private func slope(_ index: Int, _ space: Workspace, _ sample: Int, _ pixel: Int, _ c: Int) -> Float {
    func number(_ other: Int) -> Float {
      let numbers = numbers(other, space, sample, pixel)
      return numbers.pointer[c * numbers.step]
    }
    switch operation {
    case .add: return 1
    case .average: return 1 / Float(inputShapes.count)
    case .multiply(let constant):
      if inputShapes.count == 1 { return constant }
      return inputShapes.indices.reduce(1) { $1 == index ? $0 : $0 * number($1) }
    case .maximum, .minimum:
      // The first of equals takes it all.
      let own = number(index)
      let isWinner = inputShapes.indices.allSatisfy { other in
        let value = number(other)
        let isBetter = operation == .maximum ? own > value : own < value
        return other == index || isBetter || (own == value && index < other)
      }
      return isWinner ? 1 : 0
    }
  }
}
