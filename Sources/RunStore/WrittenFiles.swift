public import Files
public import Foundation
internal import Synchronization

/// Why a file for a person was not written. Nothing was changed.
public enum WrittenFileError: Error, Sendable, Equatable {
  /// The file cannot be written, or is not the program's to replace (`FileWriteError.foreign`).
  case file(FileWriteError)
  /// What is there cannot be kept, so that it could not be brought back.
  case journal(JournalError)
  /// Without a journal nobody's file is replaced: it could not be brought back.
  case noJournal
}

/// The files that the program writes for people: models, archives, differences, notebooks. All commands write through this type,
/// so that one rule holds for all:
///
/// - Only a regular file is replaced (`AtomicFile`).
/// - A file that the program did not write is replaced only where the person says so. The program's own files are told by path
///   and content, which are remembered, or by content that nothing else has.
/// - What is replaced is kept, and the journal brings it back.
///
/// May be used from any thread.
public final class WrittenFiles: Sendable {
  private let journal: Journal?
  /// The digests of what was written, newest last, by path, as this process knows them.
  private let known = Mutex<[String: [ContentHash]]>([:])

  /// How many contents are remembered of a path: what `undo` brings back is the program's own, too.
  static let remembered = 20
  private static let scope = "written files"

  /// What a command says of a file it is about to write.
  public struct Permission: Sendable {
    /// Whether the file of somebody else may be replaced.
    public let replacesOthers: Bool
    /// Whether a file's content is such as only the program writes.
    public let isOwn: @Sendable (borrowing RegularFile) -> Bool

    /// A permission.
    public init(
      replacingOthers replacesOthers: Bool = false,
      recognising isOwn: @escaping @Sendable (borrowing RegularFile) -> Bool = { _ in false }
    ) {
      self.replacesOthers = replacesOthers
      self.isOwn = isOwn
    }
  }

  /// The files written in a folder; nil for a session that keeps nothing.
  public init(journal: Journal?) { self.journal = journal }

  /// Sees to it that a file may be written, before there is anything to write.
  ///
  /// - Throws: `WrittenFileError.file` with `foreign` or `notRegular`, `noJournal`.
  public func check(_ path: String, _ permission: Permission) throws(WrittenFileError) {
    guard let kind = FileKind(ofEntryAt: path) else { return }
    guard kind == .regular else { throw .file(.notRegular(path: path, kind: kind)) }
    guard let file = try? RegularFile(path: path) else { return }
    guard permission.replacesOthers || isOwn(file, permission) else { throw .file(.foreign(path: path)) }
    if journal == nil, !isOwn(file, permission) { throw .noJournal }
  }

  /// Writes a file whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The file's place.
  ///   - permission: What may be replaced.
  ///   - statement: The statement it is written for, as typed.
  ///   - told: How a replacement is told to whoever takes it back: "hand.mlmodel was replaced".
  ///   - fill: Writes the content.
  /// - Returns: The number of the journal's change; nil where nothing was replaced.
  /// - Throws: `WrittenFileError`, and what `fill` throws; nothing is changed then.
  public func write(
    _ path: String, _ permission: Permission, for statement: String, told: String, fill: (AtomicFile) throws -> Void
  ) throws -> Int64? {
    try check(path, permission)
    let file: AtomicFile
    do throws(FileWriteError) { file = try AtomicFile(at: path) } catch { throw WrittenFileError.file(error) }
    try fill(file)
    return try settle(
      path, .copy(of: file.temporary, to: path), isReplacing: file.isReplacing, for: statement, told: told,
      hash: { (path) throws(ContentError) in try HashedFile.hash(path) },
      finish: { () throws(FileWriteError) in try file.finish() }, from: file.temporary)
  }

  /// Writes several files, none before all may be written. What they replace is one change of the journal.
  ///
  /// - Parameters:
  ///   - files: The files' places and contents.
  ///   - permission: What may be replaced, by place.
  ///   - statement: The statement they are written for, as typed.
  ///   - told: How a replacement is told to whoever takes it back.
  /// - Returns: The number of the journal's change; nil where nothing was replaced.
  /// - Throws: `WrittenFileError`; nothing was replaced then, but files that were not there before may be.
  public func write(
    _ files: [(path: String, content: Data)], _ permission: (String) -> Permission, for statement: String, told: String
  ) throws(WrittenFileError) -> Int64? {
    for file in files { try check(file.path, permission(file.path)) }
    var waiting: [(file: AtomicFile, hash: ContentHash)] = []
    for (path, content) in files {
      do throws(FileWriteError) {
        let file = try AtomicFile(at: path)
        try file.write(content)
        waiting.append((file, ContentHash(of: content)))
      } catch {
        throw .file(error)
      }
    }
    var change: Int64?
    let replacing = waiting.filter { $0.file.isReplacing && (try? HashedFile.hash($0.file.path)) != $0.hash }
    if let journal, !replacing.isEmpty {
      do throws(JournalError) {
        change = try journal.perform(
          replacing.map { .copy(of: $0.file.temporary, to: $0.file.path) }, for: statement, told: told)
      } catch {
        throw .journal(error)
      }
    }
    for (file, hash) in waiting {
      if journal == nil || !file.isReplacing {
        do throws(FileWriteError) { try file.finish() } catch { throw .file(error) }
      }
      note(file.path, hash)
    }
    return change
  }

