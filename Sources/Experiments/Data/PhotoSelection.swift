/// Photos somebody named.
public struct PhotoSelection: Sendable {
  /// How they were named: `hands.train`.
  public let text: String
  /// The dataset they are from.
  public let dataset: PhotoDataset
  /// The photos.
  public let photos: [Photo]

  /// Puts it together.
  public init(text: String, dataset: PhotoDataset, photos: [Photo]) {
    self.text = text
    self.dataset = dataset
    self.photos = photos
  }

  /// The class of each photo.
  public var truths: [String] { photos.map(\.label) }
}
