public import Files
public import Foundation
public import Networks
import Tensors

/// What a network has learnt since a start, number by number: to be sent instead of photos, or of the whole model.
///
/// Differences are in double precision, so that start plus difference, rounded to single precision, is the number learnt,
/// bit for bit. Where even that is not enough (the two are more than 2²⁹ apart in size) the number itself stands beside.
public struct NetworkDelta: Sendable, Equatable, Codable {
  /// What the file says it is.
  public var kind = NetworkDelta.kind
  /// The digest of the start, and of what it becomes.
  public let start: String, result: String
  /// The classes that had an output.
  public let classes: [String]
  /// From how many samples it was learnt; nil where that is not known.
  public let samples: Int?
  /// The parameters that changed.
  public let changes: [Change]

  /// What every file says it is.
  public static let kind = "whet delta 1"

  /// How many times its size a file takes in memory while it is read.
  public static let copies = FileMark.copies

  /// Whether a file holds a difference, which only Whet writes.
  public static func isIn(_ file: borrowing RegularFile) -> Bool { FileMark.kind(in: file) == kind }

  /// One parameter's change.
  public struct Change: Sendable, Equatable, Codable {
    /// Whose parameter it is.
    public let key: ParameterKey
    /// The shape of the parameter.
    public let shape: [Int]
    /// New minus old: double precision, little endian.
    public let differences: Data
    /// The new numbers that the differences do not give exactly, by their place.
    public let exact: [Int: Float]

    /// How many numbers it has.
    public var count: Int { differences.count / MemoryLayout<Double>.stride }

    /// The differences as numbers.
    public var numbers: [Double] {
      differences.withUnsafeBytes { bytes in
        (0..<count).map {
          Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)))
        }
      }
    }
  }

  /// The difference between a network and its start, which have the same layers.
  public init(from start: NetworkDefinition, to end: NetworkDefinition, classes: [String], samples: Int? = nil) {
    self.samples = samples
    self.start = Fingerprint(of: start).text
    result = Fingerprint(of: end).text
    self.classes = classes
    let before = start.parameters
    changes = end.parameters.compactMap { key, tensor in
      guard let old = before[key], old.shape == tensor.shape, !old.hasSameBits(as: tensor) else { return nil }
      return Change(key, from: old, to: tensor)
    }.sorted { ($0.key.layer, $0.key.part.rawValue) < ($1.key.layer, $1.key.part.rawValue) }
  }

  /// What a start becomes by the mean of several differences; by one difference bit for bit what it was taken from. The mean is
  /// exact until it is rounded, and in any order.
  ///
  /// - Parameters:
  ///   - start: The start.
  ///   - deltas: The differences.
  ///   - counts: How much each counts, such as its number of samples, above 0; nil where all count the same.
  /// - Returns: The network; nil where a difference does not fit it.
  public static func network(
    from start: NetworkDefinition, by deltas: [NetworkDelta], weights counts: [Int]? = nil
  ) -> NetworkDefinition? {
    var result = start
    let parameters = start.parameters
    let weights = MeanWeights(counts, of: deltas.count)
    var changes: [ParameterKey: [[Double]?]] = [:]
    for (place, delta) in deltas.enumerated() {
      for change in delta.changes {
        guard let old = parameters[change.key], old.shape == change.shape, change.count == old.count else { return nil }
        changes[change.key, default: Array(repeating: nil, count: deltas.count)][place] = change.numbers
      }
    }
    for (key, numbers) in changes {
      guard let old = parameters[key] else { return nil }
      var values = weights.moved(old.values, by: numbers)
      if deltas.count == 1, let change = deltas[0].changes.first(where: { $0.key == key }) {
        for (place, value) in change.exact where values.indices.contains(place) { values[place] = value }
      }
      result.setParameter(key, to: Tensor(shape: old.shape, values: values))
    }
    return result
  }
}

extension NetworkDelta.Change {
  fileprivate init(_ key: ParameterKey, from old: Tensor, to new: Tensor) {
    var exact: [Int: Float] = [:]
    var data = Data(capacity: new.count * MemoryLayout<Double>.stride)
    for (place, (one, other)) in zip(old.values, new.values).enumerated() {
      let difference = Double(other) - Double(one)
      if Float(Double(one) + difference).bitPattern != other.bitPattern { exact[place] = other }
      withUnsafeBytes(of: difference.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    self.init(key: key, shape: new.shape, differences: data, exact: exact)
  }
}

extension Tensor {
  /// Whether every bit is the same.
  fileprivate func hasSameBits(as other: Tensor) -> Bool {
    shape == other.shape && zip(values, other.values).allSatisfy { $0.bitPattern == $1.bitPattern }
  }
}

extension Fingerprint {
  /// The digest as sixteen hexadecimal digits.
  public var text: String { String(format: "%016lx", UInt(value)) }
}
