import Foundation
import Tensors

/// Moments are written as the raw bytes of their numbers, little endian: what is read is what was written, bit for bit.
extension OptimizerState.Moments {
  private enum Key: String, CodingKey { case key, first, second }

  /// Reads moments; bytes that are no whole number of floats are refused.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    key = try container.decode(ParameterKey.self, forKey: .key)
    first = try Self.numbers(container, .first)
    second = try Self.numbers(container, .second)
  }

  /// Writes the moments.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(key, forKey: .key)
    for (name, numbers) in [(Key.first, first), (.second, second)] {
      try container.encode(numbers.littleEndian, forKey: name)
    }
  }

  private static func numbers(_ container: KeyedDecodingContainer<Key>, _ key: Key) throws -> [Float] {
    let bytes = try container.decode(Data.self, forKey: key)
    guard bytes.count.isMultiple(of: 4) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "\(bytes.count) bytes are no whole number of floats")
    }
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map {
        Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
      }
    }
  }
}
