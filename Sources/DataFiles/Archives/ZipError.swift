public import Files

/// Why an archive cannot be written or unpacked, as facts. What was unpacked until then is to be thrown away.
public enum ZipError: Error, Sendable, Equatable {
  /// The archive cannot be read; with the system's error number.
  case cannotRead(code: Int32)
  /// The archive, or a file from it, cannot be written; with the system's error number.
  case cannotWrite(code: Int32)
  /// What stands at the archive's path is no regular file.
  case notRegular(FileKind)
  /// It is no ZIP archive, or does not end as one.
  case notAnArchive
  /// It breaks the format's rules, in its directory or at an entry.
  case damaged(entry: String?)
  /// An entry's content does not fit its checksum.
  case checksum(String)
  /// An entry's name leads out of the folder, or is none.
  case name(String)
  /// An entry is a link or a device.
  case notAFile(String)
  /// An entry is packed in a way that is not known here, or encrypted.
  case method(String, number: Int)
  /// Two entries have one name.
  case twice(String)
  /// There are more entries than are unpacked.
  case tooMany(Int, limit: Int)
  /// All entries together would become larger than is unpacked; in bytes.
  case tooLarge(limit: Int)
  /// An entry would become larger than is unpacked; in bytes.
  case entryTooLarge(String, limit: Int)
  /// An entry, or all of them together (nil), would become more times as large as the packed bytes than is unpacked.
  case ratio(String?, bytes: Int, packed: Int, limit: Int)
}

extension ZipError {
  /// Why an archive cannot be opened.
  init(_ error: FileReadError) {
    self =
      switch error {
      case .unreadable(_, let code): .cannotRead(code: code)
      case .notRegular(_, let kind): .notRegular(kind)
      case .tooLarge: .cannotRead(code: 0)
      }
  }
}
