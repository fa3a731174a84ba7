public import Networks
import Pictures
import Tensors
public import Training

/// Asks a model about pixels rather than photos: what a photo would be with a part of it painted over.
public struct PixelInference: Sendable {
  private let model: Model
  private let extractor: Extractor
  private let parts: TrainableParts?
  private let width: Int, height: Int

  /// Prepares to ask a model that reads images.
  ///
  /// - Throws: `ModelError.noImageInput` for one that does not.
  public init(_ model: Model) throws(ExperimentError) {
    self.model = model
    switch model {
    case .hybrid(let hybrid): throw .loop(.hybrid(hybrid.name, .explaining, of: hybrid.names))
    case .neighbors(let neighbors):
      (parts, extractor) = (nil, neighbors.extractor)
      guard !neighbors.readsTables else { throw .model(.needsSize(model.name)) }
    case .network(let network):
      let parts = try TrainableParts(of: network)
      (self.parts, extractor) = (parts, parts.trunk)
    }
    let image = try extractor.image()
    (width, height) = (image.width, image.height)
  }

  /// A photo as the model sees it.
  ///
  /// - Throws: `SourceError.photo`, `Interruption`.
  public func pixels(of photo: Photo, from photos: PhotoCache) throws -> PixelBuffer {
    try photos.resized(extractor.seen([photo]), width: width, height: height)[0]
  }

  /// The answers to pictures, each with its classes, the most probable first.
  public func answers(to pictures: [PixelBuffer], on featureCache: FeatureCache) throws -> [[LabelProbability]] {
    let features = try featureCache.features(ofPictures: pictures, through: extractor)
    return try ExperimentError.naming(model.name) {
      switch model {
      case .hybrid: return []
      case .neighbors(let model):
        return try model.memory.classify(features).map { vote in
          vote.probabilities.sorted {
            ($0.label == vote.label ? 1 : 0, $0.probability) > ($1.label == vote.label ? 1 : 0, $1.probability)
          }
        }
      case .network(let model):
        guard let parts else { return [] }
        let probabilities = try parts.probabilities(features, batchSize: 8)
        let labels = model.outputs.labels
        return (0..<pictures.count).map { place in
          zip(labels, probabilities.row(place)).map { LabelProbability(label: $0, probability: Double($1)) }
            .sorted { $0.probability > $1.probability }
        }
      }
    }
  }
}
