import Foundation

extension TabularData {
  /// The longest file that is read, packed or not.
  static let longestFile = 1 << 32

  /// The bytes of a file, unpacked if it is packed.
  static func bytes(of url: URL, limit: Int = longestFile) throws(TabularDataError) -> Data {
    let data: Data
    do {
      data = try Data(contentsOf: url, options: .mappedIfSafe)
    } catch {
      let isReadable = access(url.path, R_OK) == 0
      throw .unreadable(path: url.path, errorNumber: isReadable ? EISDIR : errno)
    }
    guard data.count <= limit else { throw .tooLarge(path: url.path, limit: limit) }
    let unpacked = data.withUnsafeBytes { bytes -> Result<[UInt8], Inflate.Fault>? in
      if Gzip.isPacked(bytes) { return Result { () throws(Inflate.Fault) in try Gzip.unpack(bytes, limit: limit) } }
      if LZFSE.isPacked(bytes) { return Result { () throws(Inflate.Fault) in try LZFSE.unpack(bytes, limit: limit) } }
      return nil
    }
    switch unpacked {
    case nil: return data
    case .success(let bytes): return Data(bytes)
    case .failure(.tooLong): throw .tooLarge(path: url.path, limit: limit)
    case .failure(.truncated), .failure(.malformed): throw .damagedArchive(path: url.path)
    }
  }
}
