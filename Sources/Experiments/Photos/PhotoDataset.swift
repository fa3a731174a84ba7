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
  public private(set) var splits: [PhotoSplit]
  /// Files that are no photos, and folders outside the classes or below them.
  public let skipped: [LeftOutFile]
  /// Whether the classes lie in `train/` and `test/`, not in the folder itself.
  public let isSplit: Bool
  /// The most classes it may have, where somebody has said so.
  public var maxClasses: Int?
  /// The photos that are left out because they cannot be read; nil where nobody asked for that, so that such photos stay in.
  public var unreadable: UnreadablePhotos?
  /// How its photos were divided; nil where the folder tells training from test photos, or nothing does.
  public private(set) var division: SampleDivision?
  /// The line that reads it, as typed; nil where there was none.
  public var statement: String?

  /// Photos that were found in a folder.
  public init(
    name: String, folder: URL, labels: [String], splits: [PhotoSplit], skipped: [LeftOutFile], isSplit: Bool,
    maxClasses: Int? = nil
  ) {
    self.name = name
    self.folder = folder
    self.labels = labels
    self.splits = splits
    self.skipped = skipped
    self.isSplit = isSplit
    self.maxClasses = maxClasses
  }

  /// The photos of a split.
  public func split(_ name: String) -> PhotoSplit? { splits.first { $0.name == name } }

  /// How its photos are brought to size.
  public var scaling: CropAndScale { splits.lazy.flatMap(\.photos).first?.scaling ?? .scaleFill }

  /// The same photos, brought to size in another way.
  public func scaled(by scaling: CropAndScale) -> PhotoDataset {
    var scaled = self
    scaled.splits = splits.map { split in
      PhotoSplit(
        name: split.name,
        photos: split.photos.map { photo in
          var photo = photo
          photo.scaling = scaling
          return photo
        })
    }
    return scaled
  }

  /// The same photos, those to train on divided into such and those to test on, class by class by lot; photos of a group stay
  /// on one side. Both keep their order.
  public func divided(by division: SampleDivision) -> PhotoDataset {
    guard let all = split("train")?.photos, split("test") == nil else { return self }
    let index = Dictionary(labels.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let parts = Parts.divide(
      all.count, classes: all.map { index[$0.label] ?? 0 }, groups: division.group?.groups(of: all.map(\.name)),
      shares: division.shares, seeds: SeedPlan(seed: division.seed ?? 1))
    var divided = self
    divided.splits = [
      PhotoSplit(name: "train", photos: parts.train.map { all[$0] }),
      PhotoSplit(name: "test", photos: parts.test.map { all[$0] }),
    ]
    divided.division = division
    return divided
  }

  /// The same dataset without some of its photos.
  func without(_ photos: Set<Photo>) -> PhotoDataset {
    guard !photos.isEmpty else { return self }
    var rest = self
    rest.splits = splits.map { PhotoSplit(name: $0.name, photos: $0.photos.filter { !photos.contains($0) }) }
    return rest
  }

  /// How many photos there are in all.
  public var count: Int { splits.reduce(0) { $0 + $1.photos.count } }
}
