import Tensors

@testable import ModelFile

/// Breaks model files in the ways that files break, and in some that only malice knows.
struct Mutator {
  private var generator: SeededGenerator
  private let others: [[UInt8]]
  private let structures: [StructureMutator?]

  /// Draws from a seed; pieces of other models are spliced in.
  init(seed: UInt64, others: [[UInt8]]) {
    generator = SeededGenerator(seed: seed)
    self.others = others
    structures = others.map { try? StructureMutator(ModelFile(bytes: $0)) }
  }

  /// One of the models, changed in one to six places: every other one in its fields, of the rest every other one keeps its
  /// length, so that more of it can be read.
  mutating func next() -> [UInt8] {
    let number = generator.below(others.count)
    var bytes = others[number]
    if generator.below(2) == 0, let structure = structures[number] {
      var wire = WireMessage(bytes[...])
      for _ in 0...generator.below(3) { wire = structure.changed(wire, .model, &generator) }
      return Array(wire.bytes)
    }
    let keepsLength = generator.below(2) == 0
    for _ in 0...generator.below(keepsLength ? 3 : 6) { change(&bytes, keepingLength: keepsLength) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8], keepingLength: Bool) {
    guard !bytes.isEmpty else {
      bytes = [UInt8(generator.below(256))]
      return
    }
    let place = generator.below(bytes.count)
    switch generator.below(keepingLength ? 3 : 9) {
    case 0: bytes[place] ^= 1 << UInt8(generator.below(8))
    case 1: bytes[place] = UInt8(generator.below(256))
    case 2: bytes[place] = [0x00, 0x7F, 0x80, 0xFF, 0x0A, 0x0B, 0x0C][generator.below(7)]
    case 6: bytes.removeSubrange(place...)
    case 3: bytes.removeSubrange(range(from: place, in: bytes))
    case 4: bytes.insert(contentsOf: bytes[range(from: place, in: bytes)], at: place)
    case 5: bytes.insert(contentsOf: largeNumber(), at: place)
    case 7:
      let other = others[generator.below(others.count)]
      bytes.insert(contentsOf: other[range(from: generator.below(other.count), in: other)], at: place)
    default: nest(&bytes)
    }
  }

  private mutating func range(from start: Int, in bytes: [UInt8]) -> Range<Int> {
    start..<min(start + 1 + generator.below(64), bytes.count)
  }

  /// A number of up to ten bytes, near the ends of what fields can hold.
  private mutating func largeNumber() -> [UInt8] {
    let values: [UInt64] = [.max, 1 << 63, 1 << 62, 1 << 32, 1 << 31, 1 << 31 - 1, 65536]
    var value = values[generator.below(values.count)]
    var bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: value) & 0x7F | (value > 0x7F ? 0x80 : 0))
      value >>= 7
    } while value > 0
    return bytes
  }

  /// The whole as a field of itself, several times over: a pipeline, a description or a group.
  private mutating func nest(_ bytes: inout [UInt8]) {
    let tags: [[UInt8]] = [[0xD2, 0x0C], [0x0A], [0x12], [0xC2, 0x0C]]
    for _ in 0...generator.below(40) {
      guard bytes.count < 100_000 else { return }
      var length = bytes.count
      var header = tags[generator.below(tags.count)]
      repeat {
        header.append(UInt8(length & 0x7F) | (length > 0x7F ? 0x80 : 0))
        length >>= 7
      } while length > 0
      bytes = header + bytes
    }
  }
}
