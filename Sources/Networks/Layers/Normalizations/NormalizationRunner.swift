import Arithmetic
import Tensors

/// Runs what normalises numbers by their own statistics: batch and instance normalisation, mean-variance normalisation and L2
/// normalisation.
///
/// y = (x − mean) · scale · gamma + beta, over the numbers of a group: a channel of a sample, a sample, or a channel of the
/// mini-batch (of the sample when predicting: a prediction does not depend on what else is predicted).
final class NormalizationRunner: LayerRunner {
  /// Which numbers share statistics.
  enum Group { case channel, sample, batchChannel }
  /// What the numbers are divided by: nothing, sqrt(variance + epsilon), or sqrt(Σ x² + epsilon).
  enum Divisor { case none, deviation, length }

  let place: LayerPlace
  private let shape: MapShape
  private let group: Group
  private let centers: Bool
  private let divisor: Divisor
  private let epsilon: Double
  private let gamma: [Float]?
  private let beta: [Float]?

  init(
    _ context: RunnerContext, group: Group, centers: Bool, divisor: Divisor, epsilon: Float, gamma: Tensor? = nil,
    beta: Tensor? = nil
  ) {
    place = context.place
    shape = context.input
    self.group = group
    self.centers = centers
    self.divisor = divisor
    self.epsilon = Double(epsilon)
    self.gamma = gamma?.values
    self.beta = beta?.values
  }

  /// Runs a mean-variance normalisation.
  convenience init(_ context: RunnerContext, _ definition: MeanVarianceNormalizationDefinition) {
    self.init(
      context, group: definition.acrossChannels ? .sample : .channel, centers: true,
      divisor: definition.normalizesVariance ? .deviation : .none, epsilon: definition.epsilon)
  }

  /// Runs an L2 normalisation.
  convenience init(_ context: RunnerContext, l2Epsilon: Float) {
    self.init(context, group: .sample, centers: false, divisor: .length, epsilon: l2Epsilon)
  }

  /// The numbers of one group: some samples, some channels, all places.
  private struct Members {
    let samples: Range<Int>
    let channels: Range<Int>
    let pixels: Int
    var count: Double { Double(samples.count * channels.count * pixels) }

    func forEach(_ body: (_ sample: Int, _ pixel: Int, _ channel: Int) -> Void) {
      for sample in samples {
        for pixel in 0..<pixels { for channel in channels { body(sample, pixel, channel) } }
      }
    }
  }

  private func forEachGroup(_ space: Workspace, _ body: (Members) -> Void) {
    let isWholeBatch = group == .batchChannel && space.isTraining
    let sampleGroups = isWholeBatch ? 1 : space.batch
    let channelGroups = group == .sample ? 1 : shape.channels
    space.threads.run(sampleGroups * channelGroups, work: space.batch * shape.count * 4) { block, _ in
      let (sample, channel) = (block / channelGroups, block % channelGroups)
      body(
        Members(
          samples: isWholeBatch ? 0..<space.batch : sample..<sample + 1,
          channels: group == .sample ? 0..<shape.channels : channel..<channel + 1, pixels: shape.pixels))
    }
  }

  /// What is subtracted and what is multiplied by.
  private func statistics(_ members: Members, _ source: Map) -> (mean: Double, scale: Double) {
    var (sum, squares) = (0.0, 0.0)
    if centers {
      members.forEach { sum += Double(source.sample($0)[$1 * source.pixelStep + $2]) }
    }
    let mean = sum / members.count
    if divisor == .none { return (mean, 1) }
    members.forEach {
      let difference = Double(source.sample($0)[$1 * source.pixelStep + $2]) - mean
      squares += difference * difference
    }
    let spread = divisor == .length ? squares : squares / members.count
    return (mean, 1 / (spread + epsilon).squareRoot())
  }

  func sharing(_ samples: Int) -> BatchDistribution { group == .batchChannel ? .whole : .samples }

