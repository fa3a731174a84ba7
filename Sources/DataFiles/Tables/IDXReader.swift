import Foundation

/// Reads an IDX file, whose bytes come piece by piece.
struct IDXReader {
  /// The kinds of numbers, by the byte that stands for them.
  enum NumberType: UInt8 {
    case unsignedByte = 0x08, signedByte = 0x09, short = 0x0B, int = 0x0C, float = 0x0D, double = 0x0E

    var size: Int {
      switch self {
      case .unsignedByte, .signedByte: 1
      case .short: 2
      case .int, .float: 4
      case .double: 8
      }
    }
  }

  private let path: String
  /// What its numbers are; right once the header was read.
  private(set) var type = NumberType.unsignedByte
  /// The lengths of its axes; empty until the header was read.
  private(set) var shape: [Int] = []
  /// Bytes that were read and not yet understood: the header's, or the first of a number's.
  private var pending: [UInt8] = []
  /// How many bytes the file has as far as it was read, and how many it should have.
  private var count = 0, expected: Int?

  init(path: String) { self.path = path }

  /// Reads a file and checks that it is as long as it says.
  ///
  /// - Parameters:
  ///   - url: The file, which may be packed.
  ///   - take: Takes the bytes of the next numbers, whole ones.
  /// - Returns: What there is to know of it.
  /// - Throws: What is wrong with the file, and what `take` throws.
  static func read(
    _ url: URL, take: (UnsafeRawBufferPointer, IDXReader) throws(TabularDataError) -> Void
  ) throws(TabularDataError) -> IDXReader {
    var reader = IDXReader(path: url.path)
    try TabularData.read(url) { piece in
      do throws(TabularDataError) { try reader.take(piece, take) } catch { return error }
      return nil
    }
    try reader.finish()
    return reader
  }

  /// Takes the next bytes of the file.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer, IDXReader) throws(TabularDataError) -> Void
  ) throws(TabularDataError) {
    count += piece.count
    guard expected == nil || !pending.isEmpty else { return try handOn(piece, take) }
    pending += piece.octets
    if expected == nil, try !readHeader() { return }
    let bytes = pending
    let fault = bytes.withUnsafeBytes { bytes -> TabularDataError? in
      do throws(TabularDataError) { try handOn(bytes, take) } catch { return error }
      return nil
    }
    if let fault { throw fault }
  }

  /// Hands on the whole numbers among bytes, and keeps the rest.
  private mutating func handOn(
    _ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer, IDXReader) throws(TabularDataError) -> Void
  ) throws(TabularDataError) {
    // Of a file that is too long, only how long it is matters from here on.
    guard let expected, count <= expected else { return pending = [] }
    let whole = bytes.count / type.size * type.size
    pending = Array(UnsafeRawBufferPointer(rebasing: bytes[whole...]).octets)
    if whole > 0 { try take(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), self) }
  }

  /// Reads the header once it is there; whether it is.
  private mutating func readHeader() throws(TabularDataError) -> Bool {
    guard pending.count >= 4 else { return false }
    guard pending[0] == 0, pending[1] == 0, let type = NumberType(rawValue: pending[2]), pending[3] > 0 else {
      throw .notIDX(path: path, magic: Array(pending[..<4]))
    }
    guard pending.count >= header else { return false }
    self.type = type
    shape = stride(from: 4, to: header, by: 4).map { at in pending[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var length = type.size
    for axis in shape {
      let (product, overflows) = length.multipliedReportingOverflow(by: axis)
      guard !overflows, product <= TabularData.longestFile else { throw .impossibleShape(path: path, shape: shape) }
      length = product
    }
    expected = header + length
    pending.removeFirst(header)
    return true
  }

  /// How long the header is, by its first bytes.
  private var header: Int { pending.count < 4 ? 4 : 4 + 4 * Int(pending[3]) }

  /// Checks that the file was as long as it says.
  mutating func finish() throws(TabularDataError) {
    let expected = expected ?? header
    guard count >= expected else { throw .truncated(path: path, expected: expected, actual: count) }
    guard count == expected else { throw .trailing(path: path, expected: expected, actual: count) }
  }

  /// Numbers as floats.
  func floats(_ bytes: UnsafeRawBufferPointer) -> [Float] {
    converted(bytes) {
      Float($0)
    } integer: {
      Float($0)
    }
  }

  /// Numbers cut to whole ones.
  func wholeNumbers(_ bytes: UnsafeRawBufferPointer) -> [Int] {
    converted(bytes) {
      $0.isFinite ? Int(max(-1e18, min(1e18, $0))) : 0
    } integer: {
      $0
    }
  }

  private func converted<Number>(
    _ bytes: UnsafeRawBufferPointer, _ real: (Double) -> Number, integer: (Int) -> Number
  ) -> [Number] {
    stride(from: 0, to: bytes.count, by: type.size).map { at in
      switch type {
      case .unsignedByte: integer(Int(bytes[at]))
      case .signedByte: integer(Int(Int8(bitPattern: bytes[at])))
      case .short: integer(Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int16.self))))
      case .int: integer(Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self))))
      case .float:
        real(Double(Float(bitPattern: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))))
      case .double:
        real(Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))))
      }
    }
  }
}
