import Training

/// One part of a dataset.
public struct PhotoSplit: Sendable, Equatable {
  /// `train` or `test`.
  public let name: String
  /// The photos, class by class in the order of the labels, by name within a class; after all of these, those that were
  /// added one by one, in the order of adding, so that adding one moves no other.
  public let photos: [Photo]

  /// A part of a dataset.
  public init(name: String, photos: [Photo]) {
    self.name = name
    self.photos = photos
  }

  /// How many photos each class has.
  public func counts(_ labels: [String]) -> [Int] {
    LabelIndex(labels).counts(of: photos.lazy.map(\.label))
  }
}