  func forward(_ space: Workspace) {
    if group == .sample, centers, gamma == nil, beta == nil { return standardize(space) }
    let (source, target) = (input(0, space), output(0, space))
    forEachGroup(space) { members in
      let (mean, scale) = statistics(members, source)
      members.forEach { sample, pixel, c in
        let x = Double(source.sample(sample)[pixel * source.pixelStep + c])
        let normal = Float((x - mean) * scale)
        target.sample(sample)[pixel * target.pixelStep + c] = normal * (gamma?[c] ?? 1) + (beta?[c] ?? 0)
      }
    }
  }

  /// All numbers of each sample, in blocks that threads share: what a block of pixels, or of a vector's numbers, adds to the
  /// statistics, then the numbers themselves. The blocks are the same on any number of threads. Their moments are this call's own:
  /// where samples go through the network thread by thread, several calls are under way.
  private func standardize(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    let items = shape.pixels > 1 ? shape.pixels : shape.channels
    let numbers = shape.pixels > 1 ? shape.channels : 1
    let perBlock = max(Blocks.size / numbers, 1)
    let blocks = (items + perBlock - 1) / perBlock
    /// A block of a map: its rows of numbers.
    func rows(_ map: Map, _ index: Int) -> (start: UnsafeMutablePointer<Float>, rows: Int, columns: Int) {
      let first = index % blocks * perBlock
      let (start, count) = (map.sample(index / blocks), min(perBlock, items - first))
      return shape.pixels > 1 ? (start + first * map.pixelStep, count, numbers) : (start + first, 1, count)
    }
    withUnsafeTemporaryAllocation(of: Moments.self, capacity: space.batch * blocks) { moments in
      moments.initialize(repeating: Moments())
      nonisolated(unsafe) let made = moments
      space.threads.run(space.batch * blocks, work: space.batch * shape.count) { index, _ in
        let (start, rows, columns) = rows(source, index)
        made[index] = Moments(start, step: source.pixelStep, rows: rows, columns: columns)
      }
      for sample in 0..<space.batch {
        for block in 1..<max(blocks, 1) { made[sample * blocks].add(made[sample * blocks + block]) }
      }
      space.threads.run(space.batch * blocks, work: space.batch * shape.count) { index, _ in
        let whole = made[index / blocks * blocks]
        let spread = whole.squares / whole.count
        let scale = divisor == .none ? 1 : 1 / (spread + epsilon).squareRoot()
        let ((from, rows, columns), to) = (rows(source, index), rows(target, index).start)
        for row in 0..<rows {
          Moments.standardize(
            from + row * source.pixelStep, mean: Float(whole.mean), scale: Float(scale),
            into: to + row * target.pixelStep, count: columns)
        }
      }
    }
  }

  /// With z = (x − mean) · scale and h the gradient by z: scale · (h − mean h − z · mean (h z)); an L2 divisor has no mean and
  /// sums instead of averaging.
  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let (source, gradient) = (input(0, space), outputGradient(0, space))
    forEachGroup(space) { members in
      let (mean, scale) = statistics(members, source)
      func pair(_ sample: Int, _ pixel: Int, _ c: Int) -> (z: Double, h: Double) {
        let x = Double(source.sample(sample)[pixel * source.pixelStep + c])
        let g = gradient.sample(sample)[pixel * gradient.pixelStep + c] * (gamma?[c] ?? 1)
        return ((x - mean) * scale, Double(g))
      }
      var (sum, product) = (0.0, 0.0)
      members.forEach {
        let (z, h) = pair($0, $1, $2)
        sum += h
        product += h * z
      }
      let meanTerm = centers ? sum / members.count : 0
      let productTerm =
        switch divisor {
        case .none: 0.0
        case .deviation: product / members.count
        case .length: product
        }
      members.forEach { sample, pixel, c in
        let (z, h) = pair(sample, pixel, c)
        below.sample(sample)[pixel * below.pixelStep + c] += Float(scale * (h - meanTerm - z * productTerm))
      }
    }
  }
}
