public import ModelFile
public import Training

/// A k-nearest-neighbours classifier under a name, with the extractor it looks through.
public struct NeighborsModel: Sendable {
  /// The answer of a model without samples where none is chosen.
  public static let usualLabel = "???"

  /// What the user calls it.
  public let name: String
  /// What turns photos into features.
  public var extractor: Extractor
  /// What it remembers, and how it decides.
  public var memory: NearestNeighbors
  /// The samples it last learnt from, as they were.
  public var learnt: LearntData?
  /// The file it was loaded from, with all that is in it.
  public let file: ModelFile?
  /// The numbers of neighbours the file allows; nil for any.
  public let allowedNeighbors: AllowedValues?

  /// Puts it together.
  public init(
    name: String, extractor: Extractor, memory: NearestNeighbors, learnt: LearntData? = nil, file: ModelFile?,
    allowedNeighbors: AllowedValues?
  ) {
    self.name = name
    self.extractor = extractor
    self.memory = memory
    self.learnt = learnt
    self.file = file
    self.allowedNeighbors = allowedNeighbors
  }

  /// A k-NN model that remembers nothing yet, looking through an extractor.
  ///
  /// - Throws: `ModelError.network` where the extractor's network cannot be built.
  public init(name: String, looksThrough extractor: Extractor, numberOfNeighbors: Int = 3) throws(ExperimentError) {
    self.init(
      name: name, extractor: extractor,
      memory: NearestNeighbors(dimension: try extractor.featureCount(), numberOfNeighbors: numberOfNeighbors),
      file: nil,
      allowedNeighbors: nil)
  }
}
