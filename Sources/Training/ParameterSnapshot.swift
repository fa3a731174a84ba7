import Foundation
public import Networks
public import Tensors

/// The parameters of a network that training may change, as a value that can be written down: each as the raw bytes of
/// its numbers, so that what is read is what was written, bit for bit.
public struct ParameterSnapshot: Sendable, Equatable {
  /// The numbers of each parameter.
  public private(set) var tensors: [ParameterKey: Tensor]

  /// Takes what a network has now.
  public init(_ network: Network) {
    tensors = [:]
    for key in network.trainableParameters { tensors[key] = network[parameter: key] }
  }

  /// States the numbers of each parameter.
  public init(_ tensors: [ParameterKey: Tensor]) { self.tensors = tensors }

  /// Sees to it that these are the parameters that a network may change.
  ///
  /// - Throws: `TrainingError.stateMismatch` for the first that is missing or has another shape.
  func check(against network: Network) throws(TrainingError) {
    for key in network.trainableParameters {
      let (expected, actual) = (network[parameter: key], tensors[key])
      guard expected?.shape == actual?.shape else {
        throw .stateMismatch(of: key.layer, expected: expected?.count ?? 0, actual: actual?.count ?? 0)
      }
    }
  }

  /// Puts the parameters into a network; those it does not have are passed over.
  public func restore(to network: Network) {
    for (key, tensor) in tensors { network[parameter: key] = tensor }
  }

  /// Whether every number is finite.
  public var isFinite: Bool {
    tensors.values.allSatisfy { tensor in
      // A sum is finite only if every term is; it costs one pass without a branch, and a second one only on overflow.
      tensor.values.reduce(0, +).isFinite || tensor.values.allSatisfy { $0.isFinite }
    }
  }
}

extension ParameterSnapshot: Codable {
  private struct Entry: Codable {
    let key: ParameterKey
    let shape: [Int]
    let bytes: Data
  }

  /// Reads a snapshot; one whose bytes do not fill its shapes is refused.
  public init(from decoder: any Decoder) throws {
    tensors = [:]
    for entry in try decoder.singleValueContainer().decode([Entry].self) {
      var count = 1
      for length in entry.shape {
        let (product, overflows) = count.multipliedReportingOverflow(by: length)
        guard length >= 0, !overflows else { throw Self.corrupt(decoder, entry) }
        count = product
      }
      guard count == entry.bytes.count / 4, entry.bytes.count % 4 == 0 else { throw Self.corrupt(decoder, entry) }
      let values = entry.bytes.withUnsafeBytes { bytes in
        (0..<count).map {
          Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
        }
      }
      tensors[entry.key] = Tensor(shape: entry.shape, values: values)
    }
  }

  /// Writes the snapshot, in the order of the layers' names.
  public func encode(to encoder: any Encoder) throws {
    let keys = tensors.keys.sorted { ($0.layer, $0.part.rawValue) < ($1.layer, $1.part.rawValue) }
    var container = encoder.singleValueContainer()
    try container.encode(
      keys.compactMap { key in
        tensors[key].map { Entry(key: key, shape: $0.shape, bytes: $0.values.littleEndian) }
      })
  }

  private static func corrupt(_ decoder: any Decoder, _ entry: Entry) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "\(entry.bytes.count) bytes for \(entry.shape)"))
  }
}
