/// A finite-state entropy automaton: each state stands for a symbol, and tells how many bits to read for the next state.
/// (Duda, "Asymmetric numeral systems", 2013, in the form of lzfse/lzfse.)
struct EntropyTable {
  private struct Entry {
    let symbol: Int, bits: Int, base: Int
  }

  private let entries: [Entry]

  /// Lays the states out by the symbols' frequencies, which must not be more in all than there are states.
  init(_ frequencies: ArraySlice<Int>, states: Int) throws(UnpackingError) {
    guard frequencies.reduce(0, +) <= states else { throw .malformed }
    var entries: [Entry] = []
    entries.reserveCapacity(states)
    for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
      // The least number of bits by which the frequency, shifted, reaches the number of states.
      let bits = frequency.leadingZeroBitCount - states.leadingZeroBitCount
      let longer = ((2 * states) >> bits) - frequency
      for place in 0..<frequency {
        entries.append(
          place < longer
            ? Entry(symbol: symbol, bits: bits, base: ((frequency + place) << bits) - states)
            : Entry(symbol: symbol, bits: bits - 1, base: (place - longer) << (bits - 1)))
      }
    }
    self.entries = entries
  }

  /// The symbol of a state, which becomes the next one.
  func step(_ state: inout Int, _ bits: inout BackwardBits) throws(UnpackingError) -> Int {
    guard state < entries.count else { throw .malformed }
    let entry = entries[state]
    state = entry.base + Int(try bits.take(entry.bits))
    return entry.symbol
  }
}

/// Symbols that stand for ranges of numbers, one range after the other: so many bits say which of the range.
struct NumberRanges {
  private let bits: [Int], bases: [Int]

  /// Lays the ranges out: each is 2 to the power of its bits long.
  init(bits: [Int]) {
    self.bits = bits
    var bases = [0]
    for count in bits { bases.append(bases[bases.count - 1] + (1 << count)) }
    self.bases = bases
  }

  /// The number of a symbol and the bits that follow.
  func number(of symbol: Int, _ stream: inout BackwardBits) throws(UnpackingError) -> Int {
    bases[symbol] + Int(try stream.take(bits[symbol]))
  }
}

/// Bits read from the end of some bytes to their beginning, the highest first.
struct BackwardBits {
  private let bytes: UnsafeRawBufferPointer
  /// How many bits are left.
  private var left: Int

  /// Begins before the unused bits at the end.
  init(_ bytes: UnsafeRawBufferPointer, spare: Int) {
    self.bytes = bytes
    left = bytes.count * 8 - spare
  }

  /// So many bits, at most 32, as a number.
  mutating func take(_ count: Int) throws(UnpackingError) -> UInt64 {
    guard count > 0 else { return 0 }
    guard count <= left else { throw .truncated }
    left -= count
    var number: UInt64 = 0
    let (first, last) = (left / 8, (left + count - 1) / 8)
    for place in first...last { number |= UInt64(bytes[place]) << UInt64(8 * (place - first)) }
    return number >> UInt64(left % 8) & ((1 << UInt64(count)) - 1)
  }
}
