/// Takes bits from bytes, the lowest first.
struct BitReader {
  private var bytes: UnsafeRawBufferPointer
  private var next: Int
  private var held: UInt64 = 0
  private var heldCount = 0
  private let reader: PieceReader?

  /// Begins at an offset of some bytes, which go on with what a file has beyond them.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0, then reader: PieceReader? = nil) {
    self.bytes = bytes
    self.reader = reader
    next = start
  }

  /// Whether every bit was taken.
  var isAtEnd: Bool {
    mutating get {
      if heldCount == 0 { refill() }
      return heldCount == 0
    }
  }

  /// The next bits, at most 16, as a number.
  mutating func take(_ count: Int) throws(Inflate.Fault) -> Int {
    if heldCount < count { refill() }
    guard heldCount >= count else { throw .truncated }
    let value = Int(held & ((1 << UInt64(count)) - 1))
    drop(count)
    return value
  }

  /// The next bits without taking them; zeros beyond the end.
  mutating func peek(_ count: Int) -> Int {
    if heldCount < count { refill() }
    return Int(held & ((1 << UInt64(count)) - 1))
  }

  /// Takes bits that were looked at.
  mutating func skip(_ count: Int) throws(Inflate.Fault) {
    guard heldCount >= count else { throw .truncated }
    drop(count)
  }

  mutating func skipToByte() { drop(heldCount % 8) }

  private mutating func drop(_ count: Int) {
    held >>= UInt64(count)
    heldCount -= count
  }

  private mutating func refill() {
    while heldCount <= 56 {
      if next == bytes.count {
        guard let piece = reader?.next() else { return }
        (bytes, next) = (piece, 0)
      }
      held |= UInt64(bytes[next]) << UInt64(heldCount)
      heldCount += 8
      next += 1
    }
  }
}

/// A canonical Huffman code of up to 15 bits: symbols with the lengths of their codes (RFC 1951, 3.2.2).
struct HuffmanCode {
  private static let longest = 15

  /// For every 15 bits that may come: the symbol they begin with and how many of them it takes, 0 for none.
  private let table: [UInt16], lengths: [UInt8]

  /// Makes the code of symbols 0, 1, … from their lengths; 0 for a symbol that does not occur.
  ///
  /// Lengths for which there is no code are refused; so are, but for a single symbol, those that leave codes unused.
  init(lengths symbolLengths: [UInt8]) throws(Inflate.Fault) {
    var counts = [Int](repeating: 0, count: Self.longest + 1)
    for length in symbolLengths where length > 0 { counts[Int(length)] += 1 }
    var (code, firsts, room) = (0, counts, 1)
    for length in 1...Self.longest {
      code = (code + (length > 1 ? counts[length - 1] : 0)) << 1
      firsts[length] = code
      room = room * 2 - counts[length]
      if room < 0 { throw .malformed }
    }
    let used = counts.reduce(0, +)
    if room > 0, used > 1 { throw .malformed }
    var table = [UInt16](repeating: 0, count: 1 << Self.longest)
    var lengths = [UInt8](repeating: 0, count: 1 << Self.longest)
    for (symbol, length) in symbolLengths.enumerated() where length > 0 {
      let reversed = Self.reverse(firsts[Int(length)], bits: Int(length))
      firsts[Int(length)] += 1
      for place in stride(from: reversed, to: table.count, by: 1 << Int(length)) {
        table[place] = UInt16(symbol)
        lengths[place] = length
      }
    }
    self.table = table
    self.lengths = lengths
  }

  /// Takes the next symbol.
  func decode(_ bits: inout BitReader) throws(Inflate.Fault) -> Int {
    let place = bits.peek(Self.longest)
    let length = Int(lengths[place])
    guard length > 0 else { throw .malformed }
    try bits.skip(length)
    return Int(table[place])
  }

  private static func reverse(_ code: Int, bits: Int) -> Int {
    (0..<bits).reduce(0) { $0 | ((code >> $1) & 1) << (bits - 1 - $1) }
  }

  /// The codes of blocks that bring none of their own (RFC 1951, 3.2.6).
  static let fixedLiterals = fixed((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = fixed([UInt8](repeating: 5, count: 32))

  private static func fixed(_ lengths: [UInt8]) -> HuffmanCode {
    do { return try HuffmanCode(lengths: lengths) } catch { preconditionFailure("the format's own code is no code") }
  }
}
