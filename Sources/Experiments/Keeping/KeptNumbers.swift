import Foundation
import Networks
import Operations
import RunStore
import Tensors

/// Where an array of numbers is kept: which numbers of which stored content, counted in floats.
struct KeptNumbers: Sendable, Hashable, Codable {
  /// The content; nil for that of the thing the numbers belong to.
  var content: ContentHash?
  /// The first of them.
  let start: Int
  /// How many.
  let count: Int
  /// Whether they are those of the file the thing was made from, in the same layer; absent otherwise.
  var isOfFile: Bool?
}

/// Which numbers of a network are meant: the parameter of a layer, or one of an operation's own, counted from 0.
struct NumberPlace: Sendable, Hashable {
  let layer: String
  let part: ParameterKey.Part?
  let constant: Int
}

/// By what an array is recognised as long as somebody holds it: where it lies in memory. Arrays are values, so as long as
/// one is held nothing else can lie there, and nobody can change it there.
struct ArrayPlace: Sendable, Hashable {
  private let base: UInt
  private let count: Int

  /// The place of an array; nil for an empty one.
  init?(_ values: [Float]) {
    let base = values.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    guard base != 0, !values.isEmpty else { return nil }
    (self.base, count) = (base, values.count)
  }
}

/// Gathers the numbers of one thing: those that are kept already are referred to, the others make one new piece of content.
struct NumberPacker {
  /// An array that is kept, held so that its place in memory stays its own.
  struct Known: Sendable {
    let values: [Float]
    let kept: KeptNumbers
  }

  /// The new piece.
  private(set) var data = Data()
  /// All arrays of the thing; those in the new piece without its digest.
  private(set) var known: [ArrayPlace: Known] = [:]
  private let earlier: (ArrayPlace) -> KeptNumbers?
  /// What tells the numbers of the file that the thing was made from.
  private let ofFile: [NumberPlace: [Int]]
  /// Whether some of them are referred to.
  private(set) var refersToFile = false

  /// Packs what `earlier` does not know, and what is not in the file the thing was made from.
  init(ofFile: [NumberPlace: [Int]] = [:], earlier: @escaping (ArrayPlace) -> KeptNumbers?) {
    (self.ofFile, self.earlier) = (ofFile, earlier)
  }

  /// Where the numbers of a tensor will be found.
  mutating func add(_ tensor: Tensor, at place: NumberPlace) -> KeptNumbers {
    guard let source = tensor.source, ofFile[place] == source.identity else { return add(tensor.values) }
    refersToFile = true
    return KeptNumbers(start: 0, count: tensor.count, isOfFile: true)
  }

  /// Where an array will be found.
  mutating func add(_ values: [Float]) -> KeptNumbers {
    guard let place = ArrayPlace(values) else { return KeptNumbers(start: 0, count: 0) }
    if let found = known[place] { return found.kept }
    if let kept = earlier(place) {
      known[place] = Known(values: values, kept: kept)
      return kept
    }
    let kept = KeptNumbers(start: data.count / 4, count: values.count)
    data.append(values.littleEndian)
    known[place] = Known(values: values, kept: kept)
    return kept
  }

  /// All arrays, once the new piece has a digest.
  func known(in pack: ContentHash?) -> [ArrayPlace: Known] {
    known.mapValues { known in
      var kept = known.kept
      kept.content = kept.content ?? pack
      return Known(values: known.values, kept: kept)
    }
  }
}

/// Reads kept numbers back.
struct NumberReader: Sendable {
  private let contents: ContentStore
  private let pack: ContentHash?
  private var loaded: [ContentHash: [Float]] = [:]
  /// The file the thing was made from, as a network.
  var original: NetworkDefinition?
  /// All arrays read, to be known when the thing is kept again.
  private(set) var known: [ArrayPlace: NumberPacker.Known] = [:]

  /// Reads from a store, where `pack` is the content of the thing itself.
  init(contents: ContentStore, pack: ContentHash?) {
    self.contents = contents
    self.pack = pack
  }

  /// The numbers.
  ///
  /// - Throws: `KeepingError.content`, `damaged` where there are not so many.
  mutating func read(_ numbers: KeptNumbers) throws(KeepingError) -> [Float] {
    guard numbers.count != 0 else { return [] }
    guard let content = numbers.content ?? pack else { throw .damaged }
    if loaded[content] == nil {
      do {
        loaded[content] = [Float](littleEndian: try contents.get(content))
      } catch {
        throw .content(error)
      }
    }
    guard let all = loaded[content], numbers.start >= 0, numbers.count > 0, numbers.start <= all.count,
      numbers.count <= all.count - numbers.start
    else { throw .damaged }
    let values = Array(all[numbers.start..<numbers.start + numbers.count])
    var kept = numbers
    kept.content = content
    if let place = ArrayPlace(values) { known[place] = NumberPacker.Known(values: values, kept: kept) }
    return values
  }

  /// A tensor.
  ///
  /// - Throws: as `read`, and `damaged` where the numbers do not fill the shape.
  mutating func tensor(
    _ shape: [Int], _ numbers: KeptNumbers, at place: NumberPlace? = nil
  ) throws(KeepingError) -> Tensor {
    guard Tensor.count(of: shape) == numbers.count else { throw .damaged }
    if numbers.isOfFile == true {
      guard let tensor = place.flatMap({ original?.numbers(at: $0) }), tensor.shape == shape else { throw .damaged }
      return tensor
    }
    return Tensor(shape: shape, values: try read(numbers))
  }
}

extension NetworkDefinition {
  /// The numbers at a place; nil where there are none.
  fileprivate func numbers(at place: NumberPlace) -> Tensor? {
    guard let layer = layers.first(where: { $0.name == place.layer }) else { return nil }
    if let part = place.part { return layer[part] }
    guard case .operation(let operation) = layer.kind, operation.constants.indices.contains(place.constant) else {
      return nil
    }
    return operation.constants[place.constant]
  }

  /// What tells the numbers that sources make, by their places.
  var sources: [NumberPlace: [Int]] {
    var found: [NumberPlace: [Int]] = [:]
    for layer in layers {
      for part in [ParameterKey.Part.weights, .bias] {
        if let source = layer[part]?.source {
          found[NumberPlace(layer: layer.name, part: part, constant: 0)] = source.identity
        }
      }
      guard case .operation(let operation) = layer.kind else { continue }
      for (constant, tensor) in operation.constants.enumerated() {
        if let source = tensor.source {
          found[NumberPlace(layer: layer.name, part: nil, constant: constant)] = source.identity
        }
      }
    }
    return found
  }
}
