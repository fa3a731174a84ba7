/// The layer of a network of the workspace that features come from, and what that network was when its layers were copied.
///
/// What looks through the copy keeps its answers when the network changes: the basis tells that it has.
public struct FeatureBasis: Sendable, Equatable, Codable {
  /// What the network is called.
  public let network: String
  /// The layer, as the network calls it.
  public let layer: String
  /// Whether a model file holds the same layers and weights, so that a saved copy can take over what else is in it.
  public let isInFile: Bool
  /// Which samples the network had learnt from.
  public let learnt: LearntSamples?
  /// Whether its maps were summed up.
  public internal(set) var isPooled = false
  /// What tells the copied layers and weights from others.
  public internal(set) var digest: UInt64 = 0

  /// States where features come from; what is copied is noted by `Extractor.resting(on:)`.
  init(network: String, layer: String, isInFile: Bool, learnt: LearntSamples?) {
    self.network = network
    self.layer = layer
    self.isInFile = isInFile
    self.learnt = learnt
  }

  /// The layer as a command names it: `lenet.conv0`.
  public var word: String { "\(network).\(layer)" }
}

extension Extractor {
  /// The extractor with a note of the network that its layers were copied from.
  func resting(on basis: FeatureBasis) -> Extractor {
    var extractor = self
    extractor.basis = basis
    extractor.basis?.digest = plainDigest
    return extractor
  }
}
