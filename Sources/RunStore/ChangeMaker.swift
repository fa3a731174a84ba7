internal import Files
internal import Foundation

/// Makes the changes of one statement, each file at one stroke, and takes them back.
struct ChangeMaker {
  /// Where content comes from that no edit brings along.
  let contents: ContentStore
  /// The number of the change; its temporary files are told by it.
  let id: Int64

  /// Makes one change.
  ///
  /// - Parameters:
  ///   - change: What is to stand where.
  ///   - edit: Where new content comes from; nil means the content store.
  /// - Throws: `ContentError`; the file stands as before then.
  func make(_ change: FileChange, from edit: FileEdit? = nil) throws(ContentError) {
    switch change {
    case .move(let from, let to):
      // A name that is taken would be written over.
      guard access(to, F_OK) != 0 else { throw .cannotWrite(path: to, code: EEXIST) }
      try check(rename(from, to), to)
      AtomicFile.bringToDisk(folderOf: from)
      AtomicFile.bringToDisk(folderOf: to)
    case .replace(let path, _, .file(let hash)):
      try HashedFile.write(path, through: temporary(path), from: source(of: hash, edit)) {
        (found) throws(ContentError) in
        guard found == hash else { throw .damaged(hash) }
      }
    case .replace(let path, _, .tree(let hash)): try make(path, hash, from: edit)
    case .replace(let path, _, .folder):
      try check(mkdir(path, 0o777), path)
      AtomicFile.bringToDisk(folderOf: path)
    case .replace(let path, let before, .absent):
      guard before != .absent else { return }
      try check(before == .folder ? rmdir(path) : unlink(path), path)
      AtomicFile.bringToDisk(folderOf: path)
    }
  }

  /// Puts a folder in place of another: the edit's own, or one made of what is kept.
  private func make(_ path: String, _ hash: ContentHash, from edit: FileEdit?) throws(ContentError) {
    do throws(FileWriteError) {
      if case .exchange(let source, _) = edit { return try AtomicFolder.put(source, at: path) }
    } catch {
      throw ContentError(error)
    }
    let content = try contents.get(hash)
    do throws(FileWriteError) {
      let folder = try AtomicFolder(at: path)
      try PackedFolder.unpack(content, into: folder)
      try folder.finish()
    } catch {
      throw ContentError(error)
    }
  }

  /// Brings the files of changes, of which some were made, to what they were before. What somebody else has changed
  /// meanwhile is left alone.
  func takeBack(_ changes: [FileChange]) {
    for change in changes.reversed() where (try? change.isMade()) == true { try? make(change.reversed) }
  }

  /// Removes the temporary files that an end in the midst of a change may have left beside its files.
  func clearTemporaries(_ changes: [FileChange]) {
    for path in changes.flatMap(\.paths) { unlink(temporary(path)) }
  }

  /// Beside the file, hidden, so that nobody takes it for a photo.
  private func temporary(_ path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return "\(folder.isEmpty ? "." : folder)/.whet-\(id)"
  }

  private func source(of hash: ContentHash, _ edit: FileEdit?) -> HashedFile.Source {
    switch edit {
    case .write(_, let data): .data(data, nil)
    case .copy(let source, _): .file(source)
    default: .file(contents.path(of: hash))
    }
  }

  private func check(_ result: Int32, _ path: String) throws(ContentError) {
    if result != 0 { throw .cannotWrite(path: path, code: errno) }
  }
}
