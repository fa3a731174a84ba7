internal import CZlib
internal import Files
public import Foundation

/// Reads a ZIP archive by minizip: entries that are stored or deflated. Every name is checked before it is a path, and every
/// size before anything is unpacked.
///
/// minizip, because it depends on nothing but zlib: libzip brings all of OpenSSL along, which costs every start of the program
/// a millisecond or more, and libarchive the tables of ICU.
public final class ZipReader {
  /// One entry.
  public struct Entry: Sendable, Equatable {
    /// Its path within the archive, without `.` and `..`, the parts separated by slashes.
    public let name: String
    /// Whether it is a folder.
    public let isFolder: Bool
    /// How long its content is, in bytes.
    public let length: Int
    fileprivate let packedLength: Int
    fileprivate let place: Place
  }

  /// Where an entry stands in the directory, as minizip finds it again.
  fileprivate struct Place: Sendable, Equatable {
    let offset: UInt64, number: UInt64
  }

  /// The entries, in the order of the archive.
  public private(set) var entries: [Entry] = []
  private let file: ZipFile
  /// Nil where it has no entries.
  private let archive: unzFile?

  /// How many bytes are unpacked at a time.
  private static let chunkSize = 1 << 18

  /// Reads an archive's list of entries.
  ///
  /// - Throws: `ZipError`.
  public init(contentsOf url: URL, limits: ZipLimits = ZipLimits()) throws(ZipError) {
    do throws(FileReadError) {
      file = try ZipFile(url.path(percentEncoded: false))
    } catch {
      throw ZipError(error)
    }
    var functions = file.functions
    archive = unzOpen2_64(nil, &functions)
    if archive != nil {
      entries = try readDirectory(limits)
    } else if !file.isEmptyArchive {
      throw file.failure.map { ZipError($0) } ?? .notAnArchive
    }
  }

  deinit { if let archive { unzClose(archive) } }

  /// The content of an entry, unpacked.
  ///
  /// - Throws: `ZipError.damaged`, `checksum`, `method` or `cannotRead`.
  public func content(of entry: Entry) throws(ZipError) -> Data {
    guard !entry.isFolder else { return Data() }
    try open(entry)
    var content = Data()
    content.reserveCapacity(entry.length)
    var buffer = [UInt8](repeating: 0, count: Self.chunkSize)
    while true {
      let count = unzReadCurrentFile(archive, &buffer, UInt32(buffer.count))
      if count == 0 { break }
      // What becomes longer than its directory says is not unpacked to its end.
      guard count > 0, content.count + Int(count) <= entry.length else {
        unzCloseCurrentFile(archive)
        throw fault(entry)
      }
      content += buffer[..<Int(count)]
    }
    let code = unzCloseCurrentFile(archive)
    guard code != UNZ_CRCERROR else { throw .checksum(entry.name) }
    guard code == UNZ_OK, content.count == entry.length else { throw fault(entry) }
    return content
  }

  private func open(_ entry: Entry) throws(ZipError) {
    var place = unz64_file_pos(pos_in_zip_directory: entry.place.offset, num_of_file: entry.place.number)
    guard unzGoToFilePos64(archive, &place) == UNZ_OK, unzOpenCurrentFile(archive) == UNZ_OK else {
      throw fault(entry)
    }
  }

  private func fault(_ entry: Entry?) -> ZipError {
    file.failure.map { ZipError($0) } ?? .damaged(entry: entry?.name)
  }

  // MARK: The directory

  private func readDirectory(_ limits: ZipLimits) throws(ZipError) -> [Entry] {
    var info = unz_global_info64()
    guard unzGetGlobalInfo64(archive, &info) == UNZ_OK else { throw .notAnArchive }
    guard info.number_entry <= limits.entries else {
      throw .tooMany(Int(clamping: info.number_entry), limit: limits.entries)
    }
    var (entries, names, total): ([Entry], Set<String>, Int) = ([], [], 0)
    var code = info.number_entry == 0 ? UNZ_END_OF_LIST_OF_FILE : unzGoToFirstFile(archive)
    while code == UNZ_OK {
      let entry = try readEntry()
      guard names.insert(entry.name).inserted || entry.isFolder else { throw .twice(entry.name) }
      try Self.check(entry, limits)
      total += entry.length
      guard total <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
      entries.append(entry)
      code = unzGoToNextFile(archive)
    }
    guard code == UNZ_END_OF_LIST_OF_FILE, entries.count == info.number_entry else { throw fault(nil) }
    // Entries that share packed bytes pass one by one.
    guard limits.allows(total, of: file.size) else {
      throw .ratio(nil, bytes: total, packed: file.size, limit: limits.ratio)
    }
    return entries
  }

  private static func check(_ entry: Entry, _ limits: ZipLimits) throws(ZipError) {
    guard entry.length <= limits.entryBytes else { throw .entryTooLarge(entry.name, limit: limits.entryBytes) }
    guard limits.allows(entry.length, of: entry.packedLength) else {
      throw .ratio(entry.name, bytes: entry.length, packed: entry.packedLength, limit: limits.ratio)
    }
  }

  private func readEntry() throws(ZipError) -> Entry {
    var info = unz_file_info64()
    var place = unz64_file_pos()
    var raw = [CChar](repeating: 0, count: 1 << 16)
    guard unzGetCurrentFileInfo64(archive, &info, &raw, UInt(raw.count), nil, 0, nil, 0) == UNZ_OK,
      unzGetFilePos64(archive, &place) == UNZ_OK
    else { throw fault(nil) }
    let bytes = raw[..<min(raw.count, Int(info.size_filename))].map { UInt8(bitPattern: $0) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .name(String(decoding: bytes, as: UTF8.self))
    }
    let name = try Self.checked(text)
    let isFolder = text.hasSuffix("/")
    // Archives not made on Unix have no mode.
    let mode = info.external_fa >> 16 & 0o170000
    guard mode == 0 || mode == 0o100000 || mode == 0o040000 && isFolder else { throw .notAFile(name) }
    let method = Int(info.compression_method)
    // Stored or deflated, and not encrypted.
    guard [0, 8].contains(method), info.flag & 1 == 0 else { throw .method(name, number: method) }
    guard let length = Int(exactly: info.uncompressed_size), let packed = Int(exactly: info.compressed_size),
      packed <= file.size, method == 8 || length == packed
    else { throw .damaged(entry: name) }
    return Entry(
      name: name, isFolder: isFolder, length: isFolder ? 0 : length, packedLength: packed,
      place: Place(offset: place.pos_in_zip_directory, number: place.num_of_file))
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
