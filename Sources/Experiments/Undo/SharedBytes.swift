import ModelFile
import Networks
import Operations
import Tensors
import Training

/// How many bytes several things hold together, where they may share what they hold.
public struct SharedBytes: Sendable {
  /// A piece of memory, by where it lies, and its size in bytes.
  public struct Allocation: Sendable, Hashable {
    /// The address of its first byte.
    public let place: UInt
    /// Its size.
    public let bytes: Int
  }

  private var holders: [Allocation: Int] = [:]
  /// The bytes of all pieces, each counted once.
  public private(set) var total = 0

  /// Counts what one more thing holds.
  public mutating func add(_ pieces: [Allocation]) {
    for piece in pieces {
      if holders[piece] == nil { total += piece.bytes }
      holders[piece, default: 0] += 1
    }
  }

  /// Counts no more what a thing holds that was added.
  public mutating func remove(_ pieces: [Allocation]) {
    for piece in pieces {
      guard let count = holders[piece] else { continue }
      holders[piece] = count == 1 ? nil : count - 1
      if count == 1 { total -= piece.bytes }
    }
  }
}

extension Model {
  /// The memory it holds: arrays of numbers, which models that came from one another share, and its file.
  public var pieces: [SharedBytes.Allocation] {
    let file = self.file.map { [SharedBytes.Allocation(place: $0.storage.place, bytes: $0.storage.heldCount)] } ?? []
    return file + arrays.compactMap(SharedBytes.Allocation.init)
  }

  private var arrays: [[Float]] {
    switch self {
    case .network(let model):
      var state = model.training.state
      return model.definition.arrays + model.initial.definition.arrays + (state?.takeNumbers() ?? [])
    case .hybrid(let model): return model.members.flatMap(\.arrays)
    case .neighbors(let model):
      return model.extractor.definition.arrays + [model.memory.samples]
    }
  }
}

extension NetworkDefinition {
  /// The numbers of its layers and of its operations.
  fileprivate var arrays: [[Float]] {
    let constants = layers.flatMap { layer -> [[Float]] in
      guard case .operation(let operation) = layer.kind else { return [] }
      return operation.constants.filter { $0.source == nil }.map(\.values)
    }
    return parameters.values.filter { $0.source == nil }.map(\.values) + constants
  }
}

extension SharedBytes.Allocation {
  /// The piece an array lies in; nil for an empty one.
  public init?(_ values: [Float]) {
    let place = values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    guard place != 0, !values.isEmpty else { return nil }
    self.init(place: place, bytes: values.count * MemoryLayout<Float>.stride)
  }
}
