public import Foundation
public import Pictures
import Training

/// Photos in classes, split into those to learn from and those to be asked about.
public struct PhotoDataset: Sendable, Equatable {
  /// What the user calls it.
  public let name: String
  /// The folder it was read from.
  public let folder: URL
  /// The classes, in the order of the outputs of a network trained on it.
  public let labels: [String]
  /// `train`, and `test` where there is one.
  public let splits: [PhotoSplit]
  /// Files that are no photos, or lie outside the classes, as paths within the folder.
  public let skipped: [String]
  /// Whether the classes lie in `train/` and `test/`, not in the folder itself.
  public let isSplit: Bool
  /// The most classes it may have, where somebody has said so.
  public var maxClasses: Int?

  /// The photos of a split.
  public func split(_ name: String) -> PhotoSplit? { splits.first { $0.name == name } }

  /// How its photos are brought to size.
  var scaling: CropAndScale { splits.lazy.flatMap(\.photos).first?.scaling ?? .scaleFill }

  /// The same photos, brought to size in another way.
  func scaled(by scaling: CropAndScale) -> PhotoDataset {
    let splits = splits.map { split in
      PhotoSplit(
        name: split.name,
        photos: split.photos.map { photo in
          var photo = photo
          photo.scaling = scaling
          return photo
        })
    }
    var scaled = PhotoDataset(
      name: name, folder: folder, labels: labels, splits: splits, skipped: skipped, isSplit: isSplit)
    scaled.maxClasses = maxClasses
    return scaled
  }

  /// How many photos there are in all.
  public var count: Int { splits.reduce(0) { $0 + $1.photos.count } }
}

/// One part of a dataset.
public struct PhotoSplit: Sendable, Equatable {
  /// `train` or `test`.
  public let name: String
  /// The photos, class by class in the order of the labels, by name within a class; after all of these, those that were
  /// added one by one, in the order of adding, so that adding one moves no other.
  public let photos: [Photo]

  /// How many photos each class has.
  public func counts(_ labels: [String]) -> [Int] {
    LabelIndex(labels).counts(of: photos.lazy.map(\.label))
  }
}

/// One photo on disk.
public struct Photo: Sendable, Hashable {
  /// Where it lies.
  public let url: URL
  /// The class its folder puts it in.
  public let label: String
  /// Its length in bytes and time of change, by which a photo that was replaced is told from its former self.
  public let stamp: Stamp
  /// How it is brought to the size a network reads.
  public var scaling = CropAndScale.scaleFill

  /// The file's name.
  public var name: String { url.lastPathComponent }

  /// The name as a table shows it: long names keep their first eight characters and their ending.
  public var shortName: String {
    let stem = url.deletingPathExtension().lastPathComponent
    guard stem.count > 14 else { return name }
    return "\(stem.prefix(8))….\(url.pathExtension)"
  }

  /// Makes a photo known.
  public init(url: URL, label: String, stamp: Stamp) {
    self.url = url
    self.label = label
    self.stamp = stamp
  }

  /// A file's length and time of change.
  public struct Stamp: Sendable, Hashable {
    /// Bytes.
    public let size: Int
    /// Seconds since 1970.
    public let changed: Double
  }
}
