internal import Files
internal import Foundation

/// Files that are read or written piece by piece, and their digests.
enum HashedFile {
  /// How many bytes are read or copied at a time.
  private static let pieceSize = 1 << 20

  /// Where a file's bytes come from.
  enum Source {
    /// Bytes, with their digest where it is known.
    case data(Data, ContentHash?)
    case file(String)
    /// All of a folder, as `PackedFolder` writes it.
    case folder(String)
  }

  /// Writes a file whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The file's place.
  ///   - temporary: The temporary file: in the same file system, and nobody else's.
  ///   - source: Where the bytes come from.
  ///   - isDurable: Whether the file is brought to the disk before it takes its place.
  ///   - accept: Told the content's digest before the file takes its place; throws to give it up.
  /// - Returns: The digest of what was written.
  /// - Throws: `ContentError.cannotRead` of the source, `cannotWrite` of the path, `notRegular` of both, and what `accept` throws.
  @discardableResult
  static func write(
    _ path: String, through temporary: String, from source: Source, isDurable: Bool = true,
    accept: (ContentHash) throws(ContentError) -> Void = { _ in }
  ) throws(ContentError) -> ContentHash {
    let file = try writing { () throws(FileWriteError) in try AtomicFile(at: path, temporary: temporary) }
    let hash = try fill(file, from: source)
    try accept(hash)
    try writing { () throws(FileWriteError) in try file.finish(isDurable: isDurable) }
    return hash
  }

  /// Writes a new file of bytes that are handed out piece by piece.
  ///
  /// - Returns: Their digest.
  /// - Throws: `ContentError.cannotWrite`, and what `give` throws; no file is left then.
  static func write(
    _ path: String, from give: ((UnsafeRawBufferPointer) throws(ContentError) -> Void) throws(ContentError) -> Void,
    isDurable: Bool
  ) throws(ContentError) -> ContentHash {
    let file = try writing { () throws(FileWriteError) in try AtomicFile(at: path, temporary: "\(path).part") }
    var hasher = Hasher256()
    try give { (bytes) throws(ContentError) in
      hasher.add(bytes)
      try writing { () throws(FileWriteError) in try file.write(bytes) }
    }
    try writing { () throws(FileWriteError) in try file.finish(isDurable: isDurable) }
    return hasher.finish()
  }

  /// The digest of a file.
  ///
  /// - Throws: `ContentError.cannotRead`, `notRegular`.
  static func hash(_ path: String) throws(ContentError) -> ContentHash {
    var hasher = Hasher256()
    try read(path) { (bytes) throws(ContentError) in hasher.add(bytes) }
    return hasher.finish()
  }

  private static func fill(_ file: AtomicFile, from source: Source) throws(ContentError) -> ContentHash {
    func add(_ bytes: UnsafeRawBufferPointer) throws(ContentError) {
      try writing { () throws(FileWriteError) in try file.write(bytes) }
    }
    switch source {
    case .file(let other):
      var hasher = Hasher256()
      try read(other) { (bytes) throws(ContentError) in
        hasher.add(bytes)
        try add(bytes)
      }
      return hasher.finish()
    case .folder(let folder):
      var hasher = Hasher256()
      try PackedFolder.write(folder) { (bytes) throws(ContentError) in
        hasher.add(bytes)
        try add(bytes)
      }
      return hasher.finish()
    case .data(let data, let hash):
      let result = data.withUnsafeBytes { bytes in Result { () throws(ContentError) in try add(bytes) } }
      try result.get()
      return hash ?? ContentHash(of: data)
    }
  }

  /// Reads a file piece by piece.
  static func read(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(ContentError) -> Void
  ) throws(ContentError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { piece.deallocate() }
    let file: RegularFile
    do throws(FileReadError) { file = try RegularFile(path: path) } catch { throw ContentError(error) }
    while true {
      let count: Int
      do throws(FileReadError) { count = try file.read(into: piece) } catch { throw ContentError(error) }
      if count == 0 { return }
      try take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }

  private static func writing<Result>(
    _ body: () throws(FileWriteError) -> Result
  ) throws(ContentError) -> Result {
    do throws(FileWriteError) { return try body() } catch { throw ContentError(error) }
  }
}
