public import Foundation
public import Pictures

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

    /// States them.
    public init(size: Int, changed: Double) { (self.size, self.changed) = (size, changed) }
  }
}

extension Photo {
  /// The file's name without its ending.
  public var stem: String { url.deletingPathExtension().lastPathComponent }

  /// The first characters of its name, eight or more, that no other of these photos has; else all of it.
  public func beginning(among photos: [Photo]) -> String {
    for length in [8, 12, 16, 24] where length < name.count {
      let start = name.prefix(length)
      if photos.count(where: { $0.name.hasPrefix(start) }) == 1,
        start.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
      {
        return String(start)
      }
    }
    return name
  }
}
