public import Foundation

/// What stands at a path: nothing, a folder, a folder with this content, or a file with this content.
public enum FileState: Sendable, Equatable, Codable {
  case absent
  case folder
  /// A folder with all that lies in it (`PackedFolder`).
  case tree(ContentHash)
  case file(ContentHash)

  /// What stands at a path now. Links are followed; what is neither file nor folder cannot be changed.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - isWhole: Whether what lies in a folder counts.
  /// - Throws: `ContentError.cannotRead`, `notRegular`.
  init(at path: String, isWhole: Bool = false) throws(ContentError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .cannotRead(path: path, code: errno) }
      self = .absent
      return
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      self = .file(try HashedFile.hash(path))
      return
    }
    self = isWhole ? .tree(try PackedFolder.hash(path)) : .folder
  }

  /// Whether it is a folder whose content counts.
  var isTree: Bool { if case .tree = self { true } else { false } }

  /// The content that is kept of it.
  var content: ContentHash? {
    switch self {
    case .file(let hash), .tree(let hash): hash
    case .absent, .folder: nil
    }
  }
}

/// One change to a file or folder, with all that is needed to take it back and to make it again.
public enum FileChange: Sendable, Equatable, Codable {
  /// What stood at a path was replaced.
  case replace(path: String, before: FileState, after: FileState)
  /// A file or folder got another path, where nothing was.
  case move(from: String, to: String)

  /// The same change the other way round.
  var reversed: FileChange {
    switch self {
    case .replace(let path, let before, let after): .replace(path: path, before: after, after: before)
    case .move(let from, let to): .move(from: to, to: from)
    }
  }

  /// The paths it touches.
  public var paths: [String] {
    switch self {
    case .replace(let path, _, _): [path]
    case .move(let from, let to): [from, to]
    }
  }

  /// The content it needs to be taken back or made again.
  var contents: [ContentHash] {
    guard case .replace(_, let before, let after) = self else { return [] }
    return [before, after].compactMap(\.content)
  }

  /// Whether the files stand as it leaves them.
  func isMade() throws(ContentError) -> Bool {
    switch self {
    case .replace(let path, let before, let after):
      return try FileState(at: path, isWhole: before.isTree || after.isTree) == after
    case .move(let from, let to):
      guard try FileState(at: from) == .absent else { return false }
      return try FileState(at: to) != .absent
    }
  }
}

/// A change somebody wants made to a file or folder.
public enum FileEdit: Sendable {
  /// Writes a file, new or in place of another.
  case write(path: String, Data)
  /// Copies a file to a path.
  case copy(of: String, to: String)
  /// Puts a folder, which nothing else has, in place of the one at a path; that one lies in its place then.
  case exchange(String, to: String)
  /// Removes a file.
  case remove(path: String)
  /// Makes an empty folder, within one that is there.
  case makeFolder(path: String)
  /// Removes an empty folder.
  case removeFolder(path: String)
  /// Gives a file or folder another path, where nothing is.
  case move(from: String, to: String)
}
