public import Foundation

/// Files that are written whole or not at all, and read piece by piece.
public enum WholeFile {
  /// Writes a file whole or not at all: a temporary file beside it is filled, brought to the disk and renamed over it.
  ///
  /// - Throws: `ContentError.cannotWrite`; what was there before is untouched.
  public static func write(_ data: Data, to path: String) throws(ContentError) {
    let folder = (path as NSString).deletingLastPathComponent
    try write(path, through: "\(folder.isEmpty ? "." : folder)/.whet-\(UUID().uuidString)", from: .data(data, nil))
  }

  /// How many bytes are read or copied at a time.
  private static let pieceSize = 1 << 20

  /// Where a file's bytes come from.
  enum Source {
    /// Bytes, with their digest where it is known.
    case data(Data, ContentHash?)
    case file(String)
  }

  /// Fills a temporary file, brings it to the disk, and renames it to its place.
  ///
  /// - Parameters:
  ///   - path: The file's place. What is there before stays whole until the new file is.
  ///   - temporary: The temporary file: in the same file system, and nobody else's.
  ///   - source: Where the bytes come from.
  ///   - isDurable: Whether the file is brought to the disk before it takes its place.
  ///   - accept: Told the content's digest before the file takes its place; throws to give it up.
  /// - Returns: The digest of what was written.
  /// - Throws: `ContentError.cannotRead` of the source, `cannotWrite` of the path, and what `accept` throws.
  @discardableResult
  static func write(
    _ path: String, through temporary: String, from source: Source, isDurable: Bool = true,
    accept: (ContentHash) throws(ContentError) -> Void = { _ in }
  ) throws(ContentError) -> ContentHash {
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw .cannotWrite(path: path, code: errno) }
    do {
      let hash: ContentHash
      do {
        defer { close(file) }
        hash = try fill(file, from: source, for: path)
        if isDurable, fsync(file) != 0 { throw ContentError.cannotWrite(path: path, code: errno) }
      }
      try accept(hash)
      guard rename(temporary, path) == 0 else { throw ContentError.cannotWrite(path: path, code: errno) }
      if isDurable { bringToDisk(folderOf: path) }
      return hash
    } catch let error as ContentError {
      unlink(temporary)
      throw error
    } catch {
      preconditionFailure("only ContentError is thrown here")
    }
  }

  /// The digest of a file.
  static func hash(_ path: String) throws(ContentError) -> ContentHash {
    var hasher = Hasher256()
    try read(path) { (bytes) throws(ContentError) in hasher.add(bytes) }
    return hasher.finish()
  }

  /// Brings a folder's entries to the disk: only then a new name in it is safe. A file system that cannot do that is no
  /// reason to fail.
  static func bringToDisk(folderOf path: String) {
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  private static func fill(_ file: Int32, from source: Source, for path: String) throws(ContentError) -> ContentHash {
    var hasher = Hasher256()
    func add(_ bytes: UnsafeRawBufferPointer) throws(ContentError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 { rest = rest.dropFirst(count) }
        if count < 0, errno != EINTR { throw .cannotWrite(path: path, code: errno) }
      }
    }
    switch source {
    case .file(let other):
      try read(other) { (bytes) throws(ContentError) in
        hasher.add(bytes)
        try add(bytes)
      }
      return hasher.finish()
    case .data(let data, let hash):
      var failure: ContentError?
      data.withUnsafeBytes { bytes in
        do throws(ContentError) { try add(bytes) } catch { failure = error }
      }
      if let failure { throw failure }
      return hash ?? ContentHash(of: data)
    }
  }

  /// Reads a file piece by piece.
  private static func read(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(ContentError) -> Void
  ) throws(ContentError) {
    // A pipe or a device would keep the reader waiting.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .cannotRead(path: path, code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .cannotRead(path: path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = Foundation.read(file, piece.baseAddress, piece.count)
      if count == 0 { return }
      if count > 0 { try take(UnsafeRawBufferPointer(rebasing: piece[..<count])) }
      if count < 0, errno != EINTR { throw .cannotRead(path: path, code: errno) }
    }
  }
}
