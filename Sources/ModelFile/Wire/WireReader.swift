/// Bytes of a file, or of a part of it. While they come from a file, their indices are the file's own offsets.
typealias Bytes = ArraySlice<UInt8>

/// Walks the fields of one message in Protocol Buffers' wire format, in the order they lie.
///
/// Every length is compared with what is left before anything is done with it, so no input can make it read outside its
/// bytes, allocate, or run for longer than one pass.
struct WireReader {
  private let bytes: Bytes
  /// The offset of the next byte to read.
  private(set) var position: Int

  init(_ bytes: Bytes) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The next field, or nil at the end of the message.
  mutating func next() throws(WireError) -> WireField? {
    guard position < bytes.endIndex else { return nil }
    let start = position
    let tag = try tag()
    let value = try value(of: tag.type, number: tag.number, start: start, depth: 0)
    return WireField(number: tag.number, value: value, extent: start..<position)
  }

  /// One number of seven bits a byte, least significant first: at most ten bytes; bits above the 64th are dropped.
  mutating func varint() throws(WireError) -> UInt64 {
    let start = position
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard position < bytes.endIndex else {
        throw WireError(.truncated(missing: 1), at: start)
      }
      let byte = bytes[position]
      position += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
    }
    throw WireError(.endlessNumber, at: start)
  }

  /// Four bytes, least significant first.
  mutating func fixed32() throws(WireError) -> UInt32 {
    let slice = try take(4, from: position)
    return slice.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Eight bytes, least significant first.
  mutating func fixed64() throws(WireError) -> UInt64 {
    let slice = try take(8, from: position)
    return slice.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private enum WireType: UInt64 {
    case varint, fixed64, bytes, groupStart, groupEnd, fixed32
  }

  private mutating func tag() throws(WireError) -> (number: Int, type: WireType) {
    let start = position
    let tag = try varint()
    guard let number = Int(exactly: tag >> 3), (1..<1 << 29).contains(number), let type = WireType(rawValue: tag & 7)
    else { throw WireError(.impossibleTag(tag), at: start) }
    return (number, type)
  }

  private mutating func value(
    of type: WireType, number: Int, start: Int, depth: Int
  ) throws(WireError) -> WireValue {
    switch type {
    case .varint: return .varint(try varint())
    case .fixed64: return .fixed64(try fixed64())
    case .fixed32: return .fixed32(try fixed32())
    case .bytes:
      let length = try varint()
      guard let count = Int(exactly: length) else {
        throw WireError(.truncated(missing: Int.max), at: start)
      }
      return .bytes(try take(count, from: start))
    case .groupStart: return .group(try group(number, start: start, depth: depth + 1))
    case .groupEnd: throw WireError(.unopenedGroup(number), at: start)
    }
  }

  /// Skips a group (a form of nesting long out of use) up to its end mark.
  private mutating func group(_ number: Int, start: Int, depth: Int) throws(WireError) -> Bytes {
    guard depth <= WireMessage.deepestNesting else { throw WireError(.tooDeep, at: start) }
    let inside = position
    while position < bytes.endIndex {
      let at = position
      let tag = try tag()
      if tag.type == .groupEnd {
        guard tag.number == number else { throw WireError(.unopenedGroup(tag.number), at: at) }
        return bytes[inside..<at]
      }
      _ = try value(of: tag.type, number: tag.number, start: at, depth: depth)
    }
    throw WireError(.truncated(missing: 1), at: start)
  }

  private mutating func take(_ count: Int, from start: Int) throws(WireError) -> Bytes {
    let left = bytes.endIndex - position
    guard count >= 0, count <= left else {
      throw WireError(.truncated(missing: count < 0 ? Int.max : count - left), at: start)
    }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

/// One field as it lies in a message.
struct WireField {
  /// The number that names it.
  let number: Int
  /// What it holds.
  let value: WireValue
  /// From the first byte of its tag to the end of its value.
  let extent: Range<Int>
}

/// What a field can hold.
enum WireValue: Sendable, Equatable {
  /// A whole number, a truth value or a choice.
  case varint(UInt64)
  /// Eight bytes: a double.
  case fixed64(UInt64)
  /// Four bytes: a float.
  case fixed32(UInt32)
  /// A text, bytes, a message or a packed list.
  case bytes(Bytes)
  /// The inside of a group.
  case group(Bytes)
}
