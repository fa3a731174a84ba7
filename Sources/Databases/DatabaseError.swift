internal import CSQLite

/// What SQLite says is wrong.
public struct DatabaseError: Error, Sendable, Equatable {
  /// The kinds that a caller tells apart.
  public enum Kind: Sendable, Equatable {
    /// The file cannot be opened.
    case cannotOpen
    /// The file may only be read.
    case readOnly
    /// The disk, or the file's quota, is full.
    case full
    /// Another process held the file for as long as was waited.
    case busy
    /// The file is no database, or damaged.
    case corrupt
    /// The system could not read or write.
    case inputOutput
    /// A text is longer than a database holds.
    case tooLong
    /// Whoever asked wanted no more.
    case interrupted
    /// Anything else.
    case other
  }

  /// SQLite's extended result code.
  public let code: Int32
  /// SQLite's words.
  public let message: String

  /// Puts it together.
  public init(code: Int32, message: String) { (self.code, self.message) = (code, message) }

  /// Its kind.
  public var kind: Kind {
    switch code & 0xFF {
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_FULL: .full
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
    case SQLITE_IOERR: .inputOutput
    case SQLITE_TOOBIG: .tooLong
    case SQLITE_INTERRUPT: .interrupted
    default: .other
    }
  }
}
