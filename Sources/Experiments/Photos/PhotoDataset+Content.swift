import Files
public import Foundation
public import RunStore
import Training

extension PhotoDataset {
  /// The folders of the classes, as paths within the dataset: `train/✊`.
  public var classFolders: [String] {
    splits.flatMap { split in labels.map { isSplit ? "\(split.name)/\($0)" : $0 } }
  }

  /// Every photo with its path within the dataset, in order; the class in the dataset's spelling.
  public var places: [(path: String, photo: Photo)] {
    splits.flatMap { split in
      split.photos.map { (isSplit ? "\(split.name)/\($0.label)/\($0.name)" : "\($0.label)/\($0.name)", $0) }
    }
  }

  /// The digest of all there is to a dataset: its classes in order, and every photo's place and content.
  ///
  /// - Throws: `FileError.cannotRead` for a photo that is gone or may not be read.
  public func content(shorten: (URL) -> String) throws(FileError) -> ContentHash {
    var lines = labels.map { "class \(LabelSpelling.key($0))" }
    for (path, photo) in places.sorted(by: { $0.path < $1.path }) {
      let data: Data
      do throws(FileReadError) {
        data = try Data(regularFile: photo.url)
      } catch {
        switch error {
        case .notRegular(_, let kind): throw .notRegular(shorten(photo.url), kind)
        case .unreadable(_, let code): throw .cannotRead(shorten(photo.url), code: code)
        case .tooLarge: throw .cannotRead(shorten(photo.url), code: EFBIG)
        }
      }
      lines.append("\(LabelSpelling.key(path)) \(ContentHash(of: data))")
    }
    return ContentHash(of: Data(lines.joined(separator: "\n").utf8))
  }
}
