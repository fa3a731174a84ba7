internal import Files
internal import Foundation

/// Works out what edits would change, and keeps what they would write over, before anything is touched.
struct FilePlan {
  /// Where content is kept.
  let contents: ContentStore
  /// What the edits so far leave at the paths they touch.
  private var states: [String: FileState] = [:]

  init(contents: ContentStore) { self.contents = contents }

  /// The change that the next edit comes to.
  ///
  /// - Throws: `JournalError.inTheWay`, `notThere` or `content`.
  mutating func change(_ edit: FileEdit) throws(JournalError) -> FileChange {
    switch edit {
    case .write(let path, let data):
      return try replace(path, with: .file(try storing { () throws(ContentError) in try contents.put(data) }))
    case .copy(let source, let path):
      return try replace(path, with: .file(try storing { () throws(ContentError) in try HashedFile.hash(source) }))
    case .exchange(let source, let path):
      guard FileKind(ofEntryAt: path) == .folder else { throw .notThere(path: path) }
      let before = try storing { () throws(ContentError) in try contents.put(folder: path) }
      let after = try storing { () throws(ContentError) in try PackedFolder.hash(source) }
      states[path] = .tree(after)
      return .replace(path: path, before: .tree(before), after: .tree(after))
    case .remove(let path):
      guard case .file = try state(path) else { throw .notThere(path: path) }
      return try replace(path, with: .absent)
    case .makeFolder(let path):
      guard try state(path) == .absent else { throw .inTheWay(path: path) }
      return try replace(path, with: .folder)
    case .removeFolder(let path):
      guard try state(path) == .folder else { throw .notThere(path: path) }
      return try replace(path, with: .absent)
    case .move(let from, let to):
      let moved = try state(from)
      guard moved != .absent else { throw .notThere(path: from) }
      guard try state(to) == .absent else { throw .inTheWay(path: to) }
      states[from] = .absent
      states[to] = moved
      return .move(from: from, to: to)
    }
  }

  private mutating func replace(_ path: String, with after: FileState) throws(JournalError) -> FileChange {
    let before = try state(path)
    if case .file = after, before == .folder { throw .inTheWay(path: path) }
    // What the edits themselves have written is in the store already, or where it was copied from.
    if case .file = before, states[path] == nil {
      try storing { () throws(ContentError) in _ = try contents.put(contentsOf: URL(filePath: path)) }
    }
    states[path] = after
    return .replace(path: path, before: before, after: after)
  }

  private func state(_ path: String) throws(JournalError) -> FileState {
    if let state = states[path] { return state }
    return try storing { () throws(ContentError) in try FileState(at: path) }
  }

  private func storing<Result>(_ body: () throws(ContentError) -> Result) throws(JournalError) -> Result {
    do throws(ContentError) { return try body() } catch { throw .content(error) }
  }
}
