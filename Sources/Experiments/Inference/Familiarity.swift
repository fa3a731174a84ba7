public import Tensors
public import Training

/// How near a sample is to what a model learnt, measured by how near the samples it learnt are to one another.
///
/// A model answers whatever it is shown: a softmax shares one whole among its classes, and neighbours are found however far they
/// are. The distance to the nearest learnt sample tells what neither does. It becomes a p-value by its place among the same distances
/// of the learnt samples, each without itself (conformal anomaly detection: Laxhammar and Falkman, 2010).
public struct Familiarity: Sendable {
  /// A p-value from which on a sample counts as unfamiliar: of samples like those learnt one in twenty is taken for a stranger.
  public static let threshold = 0.05
  /// With fewer learnt samples no p-value is small enough.
  public static let fewest = 19
  /// More distances make the p-value no better, only later.
  private static let mostMeasured = 2000

  private let memory: NearestNeighbors
  /// Of learnt samples, how far each is from the nearest other one; the smallest first.
  private let usual: [Double]

  /// How many learnt samples the p-value rests on.
  public var count: Int { usual.count }

  /// Measures what was learnt.
  ///
  /// - Parameter memory: The learnt samples, as features, with the metric that distances are measured by.
  /// - Throws: `TrainingError` for features that are no finite numbers.
  public init(_ memory: NearestNeighbors) throws(TrainingError) {
    var memory = memory
    memory.numberOfNeighbors = 2
    self.memory = memory
    let stride = max(1, (memory.count + Self.mostMeasured - 1) / Self.mostMeasured)
    let measured = Array(Swift.stride(from: 0, to: memory.count, by: stride))
    let width = memory.dimension
    let queries = Tensor(
      shape: [measured.count, width],
      values: measured.flatMap { memory.samples[$0 * width..<($0 + 1) * width] })
    usual = zip(measured, try memory.classify(queries)).compactMap { own, vote in
      vote.neighbors.first { $0.index != own }?.distance
    }.sorted()
  }

  /// The p-value of each sample: the share of learnt samples, itself among them, that are as far from the nearest other one.
  ///
  /// - Parameter points: The samples' features, [samples, features].
  /// - Returns: Greater than 0 and at most 1 for each sample; small is far.
  /// - Throws: `TrainingError` for features that are no finite numbers.
  public func rarities(of points: Tensor) throws(TrainingError) -> [Double] {
    try memory.classify(points).map { vote in
      let distance = vote.neighbors.first?.distance ?? 0
      let farther = usual.count - usual.partitioningIndex { $0 >= distance }
      return Double(farther + 1) / Double(usual.count + 1)
    }
  }

  /// Whether a sample of this p-value is unlike everything learnt.
  public static func isUnfamiliar(_ rarity: Double) -> Bool { rarity <= threshold }
}

extension [Double] {
  /// The first place from which on all numbers meet a condition that none before meets.
  fileprivate func partitioningIndex(where condition: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Inference {
  /// The p-values of photos against what a model learnt; nil where that is not known.
  ///
  /// - Parameters:
  ///   - photos: The photos asked about.
  ///   - model: The model: a k-NN model knows its samples, and a network is measured in the space its last layer reads.
  ///   - learnt: What a network learnt from.
  /// - Returns: What was learnt, measured, and the p-value of each photo.
  /// - Throws: `ExperimentError` where a photo cannot be read, `Interruption`.
  public func familiarity(
    of photos: [Photo], to model: Model, learnt: Selection?
  ) throws -> (learnt: Familiarity, rarities: [Double])? {
    do {
      switch model {
      case .hybrid(let hybrid): return try familiarity(of: photos, to: .neighbors(hybrid.neighbors), learnt: learnt)
      case .neighbors(let model):
        guard model.memory.count > 1 else { return nil }
        let familiarity = try Familiarity(model.memory)
        let points = try featureCache.features(of: photos, through: model.extractor) { _, _ in !signal.isInterrupted }
          .tensor
        return (familiarity, try familiarity.rarities(of: points))
      case .network(let model):
        guard let learnt, learnt.count > 1 else { return nil }
        let space = try LastLayerSpace(of: model)
        let known = try space.points(features(of: learnt, variant: .original, through: space.parts))
        var memory = NearestNeighbors(dimension: max(1, known.shape[1]), numberOfNeighbors: 2)
        try memory.remember(known, labels: learnt.truths)
        let familiarity = try Familiarity(memory)
        let features = try featureCache.features(of: photos, through: space.parts.trunk) { _, _ in !signal.isInterrupted
        }
        .tensor
        return (familiarity, try familiarity.rarities(of: space.points(features)))
      }
    } catch let error as TrainingError {
      throw ExperimentError.model(.training(model.name, error))
    }
  }
}
