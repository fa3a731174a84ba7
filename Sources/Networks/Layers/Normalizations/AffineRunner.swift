import Arithmetic
import Tensors

/// Runs what shifts, scales and shifts again: scale, bias, and batch normalisation with stored statistics.
/// y = (x − center) · factor + offset.
final class AffineRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape
  private let center: SpreadTable?
  private let factor: SpreadTable?
  private let offset: SpreadTable?

  private init(_ context: RunnerContext, center: SpreadTable?, factor: SpreadTable?, offset: SpreadTable?) {
    place = context.place
    shape = context.input
    self.center = center
    self.factor = factor
    self.offset = offset
  }

  /// Runs a scale layer, or with no scale a bias layer.
  convenience init(_ context: RunnerContext, scale: Tensor?, bias: Tensor?) throws(NetworkError) {
    let (shape, name) = (context.input, context.place.name)
    self.init(
      context, center: nil,
      factor: try scale.map { tensor throws(NetworkError) in
        try SpreadTable(tensor, named: "scale", over: shape, layer: name)
      },
      offset: try bias.map { tensor throws(NetworkError) in
        try SpreadTable(tensor, named: "bias", over: shape, layer: name)
      })
  }

  /// Runs a batch normalisation with its stored statistics.
  convenience init(_ context: RunnerContext, _ definition: BatchNormalizationDefinition) {
    let channels = context.input.channels
    let gamma = definition.gamma?.values ?? [Float](repeating: 1, count: channels)
    let variance = definition.variance?.values ?? [Float](repeating: 1, count: channels)
    let factors = zip(gamma, variance).map {
      Float(Double($0) / (Double($1) + Double(definition.epsilon)).squareRoot())
    }
    self.init(
      context, center: definition.mean.map { SpreadTable($0.values) }, factor: SpreadTable(factors),
      offset: definition.beta.map { SpreadTable($0.values) })
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count) { sample in
      for pixel in 0..<shape.pixels {
        let x = source.sample(sample) + pixel * source.pixelStep
        let y = target.sample(sample) + pixel * target.pixelStep
        y.update(from: x, count: shape.channels)
        if let center {
          center.values.withUnsafeBufferPointer {
            guard let base = $0.baseAddress else { return }
            Elementwise.addScaled(base + center.start(pixel, shape), by: -1, to: y, count: shape.channels)
          }
        }
        apply(factor, pixel, y, Elementwise.multiply)
        apply(offset, pixel, y, Elementwise.add)
      }
    }
  }

  private func apply(
    _ table: SpreadTable?, _ pixel: Int, _ y: UnsafeMutablePointer<Float>,
    _ operation: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int) -> Void
  ) {
    guard let table else { return }
    table.values.withUnsafeBufferPointer {
      guard let base = $0.baseAddress else { return }
      operation(y, base + table.start(pixel, shape), y, shape.channels)
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    space.forEachSample(work: shape.count) { sample in
      for pixel in 0..<shape.pixels {
        let from = gradient.sample(sample) + pixel * gradient.pixelStep
        let to = below.sample(sample) + pixel * below.pixelStep
        guard let factor else {
          Elementwise.addScaled(from, to: to, count: shape.channels)
          continue
        }
        factor.values.withUnsafeBufferPointer {
          guard let base = $0.baseAddress else { return }
          Elementwise.multiplyAdd(from, base + factor.start(pixel, shape), to: to, count: shape.channels)
        }
      }
    }
  }
}
