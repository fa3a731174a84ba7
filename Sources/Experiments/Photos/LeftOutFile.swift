/// A file or folder in the folder of a dataset that is no part of the dataset.
public struct LeftOutFile: Sendable, Equatable {
  /// Its path within the dataset's folder; a folder's ends with a slash.
  public let path: String
  /// How many photos lie in it and below it, where it is a folder.
  public let photos: Int

  /// A file, or a folder with so many photos.
  public init(_ path: String, photos: Int = 0) {
    self.path = path
    self.photos = photos
  }
}
