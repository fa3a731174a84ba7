public import Networks
import Tensors
public import Training

extension Inference {
  /// What the part of a network that learns reads of samples, in each variant that flips make of photos; of a table without
  /// frozen layers before it the numbers as they are.
  ///
  /// - Throws: `ExperimentError` where a photo cannot be read or samples do not fit the network, `Interruption`.
  public func variants(
    of selection: Selection, ways: [Augmentation], through parts: TrainableParts
  ) throws -> [FeatureRows] {
    if case .table(let table) = selection, parts.trunk.definition.layers.isEmpty {
      try parts.checkFits(table)
      return [.table(table, parts.trunk)]
    }
    return try Augmentation.variants(of: ways).map { try featureRows(of: selection, variant: $0, through: parts) }
  }

  /// Samples as a training takes them, for any thread: photos that have too many variants, or are read pixel by pixel, from
  /// their files.
  ///
  /// - Parameters:
  ///   - selection: The samples.
  ///   - targets: What each of them should be answered with.
  ///   - variation: How photos are varied.
  ///   - parts: The network.
  /// - Returns: The samples.
  /// - Throws: as `variants`.
  public func samples(
    of selection: Selection, targets: Targets, variation: PhotoVariation, for parts: TrainableParts
  ) throws -> any SampleSource {
    guard case .photos(let photos) = selection, case .classes(let classes) = targets,
      parts.trunk.definition.layers.isEmpty || !variation.ways.allSatisfy(\.isFlip)
    else {
      return try parts.source(
        variants(of: selection, ways: variation.ways, through: parts), targets: targets, variation: variation)
    }
    // Machines and pictures of its own: the training may go on in another thread.
    let featureCache = FeatureCache()
    featureCache.photos.capacity = self.featureCache.photos.capacity
    try featureCache.check(photos.photos, for: parts.trunk) { _, _ in !signal.isInterrupted }
    return StreamedPhotos(
      input: parts.boundary, shape: parts.boundaryShape, photos: photos.photos, targets: classes,
      extractor: parts.trunk, variation: variation, featureCache: featureCache)
  }
}

extension TrainableParts {
  /// Some samples, or all, as a training takes them.
  ///
  /// - Parameters:
  ///   - variants: What the part that learns reads of all samples, in each variant of a photo.
  ///   - places: Which of them are learnt from; nil for all.
  ///   - targets: What each of those should be answered with.
  ///   - variation: Which variant an epoch draws.
  /// - Returns: The samples.
  /// - Throws: `ModelError.network`.
  public func source(
    _ variants: [FeatureRows], _ places: [Int]? = nil, targets: Targets, variation: PhotoVariation
  ) throws(ExperimentError) -> any SampleSource {
    var tensors: [Tensor] = []
    for variant in variants {
      switch variant {
      case .table(let table, let trunk): return try samples(of: table, places, targets: targets, through: trunk)
      case .kept(let features): tensors.append(shaped(places.map(features.rows) ?? features))
      }
    }
    return VariedFeatures(input: boundary, variants: tensors, targets: targets, variation: variation)
  }
}
