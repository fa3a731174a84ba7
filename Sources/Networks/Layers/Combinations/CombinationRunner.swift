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
  /// A function of single numbers that what is made is put through.
  private let function: FusedFunction?

  init(_ context: RunnerContext, _ operation: Operation) {
    place = context.place
    self.operation = operation
    shape = context.output
    inputShapes = context.inputs.map(\.shape)
    function = context.function
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let target = output(0, space)
    let work = shape.count * inputShapes.count
    let sources = inputShapes.indices.map { input($0, space) }
    if inputShapes.allSatisfy({ $0 == shape }) {
      return Blocks.forEachRun(space, of: shape, between: sources + [target], work: work) { sample, first, count in
        combine(target.sample(sample) + target.place(first), count: count) { index in
          (UnsafePointer(sources[index].sample(sample) + sources[index].place(first)), 1)
        }
      }
    }
    if case .multiply = operation, sources.count == 2, inputShapes[0] == shape, inputShapes[1].pixels == 1,
      inputShapes[1].channels == shape.channels
    {
      // A factor for each channel, as a squeeze and excitation makes them: no time for more than the products.
      return Blocks.forEach(space, of: shape.pixels, atMost: Blocks.size / shape.channels, work: work) {
        sample, pixels in
        let (from, step) = (sources[0].sample(sample), sources[0].pixelStep)
        let (factors, to) = (sources[1].sample(sample), target.sample(sample))
        for pixel in pixels {
          Elementwise.multiply(
            from + pixel * step, factors, into: to + pixel * target.pixelStep, count: shape.channels)
        }
        function?.apply(
          to: to + pixels.lowerBound * target.pixelStep, step: target.pixelStep, count: pixels.count,
          channels: shape.channels)
      }
    }
    Blocks.forEach(space, of: shape.pixels, atMost: Blocks.size / shape.channels, work: work) { sample, pixels in
      for pixel in pixels {
        combine(target.sample(sample) + pixel * target.pixelStep, count: shape.channels) { index in
          let numbers = numbers(index, space, sample, pixel)
          return (UnsafePointer(numbers.pointer), numbers.step)
        }
      }
    }
  }

  /// Makes numbers that lie together of those of every input, whose step is 0 where one stands for all.
  @inline(__always)
  private func combine(
    _ to: UnsafeMutablePointer<Float>, count: Int, _ numbers: (Int) -> (pointer: UnsafePointer<Float>, step: Int)
  ) {
    let first = numbers(0).pointer
    switch (operation, inputShapes.count) {
    case (.add(let constant), 1): Elementwise.scaleShift(first, by: 1, plus: constant, into: to, count: count)
    case (.multiply(let constant), 1): Elementwise.scaleShift(first, by: constant, plus: 0, into: to, count: count)
    case (_, 1): to.update(from: first, count: count)
    default:
      combine(first, numbers(1), into: to, count: count)
      for index in 2..<max(inputShapes.count, 2) { combine(UnsafePointer(to), numbers(index), into: to, count: count) }
    }
    if operation == .average {
      Elementwise.scaleShift(to, by: 1 / Float(inputShapes.count), plus: 0, into: to, count: count)
    }
    function?.apply(to: to, into: to, count: count)
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

  private func combine(
    _ x: UnsafePointer<Float>, _ other: (pointer: UnsafePointer<Float>, step: Int),
    into to: UnsafeMutablePointer<Float>, count: Int
  ) {
    let from = other.pointer
    if other.step == 0, count > 1 {
      for c in 0..<count {
        switch operation {
        case .add, .average: to[c] = x[c] + from[0]
        case .multiply: to[c] = x[c] * from[0]
        case .maximum: to[c] = max(x[c], from[0])
        case .minimum: to[c] = min(x[c], from[0])
        }
      }
      return
    }
    switch operation {
    case .add, .average: Elementwise.add(x, from, into: to, count: count)
    case .multiply: Elementwise.multiply(x, from, into: to, count: count)
    case .maximum: Elementwise.maximum(x, from, into: to, count: count)
    case .minimum: Elementwise.minimum(x, from, into: to, count: count)
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
