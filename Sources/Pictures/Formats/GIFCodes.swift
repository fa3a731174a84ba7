/// Unpacks the indices of a GIF's picture: LZW with codes of growing width, the least significant bit first.
///
/// - Parameters:
///   - bytes: The file.
///   - blocks: Where the compressed data lies in it.
///   - codeBits: How many bits the values have, 1 to 8.
///   - count: How many indices there are; no more are made.
/// - Returns: The indices; fewer than `count` where the data ends before or contradicts itself.
func unpackGIF(_ bytes: [UInt8], blocks: [Range<Int>], codeBits: Int, count: Int) -> [UInt8] {
  var codes = GIFCodes(codeBits: codeBits, count: count)
  for block in blocks {
    for place in block where !codes.take(bytes[place]) { return codes.indices }
  }
  return codes.indices
}

/// The dictionary of LZW: each code stands for another one and an index behind it.
private struct GIFCodes {
  private static let most = 4096

  private(set) var indices: [UInt8] = []
  private let count: Int
  private let codeBits: Int
  private var before = [UInt16](repeating: 0, count: most)
  private var last = [UInt8](repeating: 0, count: most)
  private var length = [UInt16](repeating: 1, count: most)
  /// The first free code, how many bits a code has, and the code before; nil behind a clearing one.
  private var next: Int
  private var width: Int
  private var former: Int?
  /// Bits that are not used up.
  private var bits = 0, bitCount = 0

  init(codeBits: Int, count: Int) {
    self.codeBits = codeBits
    self.count = count
    indices.reserveCapacity(count)
    for value in 0..<1 << codeBits { last[value] = UInt8(value) }
    next = 1 << codeBits + 2
    width = codeBits + 1
  }

  /// Takes a byte. Whether there may be more.
  mutating func take(_ byte: UInt8) -> Bool {
    bits |= Int(byte) << bitCount
    bitCount += 8
    while bitCount >= width {
      let code = bits & (1 << width - 1)
      bits >>= width
      bitCount -= width
      guard take(code: code) else { return false }
    }
    return true
  }

  private mutating func take(code: Int) -> Bool {
    let clear = 1 << codeBits
    if code == clear {
      (next, width, former) = (clear + 2, codeBits + 1, nil)
      return true
    }
    // The end, or a code that stands for nothing yet.
    guard code != clear + 1, code < next || (code == next && former != nil && next < Self.most) else { return false }
    if former == nil, code > clear { return false }
    if let former, next < Self.most {
      before[next] = UInt16(former)
      length[next] = length[former] &+ 1
      last[next] = code == next ? first(of: former) : first(of: code)
      next += 1
      if next == 1 << width, width < 12 { width += 1 }
    }
    append(code)
    former = code
    return indices.count < count
  }

  private func first(of code: Int) -> UInt8 {
    var code = code
    while length[code] > 1 { code = Int(before[code]) }
    return last[code]
  }

  /// Appends what a code stands for, from its end to its start.
  private mutating func append(_ code: Int) {
    let start = indices.count, size = Int(length[code])
    indices.append(contentsOf: repeatElement(0, count: size))
    var code = code
    for place in stride(from: start + size - 1, through: start, by: -1) {
      indices[place] = last[code]
      code = Int(before[code])
    }
    if indices.count > count { indices.removeLast(indices.count - count) }
  }
}
