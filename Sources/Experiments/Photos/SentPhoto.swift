import Files
public import Foundation

/// A photo that a page has sent: the content of its file, and what it is called there.
public struct SentPhoto: Sendable {
  /// The file's name on the page's machine.
  public let name: String
  /// The file's content.
  public let content: Data

  /// The folder beside the notebook in which such photos are kept.
  public static let folder = "photos"

  /// A photo that was sent.
  public init(name: String, content: Data) { (self.name, self.content) = (name, content) }

  /// Writes it beside the notebook, under its own name or, where that is taken, under one with a number: no file is replaced.
  ///
  /// - Parameter files: Where files are written.
  /// - Returns: Its path from the notebook's folder.
  /// - Throws: What the file system throws.
  public func keep(in files: DataFolder) throws -> String {
    let folder = files.destination(Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = plainName
    let (stem, ending) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
    for number in 1...Self.mostAlike {
      let tried = number == 1 ? name : "\(stem)-\(number).\(ending)"
      let place = folder.appending(path: tried)
      guard !FileManager.default.fileExists(atPath: FilePath.plain(place)) else { continue }
      try content.write(to: place, options: .withoutOverwriting)
      return "\(Self.folder)/\(tried)"
    }
    throw CocoaError(.fileWriteFileExists)
  }

  /// Does something with it as a photo on the disk, which is removed again.
  ///
  /// - Parameter body: What is done.
  /// - Returns: What that gives.
  /// - Throws: What the file system or `body` throws.
  public func withFile<Result>(_ body: (Photo) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "whet-photo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "photo.jpg")
    try content.write(to: url)
    return try body(Photo(url: url, label: "", stamp: PhotoFolder.stamp(url)))
  }

  /// The most files of one name.
  private static let mostAlike = 100_000

  /// A name the file may have on every system.
  private var plainName: String {
    let last = name.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? ""
    let kept = last.unicodeScalars.map { scalar -> Character in
      let properties = scalar.properties
      let isPlain = properties.isAlphabetic || properties.numericType != nil || "-_. ".unicodeScalars.contains(scalar)
      return isPlain ? Character(scalar) : "-"
    }
    let stem = String(String(kept).suffix(80)).trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    return (stem.isEmpty ? "photo" : stem) + ((stem as NSString).pathExtension.isEmpty ? ".jpg" : "")
  }
}
