import Foundation

/// A block of an LZFSE file packed with entropy codes: literals in one stream, and in another triples of how many literals to
/// take (L), how many bytes to repeat after them (M), and from how far before (D, where 0 means as before).
struct LZFSEBlock {
  private var rawCount = 0, literalCount = 0, matchCount = 0
  private var literalLength = 0, tripleLength = 0
  /// How many bits at the end of each stream's last byte are unused.
  private var literalSpare = 0, tripleSpare = 0
  private var literalStates = [0, 0, 0, 0], states = (l: 0, m: 0, d: 0)
  private var frequencies = [Int](repeating: 0, count: 360)

  private static let mostLiterals = 40_000, mostMatches = 10_000

  /// Reads a header whose frequencies stand there plainly (`bvx1`), behind its mark.
  init(plain reader: inout LittleEndianReader) throws(UnpackingError) {
    rawCount = Int(try reader.take(4))
    _ = try reader.take(4)
    literalCount = Int(try reader.take(4))
    matchCount = Int(try reader.take(4))
    literalLength = Int(try reader.take(4))
    tripleLength = Int(try reader.take(4))
    literalSpare = -Int(Int32(truncatingIfNeeded: try reader.take(4)))
    for index in 0..<4 { literalStates[index] = Int(try reader.take(2)) }
    tripleSpare = -Int(Int32(truncatingIfNeeded: try reader.take(4)))
    states = (Int(try reader.take(2)), Int(try reader.take(2)), Int(try reader.take(2)))
    for index in frequencies.indices { frequencies[index] = Int(try reader.take(2)) }
    _ = try reader.take(2)
  }

  /// Reads a header of which all is packed (`bvx2`), behind its mark.
  init(packed reader: inout LittleEndianReader) throws(UnpackingError) {
    let start = reader.position - 4
    rawCount = Int(try reader.take(4))
    let words = [try reader.take(8), try reader.take(8), try reader.take(8)]
    func field(_ word: Int, _ offset: UInt64, _ width: UInt64) -> Int {
      Int(words[word] >> offset & (1 << width - 1))
    }
    (literalCount, literalLength, matchCount) = (field(0, 0, 20), field(0, 20, 20), field(0, 40, 20))
    literalSpare = 7 - field(0, 60, 3)
    for index in 0..<4 { literalStates[index] = field(1, UInt64(10 * index), 10) }
    (tripleLength, tripleSpare) = (field(1, 40, 20), 7 - field(1, 60, 3))
    states = (field(2, 32, 10), field(2, 42, 10), field(2, 52, 10))
    let length = field(2, 0, 32) - (reader.position - start)
    guard length >= 0 else { throw .malformed }
    if length > 0 { try unpackFrequencies(try reader.slice(length)) }
  }

  /// Frequencies stand in 2 to 14 bits, from the lowest bit up; the lowest five tell how many bits there are.
  private mutating func unpackFrequencies(_ bytes: UnsafeRawBufferPointer) throws(UnpackingError) {
    var (bits, count, next): (UInt64, Int, Int) = (0, 0, 0)
    for index in frequencies.indices {
      while count <= 48, next < bytes.count {
        bits |= UInt64(bytes[next]) << UInt64(count)
        (count, next) = (count + 8, next + 1)
      }
      let (value, width) = Self.frequency(bits)
      guard width <= count else { throw .truncated }
      frequencies[index] = value
      bits >>= UInt64(width)
      count -= width
    }
    guard next == bytes.count, count < 8 else { throw .malformed }
  }

  /// The frequency in the lowest bits, and how many bits it takes.
  private static func frequency(_ bits: UInt64) -> (value: Int, width: Int) {
    func field(_ offset: UInt64, _ width: UInt64) -> Int { Int(bits >> offset & (1 << width - 1)) }
    switch bits & 15 {
    case 15: return (24 + field(4, 10), 14)
    case 7: return (8 + field(4, 4), 8)
    case 3, 11: return (4 + field(3, 2), 5)
    case 1, 5, 9, 13: return (2 + field(2, 1), 3)
    default: return (field(1, 1), 2)
    }
  }

  /// Unpacks the block's two streams, which stand behind its header.
  func unpack(
    _ reader: inout LittleEndianReader, limit: Int, onto output: inout [UInt8]
  ) throws(UnpackingError) {
    guard rawCount <= limit - output.count else { throw .tooLong }
    guard literalCount <= Self.mostLiterals, literalCount.isMultiple(of: 4), matchCount <= Self.mostMatches,
      (0...7).contains(literalSpare), (0...7).contains(tripleSpare)
    else { throw .malformed }
    let literals = try literals(from: try reader.slice(literalLength))
    try triples(from: try reader.slice(tripleLength), literals, onto: &output)
  }

  /// Four interleaved automata give the literals in turn.
  private func literals(from bytes: UnsafeRawBufferPointer) throws(UnpackingError) -> [UInt8] {
    let table = try EntropyTable(frequencies[104...], states: 1024)
    var bits = BackwardBits(bytes, spare: literalSpare)
    var states = literalStates
    guard states.allSatisfy({ $0 < 1024 }) else { throw .malformed }
    var literals = [UInt8](repeating: 0, count: literalCount)
    for index in literals.indices {
      literals[index] = UInt8(truncatingIfNeeded: try table.step(&states[index & 3], &bits))
    }
    return literals
  }

  private func triples(
    from bytes: UnsafeRawBufferPointer, _ literals: [UInt8], onto output: inout [UInt8]
  ) throws(UnpackingError) {
    let (lengths, matches) = (
      try EntropyTable(frequencies[0..<20], states: 64), try EntropyTable(frequencies[20..<40], states: 64)
    )
    let distances = try EntropyTable(frequencies[40..<104], states: 256)
    var bits = BackwardBits(bytes, spare: tripleSpare)
    var (l, m, d) = states
    guard l < 64, m < 64, d < 256 else { throw .malformed }
    let end = output.count + rawCount
    var (taken, distance) = (0, 0)
    for _ in 0..<matchCount {
      let length = try Self.lengths.number(of: try lengths.step(&l, &bits), &bits)
      let match = try Self.matches.number(of: try matches.step(&m, &bits), &bits)
      let far = try Self.distances.number(of: try distances.step(&d, &bits), &bits)
      if far > 0 { distance = far }
      guard length <= literals.count - taken, length + match <= end - output.count else { throw .malformed }
      output += literals[taken..<taken + length]
      taken += length
      try LZFSE.copy(match, from: distance, onto: &output)
    }
    guard output.count == end else { throw .malformed }
  }

  private static let lengths = NumberRanges(bits: [Int](repeating: 0, count: 16) + [2, 3, 5, 8])
  private static let matches = NumberRanges(bits: [Int](repeating: 0, count: 16) + [3, 5, 8, 11])
  private static let distances = NumberRanges(bits: (0..<64).map { $0 / 4 })
}