  /// Sees to it that a folder may be written, before there is anything to write.
  ///
  /// - Parameters:
  ///   - path: The folder's place.
  ///   - replacesOthers: Whether the folder of somebody else may be replaced.
  ///   - isOwn: Whether a folder is such as only the program writes.
  /// - Throws: `WrittenFileError.file` with `foreign` or `notRegular`, `noJournal`.
  public func check(
    folder path: String, replacingOthers replacesOthers: Bool, recognising isOwn: (String) -> Bool
  ) throws(WrittenFileError) {
    guard let kind = FileKind(ofEntryAt: path) else { return }
    guard kind == .folder else { throw .file(.notRegular(path: path, kind: kind)) }
    let hashes = hashes(of: Self.place(path))
    if !hashes.isEmpty, let hash = try? PackedFolder.hash(path), hashes.contains(hash) { return }
    if isOwn(path) { return }
    guard replacesOthers else { throw .file(.foreign(path: path)) }
    if journal == nil { throw .noJournal }
  }

  /// Writes a folder whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The folder's place.
  ///   - statement: The statement it is written for, as typed.
  ///   - told: How a replacement is told to whoever takes it back.
  ///   - mayReplace: Throws where the folder that is there may not be replaced.
  ///   - fill: Writes the content.
  /// - Returns: The number of the journal's change; nil where nothing was replaced.
  /// - Throws: `WrittenFileError`, and what `mayReplace` and `fill` throw; nothing is changed then.
  public func writeFolder(
    _ path: String, for statement: String, told: String, replacing mayReplace: () throws -> Void,
    fill: (AtomicFolder) throws -> Void
  ) throws -> Int64? {
    try mayReplace()
    let folder: AtomicFolder
    do throws(FileWriteError) { folder = try AtomicFolder(at: path) } catch { throw WrittenFileError.file(error) }
    try fill(folder)
    // Somebody may have put something else there meanwhile.
    if folder.isReplacing { try mayReplace() }
    return try settle(
      path, .exchange(folder.temporary, to: path), isReplacing: folder.isReplacing, for: statement, told: told,
      hash: { (path) throws(ContentError) in try PackedFolder.hash(path) },
      finish: { () throws(FileWriteError) in try folder.finish() }, from: folder.temporary)
  }

  /// Puts what was written in its place, by the journal where something else is replaced, and takes note of it.
  private func settle(
    _ path: String, _ edit: FileEdit, isReplacing: Bool, for statement: String, told: String,
    hash hashOf: (String) throws(ContentError) -> ContentHash, finish: () throws(FileWriteError) -> Void,
    from temporary: String
  ) throws(WrittenFileError) -> Int64? {
    let hash: ContentHash
    do throws(ContentError) { hash = try hashOf(temporary) } catch { throw .journal(.content(error)) }
    var change: Int64?
    if let journal, isReplacing {
      if (try? hashOf(path)) != hash {
        do throws(JournalError) { change = try journal.perform([edit], for: statement, told: told) } catch {
          throw .journal(error)
        }
      }
    } else {
      do throws(FileWriteError) { try finish() } catch { throw .file(error) }
    }
    note(path, hash)
    return change
  }

  /// Takes note of a file that the program has written in another way.
  public func note(_ path: String, _ hash: ContentHash) {
    let place = Self.place(path)
    let hashes = (hashes(of: place).filter { $0 != hash } + [hash]).suffix(Self.remembered)
    known.withLock { $0[place] = Array(hashes) }
    // Where that fails, a later session asks before it replaces the file.
    try? journal?.store.remember(hashes.map(\.description).joined(separator: " "), as: place, in: Self.scope)
  }

  /// Whether the program has written what a file holds.
  private func isOwn(_ file: borrowing RegularFile, _ permission: Permission) -> Bool {
    let hashes = hashes(of: Self.place(file.path))
    if !hashes.isEmpty, let hash = try? HashedFile.hash(file.path), hashes.contains(hash) { return true }
    return permission.isOwn(file)
  }

  private func hashes(of place: String) -> [ContentHash] {
    if let known = known.withLock({ $0[place] }) { return known }
    let text = (try? journal?.store.remembered(place, in: Self.scope)).flatMap(\.self) ?? ""
    return text.split(separator: " ").compactMap { ContentHash(String($0)) }
  }

  /// A path whose folder is written without links.
  private static func place(_ path: String) -> String {
    let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
    guard let real = realpath(folder.isEmpty ? "." : folder, nil) else { return path }
    defer { free(real) }
    return "\(String(cString: real))/\(name)"
  }
}
