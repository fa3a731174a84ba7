/// Why a file is not written. What was there before is untouched.
public enum FileWriteError: Error, Sendable, Equatable {
  /// The system cannot write it; with its error number.
  case unwritable(path: String, code: Int32)
  /// What stands there is a folder, a link, a pipe, a socket or a device, and is not replaced by a file.
  case notRegular(path: String, kind: FileKind)
  /// What stands there is not the writer's to replace.
  case foreign(path: String)
}
