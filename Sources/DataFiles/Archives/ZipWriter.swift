public import Foundation

/// Writes a ZIP archive (PKWARE's APPNOTE 6.3.9) in memory: entries stored as they are, for photos are packed already,
/// with UTF-8 names and no date, so that the same entries make the same bytes.
public struct ZipWriter {
  private var body = Data()
  private var directory = Data()
  private var count = 0

  /// The size from on which the format would need its larger form, which is not written.
  static let limit = Int(UInt32.max) - 1

  /// An archive without entries.
  public init() {}

  /// Adds an empty folder, such as `train/✊`.
  ///
  /// - Throws: `ZipError.tooMany` or `tooLarge`.
  public mutating func add(folder name: String) throws(ZipError) {
    try add(name: name + "/", Data(), attributes: 0o040755 << 16 | 0x10)
  }

  /// Adds a file.
  ///
  /// - Throws: `ZipError.tooMany` or `tooLarge`.
  public mutating func add(file name: String, _ content: Data) throws(ZipError) {
    try add(name: name, content, attributes: 0o100644 << 16)
  }

  /// The archive.
  ///
  /// - Throws: `ZipError.tooLarge`.
  public func finish() throws(ZipError) -> Data {
    var end = Data()
    end.append32(0x0605_4B50)
    for value in [0, 0, count, count] { end.append16(value) }
    end.append32(directory.count)
    end.append32(body.count)
    end.append16(0)
    guard body.count + directory.count + end.count < Self.limit else { throw .tooLarge(limit: Self.limit) }
    return body + directory + end
  }

  private mutating func add(name: String, _ content: Data, attributes: Int) throws(ZipError) {
    guard count < 65_534 else { throw .tooMany(count + 1, limit: 65_534) }
    let bytes = Array(name.utf8)
    guard bytes.count <= 65_535 else { throw .name(name) }
    guard body.count + content.count + directory.count + 4 * bytes.count + 256 < Self.limit else {
      throw .tooLarge(limit: Self.limit)
    }
    var common = Data()
    // Version 2.0, UTF-8 names, stored; midnight of 1980-01-01.
    for value in [20, 0x800, 0, 0, 0x21] { common.append16(value) }
    common.append32(Int(Checksum.crc32(Array(content))))
    common.append32(content.count)
    common.append32(content.count)
    common.append16(bytes.count)
    common.append16(0)
    directory.append32(0x0201_4B50)
    // Made on Unix, so that the attributes are read as permissions.
    directory.append16(0x0314)
    directory += common
    for value in [0, 0, 0] { directory.append16(value) }
    directory.append32(attributes)
    directory.append32(body.count)
    directory += bytes
    body.append32(0x0403_4B50)
    body += common
    body += bytes
    body += content
    count += 1
  }
}

extension Data {
  fileprivate mutating func append16(_ value: Int) {
    append(contentsOf: [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)])
  }

  fileprivate mutating func append32(_ value: Int) {
    append16(value)
    append16(value >> 16)
  }
}
