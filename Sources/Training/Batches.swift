import Tensors

/// Which samples each mini-batch of each epoch holds.
///
/// An epoch goes once through the samples, in the order given or in an order drawn for that epoch alone. Where they do
/// not divide evenly, the last mini-batch is short, or, as with Core ML, filled up from the start of the epoch's order.
public struct Batches: Sendable, Equatable {
  /// What becomes of the last mini-batch.
  public enum LastBatch: String, Sendable, Codable, CaseIterable {
    /// Filled up from the start of the epoch's order.
    case wrap
    /// As long as there are samples.
    case short
  }

  /// How many samples there are.
  public let sampleCount: Int
  /// How many samples a mini-batch holds; with `wrap` it may be more than there are, which then repeat within it.
  public let miniBatchSize: Int
  /// What becomes of the last mini-batch.
  public let lastBatch: LastBatch
  /// Whether each epoch has an order of its own.
  public let shuffle: Bool
  private let seeds: SeedPlan

  /// Lays out mini-batches.
  ///
  /// Precondition: there is at least one sample, and a mini-batch holds at least one.
  public init(sampleCount: Int, miniBatchSize: Int, lastBatch: LastBatch, shuffle: Bool, seeds: SeedPlan) {
    precondition(sampleCount > 0 && miniBatchSize > 0, "mini-batches of \(miniBatchSize) of \(sampleCount) samples")
    self.sampleCount = sampleCount
    self.miniBatchSize = miniBatchSize
    self.lastBatch = lastBatch
    self.shuffle = shuffle
    self.seeds = seeds
  }

  /// How many mini-batches an epoch has.
  public var count: Int { (sampleCount - 1) / miniBatchSize + 1 }

  /// The order of the samples in an epoch, counted from 0.
  public func order(epoch: Int) -> [Int] {
    guard shuffle else { return Array(0..<sampleCount) }
    var generator = seeds.generator(for: .shuffle, epoch)
    return generator.permutation(sampleCount)
  }

  /// The samples of a mini-batch, counted from 0, in an epoch's order.
  public func indices(batch: Int, in order: [Int]) -> [Int] {
    precondition((0..<count).contains(batch) && order.count == sampleCount, "mini-batch \(batch) of \(count)")
    let start = batch * miniBatchSize
    switch lastBatch {
    case .short: return Array(order[start..<start + min(miniBatchSize, sampleCount - start)])
    case .wrap: return (start..<start + miniBatchSize).map { order[$0 % sampleCount] }
    }
  }
}
