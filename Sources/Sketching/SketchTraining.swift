public import ModelFile
public import Networks
import Samples
import Tensors
public import Training

/// How the small feature extractor of this package is made: trained by this engine to tell drawn shapes apart, none of
/// which is a hand. The same recipe gives the same bits on every processor.
public struct SketchTraining: Sendable, Equatable {
  /// How many pictures it learns from.
  public var pictures: Int
  /// How often it sees each.
  public var epochs: Int
  /// What shapes, first weights, order and mirroring are drawn from.
  public var seed: UInt64

  /// A recipe; what is left out is as the package's own file was made.
  public init(pictures: Int = 9_600, epochs: Int = 16, seed: UInt64 = 1) {
    self.pictures = pictures
    self.epochs = epochs
    self.seed = seed
  }

  /// By how many further pictures it is watched at most.
  static let watched = 480

  private var settings: TrainingSettings {
    TrainingSettings(
      epochs: epochs, miniBatchSize: 32, optimizer: .adamW(learningRate: 0.001, weightDecay: 0.01), schedule: .oneCycle,
      seed: seed)
  }

  /// Trains it.
  ///
  /// - Parameter watch: Told of every epoch.
  /// - Returns: The network with its last weights.
  /// - Throws: `Divergence` where the loss becomes infinite, which no sensible recipe brings about.
  public func train(watch: (EpochRecord) -> Void = { _ in }) throws -> NetworkDefinition {
    let start = SketchNetwork.definition(classes: Shape.allCases.count, seeds: SeedPlan(seed: seed))
    let further = pictures..<pictures + min(Self.watched, pictures)
    let validation = DrawnPictures(further, seed: seed, isVaried: false)
    let session = try UpdateSession(
      network: Network(start), settings: settings, source: DrawnPictures(0..<pictures, seed: seed, isVaried: true),
      validation: [ValidationSet(name: "other shapes", source: validation)])
    while let event = try session.next() {
      if case .epochEnd(let record) = event { watch(record) }
    }
    return session.network.definition
  }

  /// What the features are multiplied by, so that they are about as large as SqueezeNet's and the same learning rates do.
  /// The classifier of shapes is divided by it.
  static let gain: Float = 8

  /// The model file of a trained network, in half precision.
  ///
  /// - Throws: `ModelFileError`, which no network of this recipe brings about.
  public func file(of network: NetworkDefinition) throws(ModelFileError) -> ModelFile {
    // Rounded first: so the gain, a power of two, can be changed without a training.
    try Self.write(Self.write(network).network().amplified(by: Self.gain))
  }

  private static func write(_ network: NetworkDefinition) throws(ModelFileError) -> ModelFile {
    let metadata = ModelMetadata(
      shortDescription: "Tells drawn shapes apart, and so describes pictures by 256 features (pool5).",
      version: "1", author: "Whet", license: "MIT")
    return try ModelFile(
      classifier: network, labels: .strings(Shape.allCases.map(\.name)), predictedFeatureName: "shape",
      predictedProbabilitiesName: "probability", metadata: metadata, precision: .float16)
  }
}

extension NetworkDefinition {
  /// The network with its features so many times as large, and the same answers.
  fileprivate func amplified(by gain: Float) -> NetworkDefinition {
    var network = self
    for index in network.layers.indices {
      switch network.layers[index].name {
      case "conv5":
        network.layers[index].weights?.values = weights(index).map { $0 * gain }
        network.layers[index].bias?.values = biases(index).map { $0 * gain }
      case "shapes": network.layers[index].weights?.values = weights(index).map { $0 / gain }
      default: continue
      }
    }
    return network
  }

  private func weights(_ index: Int) -> [Float] { layers[index].weights?.values ?? [] }
  private func biases(_ index: Int) -> [Float] { layers[index].bias?.values ?? [] }
}
