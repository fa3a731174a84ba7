public import Files

/// Why a file or folder cannot be used; paths are written for people.
public enum FileError: Error, Equatable {
  /// It is in none of these places; beside them lie files of these names.
  case missing(String, places: [String], beside: [String])
  /// The folder it would be written into is missing, or a file where `exists`.
  case noFolder(String, exists: Bool)
  /// It cannot be read; with the system's error number.
  case cannotRead(String, code: Int32)
  /// It cannot be written; with the system's error number.
  case cannotWrite(String, code: Int32)
  /// It is no regular file, but a pipe, a device or a socket.
  case notRegular(String, FileKind)
}
