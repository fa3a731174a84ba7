internal import Files

/// The pages of a database file, read without SQLite (the format is sqlite.org/fileformat2.html), with those of its write-ahead
/// log put over them.
struct PageFile {
  private let database: [UInt8]
  private let log: [UInt8]
  /// Where in the log the newest image of a page begins.
  private var logged: [Int: Int] = [:]
  /// Whether changes were committed to the log behind a damaged place. SQLite would drop them.
  private(set) var isLogBroken = false
  /// How many frames of the log SQLite would read, and the eight bytes by which the log tells them from those of an earlier one.
  private(set) var wholeFrames = 0, logSalt: ArraySlice<UInt8> = []
  /// How many bytes a page has.
  let pageSize: Int
  /// How many pages there are.
  private(set) var count: Int

  /// The longest file that is read into memory.
  private static let longest = 1 << 30
  private static let mark = Array("SQLite format 3\0".utf8)

  /// Reads a file and its log.
  /// Either may be missing.
  init(path: String) {
    func bytes(_ path: String) -> [UInt8] { (try? RegularFile(path: path).bytes(atMost: Self.longest)) ?? [] }
    self.init(database: bytes(path), log: bytes(path + "-wal"))
  }

  init(database: [UInt8], log: [UInt8]) {
    (self.database, self.log) = (database, log)
    let stated = database.starts(with: Self.mark) ? database.number(at: 16, bytes: 2) ?? 0 : 0
    // 1 stands for 65,536; where the header is damaged, what this program writes.
    let isSize = stated == 1 || stated >= 512 && stated & (stated - 1) == 0
    pageSize = stated == 1 ? 65_536 : isSize ? stated : 4096
    count = (database.count + pageSize - 1) / pageSize
    readLog()
  }

  /// A page, counted from 1; nil beyond the end, or where the file ends within it.
  func page(_ number: Int) -> ArraySlice<UInt8>? {
    guard number >= 1 else { return nil }
    if let start = logged[number] { return log[start..<start + pageSize] }
    let (start, overflows) = (number - 1).multipliedReportingOverflow(by: pageSize)
    guard !overflows, start <= database.count - pageSize else { return nil }
    return database[start..<start + pageSize]
  }

  /// The pages that are in use by nothing, and may hold what was deleted; none where the header is damaged.
  var free: Set<Int> {
    guard let header = page(1), header.starts(with: Self.mark) else { return [] }
    var (free, trunk): (Set<Int>, Int) = ([], header.number(at: 32, bytes: 4) ?? 0)
    while trunk > 0, free.insert(trunk).inserted, let page = page(trunk) {
      let leaves = min(page.number(at: 4, bytes: 4) ?? 0, pageSize / 4 - 2)
      for leaf in 0..<leaves { free.insert(page.number(at: 8 + 4 * leaf, bytes: 4) ?? 0) }
      trunk = page.number(at: 0, bytes: 4) ?? 0
    }
    return free
  }

  /// Finds the newest image of each page among the frames up to the last one that ends a transaction.
  ///
  /// A frame's checksum goes on from that of the frame before it, which is written down there. So frames behind a damaged one can
  /// still be told to be whole, where SQLite takes the log to end at the damaged one.
  private mutating func readLog() {
    guard log.count >= 32 + 24 + pageSize else { return }
    let magic = log.number(at: 0, bytes: 4) ?? 0
    var isBigEndian = magic & 1 == 1
    let sum = Self.checksum(log[0..<24], isBigEndian: isBigEndian, from: (0, 0))
    let hasHeader =
      magic & ~1 == 0x377F_0682 && log.number(at: 8, bytes: 4) == pageSize
      && Int(sum.0) == log.number(at: 24, bytes: 4) && Int(sum.1) == log.number(at: 28, bytes: 4)
    // Without a header the log is of the kind that this program writes, and its first frame says which frames belong to it.
    if !hasHeader { isBigEndian = false }
    logSalt = hasHeader ? log[16..<24] : log[40..<48]
    var isWhole = hasHeader, pending: [Int: Int] = [:]
    var starts = hasHeader ? [sum] : []
    for (index, start) in stride(from: 32, through: log.count - 24 - pageSize, by: 24 + pageSize).enumerated() {
      let frame = log[start..<start + 24]
      guard let number = frame.number(at: 0, bytes: 4), let pages = frame.number(at: 4, bytes: 4),
        let first = frame.number(at: 16, bytes: 4), let second = frame.number(at: 20, bytes: 4)
      else { return }
      let written = (UInt32(first), UInt32(second))
      let sums = starts.map { start in
        Self.checksum(
          log[frame.endIndex..<frame.endIndex + pageSize], isBigEndian: isBigEndian,
          from: Self.checksum(frame.prefix(8), isBigEndian: isBigEndian, from: start))
      }
      guard frame[start + 8..<start + 16] == logSalt, sums.contains(where: { $0 == written }) else {
        // Its content is damaged, and the sum in it is right; or the other way round. Or it is left from an earlier log.
        starts = [written] + (isWhole ? sums : [])
        isWhole = false
        continue
      }
      starts = [written]
      pending[number] = start + 24
      guard pages > 0 else { continue }
      if isWhole { wholeFrames = index + 1 } else { isLogBroken = true }
      logged.merge(pending) { _, new in new }
      pending = [:]
      count = max(count, pages)
    }
  }

  /// Goes on with the log's checksum over words of four bytes.
  static func checksum(
    _ bytes: ArraySlice<UInt8>, isBigEndian: Bool, from start: (UInt32, UInt32)
  ) -> (UInt32, UInt32) {
    var (first, second) = start
    bytes.withUnsafeBytes { bytes in
      func word(_ place: Int) -> UInt32 {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
      }
      for place in stride(from: 0, to: bytes.count, by: 8) {
        first = first &+ word(place) &+ second
        second = second &+ word(place + 4) &+ first
      }
    }
    return (first, second)
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// A number of so many bytes at an offset, the highest first; nil beyond the end.
  func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    return self[startIndex + offset..<startIndex + offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of varying length at an offset, and how many bytes it takes; nil beyond the end.
  func varint(at offset: Int) -> (value: Int, length: Int)? {
    var value: UInt64 = 0
    for length in 1...9 {
      guard let byte = number(at: offset + length - 1, bytes: 1) else { return nil }
      if length == 9 { return (Int(truncatingIfNeeded: value << 8 | UInt64(byte)), 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (Int(truncatingIfNeeded: value), length) }
    }
    return nil
  }
}
