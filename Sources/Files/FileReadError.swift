/// Why a file cannot be read.
public enum FileReadError: Error, Sendable, Equatable {
  /// The system cannot open or read it; with its error number.
  case unreadable(path: String, code: Int32)
  /// It is a folder, a pipe, a socket or a device: reading it could wait for ever or never end.
  case notRegular(path: String, kind: FileKind)
  /// It is longer than is read, in bytes.
  case tooLarge(path: String, bytes: Int, limit: Int)
}
