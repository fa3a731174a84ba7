/// What can go wrong with files and stored content, as facts.
public enum ContentError: Error, Sendable, Equatable {
  /// The file or folder cannot be read; with the system's error number.
  case cannotRead(path: String, code: Int32)
  /// The file or folder cannot be written; with the system's error number. What was there before is untouched.
  case cannotWrite(path: String, code: Int32)
  /// The store holds something else under this digest: the disk or somebody has changed it.
  case damaged(ContentHash)
  /// The store holds nothing under this digest.
  case missing(ContentHash)
}
