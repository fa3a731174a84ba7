public import Foundation

/// Reads a ZIP archive (PKWARE's APPNOTE 6.3.9): entries that are stored or deflated, with every length checked before
/// it is believed, and every name before it is a path.
public struct ZipReader {
  /// One entry.
  public struct Entry: Sendable, Equatable {
    /// Its path within the archive, without `.` and `..`, the parts separated by slashes.
    public let name: String
    /// Whether it is a folder.
    public let isFolder: Bool
    /// How long its content is, in bytes.
    public let length: Int
    fileprivate let packedLength: Int
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    fileprivate let offset: Int
  }

  /// How much an archive may hold. A small archive that would become huge costs nothing.
  public struct Limits: Sendable {
    /// The most entries.
    public var entries = 200_000
    /// The most bytes of all files together, unpacked.
    public var bytes = 8_000_000_000
    /// The most bytes of one file, unpacked.
    public var fileBytes = 500_000_000

    /// The usual limits.
    public init() {}
  }

  /// The entries, in the order of the archive.
  public let entries: [Entry]
  private let data: Data

  /// Reads an archive's list of entries.
  ///
  /// - Throws: `ZipError`.
  public init(contentsOf url: URL, limits: Limits = Limits()) throws(ZipError) {
    let data: Data
    do { data = try Data(contentsOf: url, options: .mappedIfSafe) } catch {
      throw .cannotRead(code: access(url.path(percentEncoded: false), R_OK) == 0 ? EISDIR : errno)
    }
    try self.init(data, limits: limits)
  }

  /// Reads an archive's list of entries.
  ///
  /// - Throws: `ZipError`.
  public init(_ data: Data, limits: Limits = Limits()) throws(ZipError) {
    self.data = data.startIndex == 0 ? data : Data(data)
    let end = try Self.endRecord(of: self.data)
    let count = try self.data.number16(end + 10)
    guard count <= limits.entries else { throw .tooMany(count, limit: limits.entries) }
    var entries: [Entry] = []
    var names: Set<String> = []
    var place = try self.data.number32(end + 16)
    var total = 0
    for _ in 0..<count {
      let (entry, next) = try Self.entry(at: place, of: self.data)
      guard names.insert(entry.name).inserted || entry.isFolder else { throw .twice(entry.name) }
      total += entry.length
      guard total <= limits.bytes, entry.length <= limits.fileBytes else {
        throw .tooLarge(limit: total > limits.bytes ? limits.bytes : limits.fileBytes)
      }
      entries.append(entry)
      place = next
    }
    self.entries = entries
  }

  /// The content of an entry, unpacked.
  ///
  /// - Throws: `ZipError.damaged`, `checksum` or `method`.
  public func content(of entry: Entry) throws(ZipError) -> Data {
    guard try data.number32(entry.offset) == 0x0403_4B50 else { throw .damaged(offset: entry.offset) }
    let start = try entry.offset + 30 + data.number16(entry.offset + 26) + data.number16(entry.offset + 28)
    guard start + entry.packedLength <= data.count else { throw .damaged(offset: start) }
    let bytes: [UInt8]
    switch entry.method {
    case 0:
      guard entry.packedLength == entry.length else { throw .damaged(offset: entry.offset) }
      bytes = Array(data[start..<start + entry.length])
    case 8:
      let packed = data[start..<start + entry.packedLength]
      let unpacked = packed.withUnsafeBytes { packed in
        Result { () throws(Inflate.Fault) in try Inflate.unpack(packed, limit: entry.length) }
      }
      guard case .success(let found) = unpacked, found.count == entry.length else { throw .damaged(offset: start) }
      bytes = found
    default: throw .method(entry.name, number: entry.method)
    }
    guard Checksum.crc32(bytes) == entry.checksum else { throw .checksum(entry.name) }
    return Data(bytes)
  }

  // MARK: The directory

  /// Where the record at the archive's end begins: the last one that reaches the end with its comment.
  private static func endRecord(of data: Data) throws(ZipError) -> Int {
    guard data.count >= 22 else { throw .notAnArchive }
    for place in stride(from: data.count - 22, through: max(0, data.count - 22 - 65_535), by: -1)
    where data[place] == 0x50 {
      guard try data.number32(place) == 0x0605_4B50 else { continue }
      if try place + 22 + data.number16(place + 20) == data.count { return place }
    }
    throw .notAnArchive
  }

  private static func entry(at place: Int, of data: Data) throws(ZipError) -> (Entry, next: Int) {
    guard try data.number32(place) == 0x0201_4B50 else { throw .damaged(offset: place) }
    let nameLength = try data.number16(place + 28)
    let next = try place + 46 + nameLength + data.number16(place + 30) + data.number16(place + 32)
    guard next <= data.count else { throw .damaged(offset: place) }
    let raw = data[place + 46..<place + 46 + nameLength]
    guard let text = String(validating: raw, as: UTF8.self) else { throw .name(String(decoding: raw, as: UTF8.self)) }
    let name = try checked(text)
    let mode = try data.number32(place + 38) >> 16 & 0o170000
    let isFolder = text.hasSuffix("/")
    // Archives not made on Unix have no mode.
    guard mode == 0 || mode == 0o100000 || mode == 0o040000 && isFolder else { throw .notAFile(name) }
    let method = try data.number16(place + 10)
    guard try data.number16(place + 8) & 1 == 0 else { throw .method(name, number: method) }
    return (
      Entry(
        name: name, isFolder: isFolder, length: isFolder ? 0 : try data.number32(place + 24),
        packedLength: try data.number32(place + 20), method: method,
        checksum: UInt32(truncatingIfNeeded: try data.number32(place + 16)), offset: try data.number32(place + 42)),
      next
    )
  }

  /// A name as a path that stays within its folder.
  private static func checked(_ text: String) throws(ZipError) -> String {
    let name = text.hasSuffix("/") ? String(text.dropLast()) : text
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isGood =
      !name.isEmpty && parts.count <= 20 && !name.contains("\\") && !name.contains("\0")
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255 }
    guard isGood else { throw .name(text) }
    return name
  }
}

extension Data {
  /// A number of two bytes, the lower first.
  fileprivate func number16(_ place: Int) throws(ZipError) -> Int {
    guard place >= 0, place + 2 <= count else { throw .damaged(offset: place) }
    return Int(self[place]) | Int(self[place + 1]) << 8
  }

  /// A number of four bytes, the lowest first.
  fileprivate func number32(_ place: Int) throws(ZipError) -> Int {
    try number16(place) | number16(place + 2) << 16
  }
}
