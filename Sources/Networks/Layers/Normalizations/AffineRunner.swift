import Arithmetic
import Tensors

/// Runs what shifts, scales and shifts again: scale, bias, and batch normalisation with stored statistics.
/// y = (x − center) · factor + offset.
final class AffineRunner: LayerRunner {
  let place: LayerPlace
  private let shape: MapShape
  private let center: Table?
  private let factor: Table?
  private let offset: Table?
  /// A function of single numbers that what is made is put through.
  private let function: FusedFunction?

  private init(_ context: RunnerContext, center: SpreadTable?, factor: SpreadTable?, offset: SpreadTable?) {
    place = context.place
    shape = context.input
    function = context.function
    self.center = center.map { Table($0, context.input) }
    self.factor = factor.map { Table($0, context.input) }
    self.offset = offset.map { Table($0, context.input) }
  }

  /// A table's numbers, repeated for neighbouring pixels where they are the same for all and few.
  private struct Table {
    private let numbers: FloatBuffer
    private let step: Int
    /// For how many pixels from one on they lie together.
    let repeats: Int

    init(_ table: SpreadTable, _ shape: MapShape) {
      let isForMap = table.values.count != shape.channels
      repeats = isForMap ? shape.pixels : max(1, 256 / shape.channels)
      step = isForMap ? shape.channels : 0
      let rows = isForMap ? 1 : repeats
      numbers = FloatBuffer((0..<rows).flatMap { _ in table.values })
    }

    /// The numbers for a pixel and those after it.
    func pointer(_ pixel: Int) -> UnsafePointer<Float> { UnsafePointer(numbers.pointer + pixel * step) }
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
    self.init(
      context, center: definition.mean.map { SpreadTable($0.values) },
      factor: SpreadTable(definition.factors.map(Float.init)),
      offset: definition.beta.map { SpreadTable($0.values) })
  }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    let together = source.isDense && target.isDense ? pixelsTogether : 1
    let perBlock = max(Blocks.size / shape.channels / together, 1) * together
    Blocks.forEach(space, of: shape.pixels, atMost: perBlock, work: shape.count) { sample, pixels in
      for pixel in stride(from: pixels.lowerBound, to: pixels.upperBound, by: together) {
        let count = min(together, pixels.upperBound - pixel) * shape.channels
        let y = target.sample(sample) + pixel * target.pixelStep
        Elementwise.shiftScaleShift(
          source.sample(sample) + pixel * source.pixelStep, center: center?.pointer(pixel),
          factor: factor?.pointer(pixel), offset: offset?.pointer(pixel), into: y, count: count)
        function?.apply(to: y, into: y, count: count)
      }
    }
  }

  /// How many pixels the tables go on for: several where pixels have few channels, and the same numbers all of them.
  private var pixelsTogether: Int {
    [center, factor, offset].compactMap { $0?.repeats }.min() ?? 1
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
        Elementwise.multiplyAdd(from, factor.pointer(pixel), to: to, count: shape.channels)
      }
    }
  }
}
