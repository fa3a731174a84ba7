public import Foundation

/// A tensor is written as its shape and the raw bytes of its numbers, little endian: what is read is what was written, bit
/// for bit.
extension Tensor: Codable {
  private enum Key: String, CodingKey { case shape, bytes }

  /// Reads a tensor; one whose bytes do not fill its shape is refused.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let shape = try container.decode([Int].self, forKey: .shape)
    let values = try [Float](littleEndian: container.decode(Data.self, forKey: .bytes))
    guard let values, Tensor.count(of: shape) == values.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .bytes, in: container, debugDescription: "the bytes do not fill the shape \(shape)")
    }
    self.init(shape: shape, values: values)
  }

  /// Writes the tensor.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(shape, forKey: .shape)
    try container.encode(values.littleEndian, forKey: .bytes)
  }

  /// How many numbers fill a shape; nil where there is no such shape, or no memory could hold it.
  public static func count(of shape: [Int]) -> Int? {
    var count = 1
    for length in shape {
      let (product, overflows) = count.multipliedReportingOverflow(by: length)
      guard length >= 0, !overflows else { return nil }
      count = product
    }
    return count
  }
}

extension [Float] {
  /// The raw bytes of the numbers, little endian.
  public var littleEndian: Data {
    // A key path would be followed number by number, a hundred times slower than the copy.
    #if _endian(little)
      withUnsafeBytes { Data($0) }
    #else
      map { $0.bitPattern.littleEndian }.withUnsafeBytes { Data($0) }
    #endif
  }

  /// Reads numbers from their raw bytes; nil where these are no whole number of floats.
  public init?(littleEndian bytes: Data) {
    guard bytes.count.isMultiple(of: 4) else { return nil }
    self = bytes.withUnsafeBytes { bytes in
      [Float](unsafeUninitializedCapacity: bytes.count / 4) { buffer, count in
        for index in buffer.indices {
          let word = bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
          buffer[index] = Float(bitPattern: UInt32(littleEndian: word))
        }
        count = buffer.count
      }
    }
  }
}
