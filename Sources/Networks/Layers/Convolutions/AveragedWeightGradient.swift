import Arithmetic

/// The gradient of the weights and biases of a rectified convolution whose results are averaged over the map: in blocks of a vector
/// of input channels, each summed over the samples in their order.
final class AveragedWeightGradient {
  private let parameters: ConvolutionParameters
  private let input: MapShape
  private let outputs: Int
  private let marks: SavedBytes
  /// What ranks bring each other, [block of input channels][output][input channel].
  private var sums: FloatBuffer?

  init(_ parameters: ConvolutionParameters, input: MapShape, marks: SavedBytes) {
    (self.parameters, self.input, self.marks) = (parameters, input, marks)
    outputs = parameters.definition.outputChannels
  }

  /// Writes the gradient.
  ///
  /// - Parameters:
  ///   - space: All samples.
  ///   - source: What the convolution reads.
  ///   - factors: What each sample's averages pass on to their marked pixels, [sample][output].
  ///   - shared: The mini-batch, where ranks share it: each may compute some blocks.
  func run(_ space: Workspace, from source: Map, _ factors: UnsafePointer<Float>, _ shared: SharedBatch?) {
    let lanes = MarkedAverages.lanes
    let (blocks, block) = ((input.channels + lanes - 1) / lanes, outputs * lanes)
    let ranges = shared?.rows(of: parameters.weights, blocks)
    if ranges != nil, (sums?.count ?? 0) < blocks * block { sums = FloatBuffer(count: blocks * block) }
    let all = ranges.flatMap { _ in sums?.pointer }
    let own = shared.flatMap { ranges?[$0.exchange.rank] } ?? 0..<blocks
    space.threads.run(own.count, work: space.batch * input.count * outputs / 2) { index, worker in
      let number = own.lowerBound + index
      let sums = all.map { $0 + number * block } ?? space.threads.scratch(worker)
      sums.update(repeating: 0, count: block)
      for sample in 0..<space.batch {
        guard let marks = marks.sample(sample, space) else { return }
        MarkedAverages.addProducts(
          of: source.sample(sample) + number * lanes, pixelStep: source.pixelStep, pixels: input.pixels, marks: marks,
          outputs: outputs, factors: factors + sample * outputs, to: sums)
      }
      if all == nil { store(sums, number) }
    }
    if let shared, let ranges, let all {
      shared.exchange.gather(all, parts: ranges.map { $0.count * block })
      for number in 0..<blocks { store(all + number * block, number) }
    }
    guard let bias = parameters.bias?.gradient.pointer else { return }
    bias.update(repeating: 0, count: outputs)
    for sample in 0..<space.batch {
      guard let marks = marks.sample(sample, space) else { return }
      MarkedAverages.addCounts(
        marks, pixels: input.pixels, channels: outputs, factors: factors + sample * outputs, to: bias)
    }
  }

  /// From a block's sums, [output][input channel], to the gradient.
  private func store(_ sums: UnsafePointer<Float>, _ block: Int) {
    let (first, result) = (block * MarkedAverages.lanes, parameters.weights.gradient.pointer)
    let width = min(MarkedAverages.lanes, input.channels - first)
    for output in 0..<outputs {
      (result + output * input.channels + first).update(from: sums + output * MarkedAverages.lanes, count: width)
    }
  }
}
