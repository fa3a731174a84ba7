internal import Files
internal import Foundation

/// Whether the write-ahead log beside a database still has all that was committed to it. SQLite reads it up to the first damaged
/// frame and drops the rest, so damage must be found before SQLite opens the file.
enum LogCheck {
  /// The index that SQLite keeps of a log in the file beside it. It stays where a process was killed.
  private struct Index {
    /// How many frames are committed, and how many of these are in the database too.
    let frames: Int, inDatabase: Int
    /// The eight bytes by which the log tells its frames.
    let salt: ArraySlice<UInt8>

    /// Reads an index; nil where there is none, or a damaged one.
    init?(_ bytes: [UInt8]) {
      // It is written twice, in the processor's order, with a checksum.
      guard bytes.count >= 136, bytes[0..<48] == bytes[48..<96], bytes[12] == 1 else { return nil }
      let sum = PageFile.checksum(bytes[0..<40], isBigEndian: false, from: (0, 0))
      func number(_ place: Int) -> Int {
        Int(UInt32(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }))
      }
      guard number(40) == Int(sum.0), number(44) == Int(sum.1) else { return nil }
      (frames, inDatabase, salt) = (number(16), number(96), bytes[32..<40])
    }
  }

  /// The longest log that is read into memory.
  private static let longest = 1 << 30

  /// Whether changes that were committed are missing from the log. Nothing in this process may use the database: what is
  /// found is looked at twice, as it may be just being written.
  ///
  /// - Parameter path: The database.
  /// - Returns: Whether any are missing.
  static func isDamaged(beside path: String) -> Bool {
    let isThere = access(path + "-wal", F_OK) == 0 || access(path + "-shm", F_OK) == 0
    guard isThere, !isOpenElsewhere(path), lacksChanges(path) else { return false }
    usleep(50_000)
    return lacksChanges(path)
  }

  /// Whether another process has the database open: SQLite holds a lock on byte 128 of the index for as long (`UNIX_SHM_DMS`).
  private static func isOpenElsewhere(_ path: String) -> Bool {
    let descriptor = Glibc.open(path + "-shm", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 128, 1)
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private static func lacksChanges(_ path: String) -> Bool {
    func bytes(_ path: String, atMost limit: Int) -> [UInt8] {
      guard let file = try? RegularFile(path: path) else { return [] }
      return (try? file.bytes(atMost: limit)) ?? []
    }
    // The index is read first: frames that are written meanwhile are no loss.
    let index = Index(bytes(path + "-shm", atMost: longest))
    let log = PageFile(database: header(path), log: bytes(path + "-wal", atMost: longest))
    if log.isLogBroken { return true }
    guard let index, index.frames > index.inDatabase else { return false }
    return log.wholeFrames < index.frames || log.logSalt != index.salt
  }

  /// The start of a database, which says how long its pages are.
  private static func header(_ path: String) -> [UInt8] {
    guard let file = try? RegularFile(path: path) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: 100) { buffer, count in
      count = (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
  }
}
