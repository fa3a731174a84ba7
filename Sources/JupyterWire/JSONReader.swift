/// Why bytes are not a JSON document, and where.
public struct JSONError: Error, Sendable, Equatable {
  /// What is wrong.
  public enum Problem: Sendable, Equatable {
    /// The document ends in the middle of a value.
    case unexpectedEnd
    /// A byte that cannot stand here.
    case unexpectedByte(UInt8)
    /// A number that is not written as RFC 8259 asks.
    case malformedNumber
    /// A backslash that begins no escape.
    case malformedEscape
    /// A text that is not UTF-8.
    case invalidUTF8
    /// Lists and objects inside each other more than `JSONReader.greatestDepth` deep.
    case tooDeep
    /// Something follows the document.
    case trailingBytes
  }

  /// The byte, counted from 0, where it was noticed.
  public var offset: Int
  /// What is wrong there.
  public var problem: Problem

  /// A problem and its place.
  public init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }
}

/// Reads JSON as RFC 8259 defines it: UTF-8, strictly, no extensions.
///
/// Lone surrogates, which JavaScript can write as `\ud800`, become U+FFFD. The reader needs time and memory in proportion
/// to the bytes, and a stack bounded by `greatestDepth`.
public struct JSONReader {
  /// How deep lists and objects may nest. Widgets, the deepest things front ends send, stay below 40.
  public static let greatestDepth = 256

  /// Reads a whole document.
  ///
  /// - Throws: The first thing that is wrong with it.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
    let outcome: Result<JSONValue, JSONError> = bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(bytes: buffer)
      return Result { () throws(JSONError) in try reader.document() }
    }
    return try outcome.get()
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func document() throws(JSONError) -> JSONValue {
    skipBlanks()
    let value = try value(depth: 0)
    skipBlanks()
    guard position == bytes.count else { throw fault(.trailingBytes) }
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    switch try peek() {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case let byte: throw fault(.unexpectedByte(byte))
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    guard depth <= Self.greatestDepth else { throw fault(.tooDeep) }
    var object = JSONObject()
    position += 1
    skipBlanks()
    if try take(UInt8(ascii: "}")) { return object }
    while true {
      guard try peek() == UInt8(ascii: "\"") else { throw fault(.unexpectedByte(bytes[position])) }
      let name = try string()
      skipBlanks()
      try expect(UInt8(ascii: ":"))
      skipBlanks()
      object.append(name, try value(depth: depth))
      skipBlanks()
      if try take(UInt8(ascii: "}")) { return object }
      try expect(UInt8(ascii: ","))
      skipBlanks()
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    guard depth <= Self.greatestDepth else { throw fault(.tooDeep) }
    var values: [JSONValue] = []
    position += 1
    skipBlanks()
    if try take(UInt8(ascii: "]")) { return values }
    while true {
      values.append(try value(depth: depth))
      skipBlanks()
      if try take(UInt8(ascii: "]")) { return values }
      try expect(UInt8(ascii: ","))
      skipBlanks()
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count else { throw fault(.unexpectedEnd) }
      guard bytes[position] == word.utf8Start[index] else { throw fault(.unexpectedByte(bytes[position])) }
      position += 1
    }
    return value
  }

  // MARK: Small steps

  private func fault(_ problem: JSONError.Problem) -> JSONError { JSONError(offset: position, problem: problem) }

  private func peek() throws(JSONError) -> UInt8 {
    guard position < bytes.count else { throw fault(.unexpectedEnd) }
    return bytes[position]
  }

  private mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
    guard try peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard try take(byte) else { throw fault(.unexpectedByte(bytes[position])) }
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position += 1
      default: return
      }
    }
  }
}

// MARK: - Numbers

extension JSONReader {
  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    _ = try take(UInt8(ascii: "-"))
    let first = try peek()
    let digitCount = digits()
    guard digitCount == 1 || digitCount > 1 && first != UInt8(ascii: "0") else { throw fault(.malformedNumber) }
    var isWhole = true
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      isWhole = false
      guard digits() > 0 else { throw fault(.malformedNumber) }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      isWhole = false
      if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position += 1
      }
      guard digits() > 0 else { throw fault(.malformedNumber) }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let whole = Int(text) { return .integer(whole) }
    guard let number = Double(text) else { throw fault(.malformedNumber) }
    return .number(number)
  }

  /// Steps over a run of digits and counts them.
  private mutating func digits() -> Int {
    let start = position
    while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) { position += 1 }
    return position - start
  }
}

// MARK: - Texts

extension JSONReader {
  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    try skipPlainText()
    if bytes[position] == UInt8(ascii: "\"") {
      let text = try utf8(bytes[start..<position], from: start)
      position += 1
      return text
    }
    return try stringWithEscapes(from: start)
  }

  /// Steps to the next quote or backslash.
  private mutating func skipPlainText() throws(JSONError) {
    while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
    guard try peek() >= 0x20 else { throw fault(.unexpectedByte(bytes[position])) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(lengthToQuote(from: start))
    text.append(contentsOf: bytes[start..<position])
    while bytes[position] == UInt8(ascii: "\\") {
      position += 1
      try escape(into: &text)
      // Between escapes there is often little: a cell of short lines.
      while position < bytes.count, Self.isPlain(bytes[position]) {
        text.append(bytes[position])
        position += 1
      }
      guard try peek() >= 0x20 else { throw fault(.unexpectedByte(bytes[position])) }
    }
    let whole = try utf8(text[...], from: start)
    position += 1
    return whole
  }

  /// How many bytes there are up to the quote that ends the text, escapes and all.
  private func lengthToQuote(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(end, bytes.count) - start
  }

  private func utf8(_ text: some Collection<UInt8>, from start: Int) throws(JSONError) -> String {
    guard let string = String(validating: text, as: UTF8.self) else {
      throw JSONError(offset: start, problem: .invalidUTF8)
    }
    return string
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    let byte = try peek()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      position += 1
      return text.append(contentsOf: String(try escapedScalar()).utf8)
    default: throw fault(.malformedEscape)
    }
    position += 1
  }

  /// Reads what follows `\u`, and the second half of a surrogate pair where there is one.
  private mutating func escapedScalar() throws(JSONError) -> Character {
    let unit = try fourHexDigits()
    if let scalar = Unicode.Scalar(unit) { return Character(scalar) }
    let isHigh = UTF16.isLeadSurrogate(unit)
    guard isHigh, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let behindFirst = position
    position += 2
    let second = try fourHexDigits()
    guard UTF16.isTrailSurrogate(second) else {
      position = behindFirst
      return "\u{FFFD}"
    }
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
    return Unicode.Scalar(value).map(Character.init) ?? "\u{FFFD}"
  }

  private mutating func fourHexDigits() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = hexDigit(try peek()) else { throw fault(.malformedEscape) }
      unit = unit << 4 | digit
      position += 1
    }
    return unit
  }

  private func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
