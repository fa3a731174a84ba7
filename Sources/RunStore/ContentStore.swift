internal import Files
public import Foundation

/// Content under the name of its own digest: photos that were removed, label files as they were, models before a change.
///
/// A folder `contents` in the state folder, in it `ab/cdef…` for the digest `abcdef…`. A file is filled beside its place,
/// brought to the disk and renamed, so that whatever stands under a digest is whole, at every moment and for every
/// process. Reading checks the digest. The same content is stored once, whoever stores it.
///
/// What is stored stays for an hour at least; then `collect` may remove it, unless somebody holds it
/// (`RunStore.hold`). All calls may be made from any thread and from several processes.
public struct ContentStore: Sendable {
  /// The folder the content is in.
  public let folder: URL

  /// How long content that nobody holds is kept, so that whoever stores it has the time to say so: seconds.
  static let grace: TimeInterval = 3600

  /// The store in a state folder; it is made when something is first put there.
  public init(stateFolder: URL) {
    folder = stateFolder.appending(path: "contents", directoryHint: .isDirectory)
  }

  /// Stores bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - isDurable: Whether they are brought to the disk before this returns. Without it they survive the end of the
  ///     process, but perhaps not a power cut, and storing costs no wait for the disk; reading finds out what is whole.
  /// - Returns: Their digest, under which `get` finds them again.
  /// - Throws: `ContentError.cannotWrite`, for example where the disk is full; the store is then as it was.
  @discardableResult
  public func put(_ data: Data, isDurable: Bool = true) throws(ContentError) -> ContentHash {
    let hash = ContentHash(of: data)
    return try put(.data(data, hash), known: hash, isDurable: isDurable)
  }

  /// Stores bytes that are handed out piece by piece.
  ///
  /// - Returns: Their digest.
  /// - Throws: `ContentError.cannotWrite`, and what `give` throws; the store is then as it was.
  @discardableResult
  public func put(
    isDurable: Bool = true,
    pieces give: ((UnsafeRawBufferPointer) throws(ContentError) -> Void) throws(ContentError) -> Void
  ) throws(ContentError) -> ContentHash {
    let waiting = folder.appending(path: "incoming", directoryHint: .isDirectory)
    try Self.make(waiting)
    let lock = lock(LOCK_SH)
    defer { if let lock { close(lock) } }
    let temporary = waiting.appending(path: UUID().uuidString).path(percentEncoded: false)
    defer { unlink(temporary) }
    let hash = try HashedFile.write(temporary, from: give, isDurable: isDurable)
    let path = path(of: hash)
    try Self.make(place(of: hash).deletingLastPathComponent())
    if (try? HashedFile.hash(path)) == hash, utimensat(AT_FDCWD, path, nil, 0) == 0 { return hash }
    guard rename(temporary, path) == 0 else { throw .cannotWrite(path: path, code: errno) }
    return hash
  }

  /// Stores a copy of a file.
  ///
  /// - Throws: `ContentError.cannotRead` or `cannotWrite`.
  @discardableResult
  public func put(contentsOf url: URL) throws(ContentError) -> ContentHash {
    let path = url.path(percentEncoded: false)
    return try put(.file(path), known: try HashedFile.hash(path))
  }

  /// Stores a copy of a folder with all that lies in it.
  ///
  /// - Throws: `ContentError.cannotRead`, `notRegular` or `cannotWrite`.
  @discardableResult
  func put(folder path: String) throws(ContentError) -> ContentHash {
    try put(.folder(path), known: try PackedFolder.hash(path))
  }

  /// The bytes of a digest.
  ///
  /// - Throws: `ContentError.missing`, or `damaged` where the bytes have another digest.
  public func get(_ hash: ContentHash) throws(ContentError) -> Data {
    guard let data = try? Data(regularFile: place(of: hash)) else { throw .missing(hash) }
    guard ContentHash(of: data) == hash else { throw .damaged(hash) }
    return data
  }

  /// Whether something stands under a digest. Only reading it shows whether it is whole.
  public func contains(_ hash: ContentHash) -> Bool { access(path(of: hash), F_OK) == 0 }

  /// Removes what nobody holds and nobody has stored within the last hour.
  ///
  /// - Parameters:
  ///   - date: The time it is.
  ///   - start: What was stored before stays, whoever holds it; nil for none.
  ///   - held: Digests that stay. Called once no other process can store anything.
  /// - Returns: How many files were removed.
  /// - Throws: What `held` throws; nothing is removed then.
  @discardableResult
  public func collect(
    at date: Date = Date(), storedSince start: Date? = nil, keeping held: () throws(StoreError) -> Set<ContentHash>
  ) throws(StoreError) -> Int {
    guard let lock = lock(LOCK_EX) else { return 0 }
    defer { close(lock) }
    let held = try held()
    var removed = 0
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    for name in folders.sorted() where !name.hasPrefix(".lock") {
      let inner = folder.appending(path: name).path(percentEncoded: false)
      for rest in (try? FileManager.default.contentsOfDirectory(atPath: inner)) ?? [] {
        if let hash = ContentHash(name + rest), held.contains(hash) { continue }
        let age = Self.age("\(inner)/\(rest)", at: date)
        guard age > Self.grace, start.map({ age < date.timeIntervalSince($0) }) ?? true else { continue }
        if unlink("\(inner)/\(rest)") == 0 { removed += 1 }
      }
    }
    return removed
  }

  // MARK: Places

  /// Where the content of a digest stands, if it does.
  func path(of hash: ContentHash) -> String { place(of: hash).path(percentEncoded: false) }

  /// Where the bytes of a digest lie, if they are there.
  public func place(of hash: ContentHash) -> URL {
    folder.appending(path: hash.description.prefix(2)).appending(path: hash.description.dropFirst(2))
  }

  private func put(
    _ source: HashedFile.Source, known hash: ContentHash, isDurable: Bool = true
  ) throws(ContentError) -> ContentHash {
    let path = path(of: hash)
    let waiting = folder.appending(path: "incoming", directoryHint: .isDirectory)
    try Self.make(place(of: hash).deletingLastPathComponent())
    try Self.make(waiting)
    // Nothing is collected meanwhile, and afterwards the file is too young for it.
    let lock = lock(LOCK_SH)
    defer { if let lock { close(lock) } }
    if (try? HashedFile.hash(path)) == hash, utimensat(AT_FDCWD, path, nil, 0) == 0 { return hash }
    let temporary = waiting.appending(path: UUID().uuidString).path(percentEncoded: false)
    return try HashedFile.write(path, through: temporary, from: source, isDurable: isDurable) {
      (found) throws(ContentError) in
      // The file was changed between being looked at and being copied.
      guard found == hash else { throw .damaged(hash) }
    }
  }

  /// Takes the folder for storing (shared) or collecting (alone); nil where it cannot be taken.
  private func lock(_ kind: Int32) -> Int32? {
    let path = folder.appending(path: ".lock").path(percentEncoded: false)
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    while flock(file, kind) != 0 {
      guard errno == EINTR else {
        close(file)
        return nil
      }
    }
    return file
  }

  private static func age(_ path: String, at date: Date) -> TimeInterval {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return date.timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
  }

  private static func make(_ folder: URL) throws(ContentError) {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      throw .cannotWrite(path: folder.path(percentEncoded: false), code: Int32(underlying?.code ?? 0))
    }
  }
}
