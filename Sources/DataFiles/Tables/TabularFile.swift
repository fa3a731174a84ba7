internal import Files
import Foundation

extension TabularData {
  /// The longest file that is read, packed or not.
  static let longestFile = 1 << 40

  /// Hands on the bytes of a file piece by piece, unpacked if it is packed.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limit: The most bytes it may have, packed or not.
  ///   - take: Takes the next bytes; what it answers is wrong with them ends the reading.
  /// - Throws: What `take` answers, and what is wrong with the file.
  static func read(
    _ url: URL, limit: Int = longestFile, take: (UnsafeRawBufferPointer) -> TabularDataError?
  ) throws(TabularDataError) {
    let reader: BufferedReader
    do throws(FileReadError) { reader = try BufferedReader(url.path, limit: limit) } catch {
      throw TabularDataError(error)
    }
    var fault: TabularDataError?
    var problem: UnpackingError?
    if let first = reader.next() {
      do throws(UnpackingError) {
        try unpack(first, then: reader, limit: limit) { piece in
          fault = take(piece)
          return fault == nil
        }
      } catch {
        problem = error
      }
    }
    if let fault { throw fault }
    if let failure = reader.failure { throw TabularDataError(failure) }
    switch problem {
    case nil: return
    case .tooLong?: throw .tooLarge(path: url.path, limit: limit)
    case .truncated?, .malformed?, .unwanted?: throw .damagedArchive(path: url.path)
    }
  }

  private static func unpack(
    _ first: UnsafeRawBufferPointer, then reader: BufferedReader, limit: Int, to sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(UnpackingError) {
    if Gzip.isPacked(first) { return try Gzip.unpack(first, then: reader, limit: limit, to: sink) }
    if LZFSE.isPacked(first) {
      var window = PackedWindow(first, then: reader)
      return try LZFSE.unpack(&window, limit: limit, to: sink)
    }
    var (piece, count): (UnsafeRawBufferPointer?, Int) = (first, 0)
    while let bytes = piece {
      count += bytes.count
      guard count <= limit else { throw .tooLong }
      guard sink(bytes) else { throw .unwanted }
      piece = reader.next()
    }
  }
}
