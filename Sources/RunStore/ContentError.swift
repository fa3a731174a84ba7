public import Files

/// What can go wrong with files and stored content, as facts.
public enum ContentError: Error, Sendable, Equatable {
  /// The file or folder cannot be read; with the system's error number.
  case cannotRead(path: String, code: Int32)
  /// The file or folder cannot be written; with the system's error number. What was there before is untouched.
  case cannotWrite(path: String, code: Int32)
  /// What stands at the path is no regular file; it is neither read nor replaced.
  case notRegular(path: String, kind: FileKind)
  /// The store holds something else under this digest: the disk or somebody has changed it.
  case damaged(ContentHash)
  /// The store holds nothing under this digest.
  case missing(ContentHash)
}

extension ContentError {
  /// Why a file cannot be read.
  public init(_ error: FileReadError) {
    self =
      switch error {
      case .unreadable(let path, let code): .cannotRead(path: path, code: code)
      case .notRegular(let path, let kind): .notRegular(path: path, kind: kind)
      case .tooLarge(let path, _, _): .cannotRead(path: path, code: 0)
      }
  }

  /// Why a file is not written.
  public init(_ error: FileWriteError) {
    self =
      switch error {
      case .unwritable(let path, let code): .cannotWrite(path: path, code: code)
      case .notRegular(let path, let kind): .notRegular(path: path, kind: kind)
      case .foreign(let path): .cannotWrite(path: path, code: 0)
      }
  }
}
