/// Unpacks DEFLATE data (RFC 1951).
struct Inflate {
  /// What is wrong with packed data.
  enum Fault: Error, Equatable {
    /// It ends in the middle.
    case truncated
    /// It breaks the format's rules.
    case malformed
    /// It would become longer than allowed.
    case tooLong
    /// Whoever takes what is unpacked wants no more.
    case unwanted
  }

  /// What has been unpacked and not handed on. The end of what was stays, as it may be repeated.
  private var output: [UInt8] = []
  private var bits: BitReader
  /// How much longer than `output` the whole may become.
  private var limit: Int

  /// How far back repeats reach.
  private static let reach = 1 << 15
  /// When so much is unpacked it is handed on.
  private static let portion = 1 << 18

  /// Unpacks to the end.
  ///
  /// - Parameters:
  ///   - bits: The packed data; stands behind them afterwards.
  ///   - limit: The most bytes that may come of it.
  ///   - sink: Takes what is unpacked, in order; answers whether it wants more.
  /// - Throws: `Fault`; `unwanted` where the sink wants no more.
  static func unpack(
    _ bits: inout BitReader, limit: Int, to sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(Fault) {
    var inflate = Inflate(bits: bits, limit: limit)
    defer { bits = inflate.bits }
    inflate.output.reserveCapacity(Self.portion + Self.reach + 258)
    var isLast = false
    while !isLast {
      isLast = try inflate.bits.take(1) == 1
      switch try inflate.bits.take(2) {
      case 0: try inflate.copyStored(sink)
      case 1: try inflate.unpackBlock(.fixedLiterals, .fixedDistances, sink)
      case 2:
        let (literals, distances) = try inflate.readCodes()
        try inflate.unpackBlock(literals, distances, sink)
      default: throw .malformed
      }
    }
    try inflate.handOn(keeping: 0, sink)
  }

  /// Unpacks bytes that are in memory.
  static func unpack(_ packed: UnsafeRawBufferPointer, limit: Int) throws(Fault) -> [UInt8] {
    var bits = BitReader(packed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(4 * packed.count, limit))
    try unpack(&bits, limit: limit) { piece in
      bytes += piece.octets
      return true
    }
    return bytes
  }

  private init(bits: BitReader, limit: Int) {
    self.bits = bits
    self.limit = limit
  }

  private mutating func handOn(keeping kept: Int, _ sink: (UnsafeRawBufferPointer) -> Bool) throws(Fault) {
    let count = output.count - kept
    let isWanted = output.withUnsafeBytes { sink(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    guard isWanted else { throw .unwanted }
    output.removeFirst(count)
    limit -= count
  }

  private mutating func copyStored(_ sink: (UnsafeRawBufferPointer) -> Bool) throws(Fault) {
    bits.skipToByte()
    let length = try bits.take(16)
    guard try bits.take(16) == ~length & 0xFFFF else { throw .malformed }
    guard output.count + length <= limit else { throw .tooLong }
    for _ in 0..<length { output.append(UInt8(try bits.take(8))) }
    if output.count >= Self.portion + Self.reach { try handOn(keeping: Self.reach, sink) }
  }

  private mutating func unpackBlock(
    _ literals: HuffmanCode, _ distances: HuffmanCode, _ sink: (UnsafeRawBufferPointer) -> Bool
  ) throws(Fault) {
    while true {
      if output.count >= Self.portion + Self.reach { try handOn(keeping: Self.reach, sink) }
      let symbol = try literals.decode(&bits)
      if symbol < 256 {
        guard output.count < limit else { throw .tooLong }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol <= 285 else { throw .malformed }
      let length = try Self.lengthBases[symbol - 257] + bits.take(Self.lengthBits[symbol - 257])
      let kind = try distances.decode(&bits)
      guard kind < 30 else { throw .malformed }
      let distance = try Self.distanceBases[kind] + bits.take(Self.distanceBits[kind])
      guard distance <= output.count else { throw .malformed }
      guard output.count + length <= limit else { throw .tooLong }
      // The source may run into what is being written: byte by byte it is.
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  /// Reads a block's own codes, themselves packed.
  private mutating func readCodes() throws(Fault) -> (literals: HuffmanCode, distances: HuffmanCode) {
    let literalCount = try bits.take(5) + 257
    let distanceCount = try bits.take(5) + 1
    let lengthCount = try bits.take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .malformed }
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(lengthCount) { lengths[place] = UInt8(try bits.take(3)) }
    let code = try HuffmanCode(lengths: lengths)
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try code.decode(&bits)
      let (value, times): (UInt8, Int)
      switch symbol {
      case 0...15: (value, times) = (UInt8(symbol), 1)
      case 16:
        guard let last = lengths.last else { throw .malformed }
        (value, times) = (last, try bits.take(2) + 3)
      case 17: (value, times) = (0, try bits.take(3) + 3)
      default: (value, times) = (0, try bits.take(7) + 11)
      }
      guard lengths.count + times <= literalCount + distanceCount else { throw .malformed }
      for _ in 0..<times { lengths.append(value) }
    }
    guard lengths[256] > 0 else { throw .malformed }
    return (
      try HuffmanCode(lengths: Array(lengths[..<literalCount])),
      try HuffmanCode(lengths: Array(lengths[literalCount...]))
    )
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
}
