import Foundation
import Tensors

/// An array as NumPy writes it (NEP 1): its kind, its shape, and its numbers in the order of C or of Fortran.
struct NPYArray {
  /// What its elements are.
  enum Kind: Equatable {
    case unsigned(Int), signed(Int), float(Int), bool
    /// Texts of so many bytes, or of so many letters of four bytes each.
    case bytes(Int), letters(Int)

    /// How many bytes an element has.
    var size: Int {
      switch self {
      case .unsigned(let size), .signed(let size), .float(let size), .bytes(let size): size
      case .bool: 1
      case .letters(let count): 4 * count
      }
    }
  }

  /// Its shape.
  let shape: [Int]
  /// What its elements are.
  let kind: Kind
  private let isBigEndian: Bool
  private let isFortran: Bool
  private let content: [UInt8]
  private let start: Int

  /// How many elements it has.
  var count: Int { shape.reduce(1, *) }
  /// Whether its elements are texts.
  var holdsTexts: Bool {
    switch kind {
    case .bytes, .letters: true
    default: false
    }
  }

  /// Whether its elements are numbers, and no truths either.
  var holdsNumbers: Bool { !holdsTexts && kind != .bool }

  /// Reads an array's head, and keeps its content.
  ///
  /// - Throws: `ArrayError`.
  init(_ content: Data) throws(ArrayError) {
    let bytes = [UInt8](content.prefix(12))
    guard bytes.count >= 10, bytes[..<6] == [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59], (1...3).contains(bytes[6]) else {
      throw .damaged
    }
    let isShort = bytes[6] == 1
    guard isShort || bytes.count == 12 else { throw .damaged }
    let length =
      Int(bytes[8]) | Int(bytes[9]) << 8 | (isShort ? 0 : Int(bytes[10]) << 16 | Int(bytes[11]) << 24)
    let from = isShort ? 10 : 12
    guard length <= 1 << 20, content.count >= from + length else { throw .damaged }
    let head = String(decoding: content.dropFirst(from).prefix(length), as: UTF8.self)
    guard let descr = Self.quoted(head, after: "'descr':"), let shape = Self.shape(head),
      let isFortran = Self.word(head, after: "'fortran_order':").map({ $0 == "True" })
    else {
      throw head.contains("'descr': [") ? .kind("structured") : .damaged
    }
    guard let (kind, isBigEndian) = Self.kind(descr) else { throw .kind(descr) }
    var size = kind.size
    for side in shape {
      let (product, overflows) = size.multipliedReportingOverflow(by: side)
      guard !overflows, side >= 0 else { throw .shape(shape) }
      size = product
    }
    guard content.count - from - length == size else { throw .damaged }
    (self.shape, self.kind, self.isBigEndian, self.isFortran) = (shape, kind, isBigEndian, isFortran)
    (self.content, start) = ([UInt8](content), from + length)
  }

  private static func rest(_ head: String, after key: String) -> Substring? {
    head.range(of: key).map { head[$0.upperBound...].drop { $0 == " " } }
  }

  private static func quoted(_ head: String, after key: String) -> String? {
    guard let rest = rest(head, after: key), rest.first == "'", let end = rest.dropFirst().firstIndex(of: "'") else {
      return nil
    }
    return String(rest[rest.index(after: rest.startIndex)..<end])
  }

  private static func word(_ head: String, after key: String) -> String? {
    rest(head, after: key).map { String($0.prefix { $0.isLetter }) }
  }

  private static func shape(_ head: String) -> [Int]? {
    guard let rest = rest(head, after: "'shape':"), rest.first == "(", let end = rest.firstIndex(of: ")") else {
      return nil
    }
    let parts = rest[rest.index(after: rest.startIndex)..<end].split(separator: ",").map {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    guard parts.count <= 32, !parts.contains(nil) else { return nil }
    return parts.compactMap(\.self)
  }

  private static func kind(_ descr: String) -> (Kind, isBigEndian: Bool)? {
    let letters = Array(descr)
    guard letters.count >= 3, "<>|=".contains(letters[0]), let size = Int(String(letters[2...])), size > 0,
      size <= 1 << 20
    else { return nil }
    let isBig = letters[0] == ">"
    switch letters[1] {
    case "u" where [1, 2, 4, 8].contains(size): return (.unsigned(size), isBig)
    case "i" where [1, 2, 4, 8].contains(size): return (.signed(size), isBig)
    case "f" where [2, 4, 8].contains(size): return (.float(size), isBig)
    case "b" where size == 1: return (.bool, isBig)
    case "S": return (.bytes(size), isBig)
    case "U": return (.letters(size), isBig)
    default: return nil
    }
  }

  /// Where in the content an element is, counted in the order of C.
  private func offset(_ place: Int) -> Int {
    guard isFortran, shape.count > 1 else { return start + place * kind.size }
    var (rest, stride, offset) = (place, count, 0)
    // The first axis moves slowest in C's order, fastest in Fortran's.
    var step = 1
    for side in shape {
      stride /= max(1, side)
      offset += rest / max(1, stride) * step
      rest %= max(1, stride)
      step *= side
    }
    return start + offset * kind.size
  }

  /// Numbers that follow each other in the order of C, as many as there is room for.
  func numbers(from first: Int, into numbers: inout [Double]) {
    guard !isFortran, !isBigEndian else {
      for place in numbers.indices { numbers[place] = number(first + place) }
      return
    }
    let bytes = content.span.bytes
    func load<Number: BitwiseCopyable>(_ type: Number.Type, _ convert: (Number) -> Double) {
      let start = start + first * MemoryLayout<Number>.size
      for place in numbers.indices {
        numbers[place] = convert(
          bytes.unsafeLoadUnaligned(fromByteOffset: start + place * MemoryLayout<Number>.size, as: type))
      }
    }
    switch kind {
    case .unsigned(1): load(UInt8.self) { Double($0) }
    case .unsigned(2): load(UInt16.self) { Double($0) }
    case .unsigned(4): load(UInt32.self) { Double($0) }
    case .unsigned: load(UInt64.self) { Double($0) }
    case .signed(1): load(Int8.self) { Double($0) }
    case .signed(2): load(Int16.self) { Double($0) }
    case .signed(4): load(Int32.self) { Double($0) }
    case .signed: load(Int64.self) { Double($0) }
    case .float(2): load(UInt16.self) { Double(HalfPrecision.number($0)) }
    case .float(4): load(Float.self) { Double($0) }
    case .float: load(Double.self) { $0 }
    case .bool, .bytes, .letters:
      for place in numbers.indices { numbers[place] = number(first + place) }
    }
  }

  /// An element's bits, of numbers of up to eight bytes.
  private func bits(_ place: Int) -> UInt64 {
    let (offset, size) = (offset(place), kind.size)
    var bits: UInt64 = 0
    for byte in 0..<size {
      let value = UInt64(content[offset + byte])
      bits |= value << (8 * UInt64(isBigEndian ? size - 1 - byte : byte))
    }
    return bits
  }

  /// A number by its place in the order of C; what is no number where the element is a text.
  func number(_ place: Int) -> Double {
    let bits = bits(place)
    switch kind {
    case .bool: return bits == 0 ? 0 : 1
    case .unsigned: return Double(bits)
    case .signed(let size):
      let shift = UInt64(64 - 8 * size)
      return Double(Int64(bitPattern: bits << shift) >> Int64(shift))
    case .float(2): return Double(HalfPrecision.number(UInt16(bits)))
    case .float(4): return Double(Float(bitPattern: UInt32(bits)))
    case .float: return Double(bitPattern: bits)
    case .bytes, .letters: return .nan
    }
  }

  /// An element as text: whole numbers without a point.
  func text(_ place: Int) -> String {
    switch kind {
    case .bytes(let size):
      let offset = offset(place)
      let bytes = content[offset..<offset + size].prefix { $0 != 0 }
      return String(decoding: bytes, as: UTF8.self)
    case .letters(let count):
      let offset = offset(place)
      var text = ""
      for letter in 0..<count {
        var value: UInt32 = 0
        for byte in 0..<4 {
          value |= UInt32(content[offset + 4 * letter + byte]) << UInt32(8 * (isBigEndian ? 3 - byte : byte))
        }
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        text.unicodeScalars.append(scalar)
      }
      return text
    case .bool: return bits(place) == 0 ? "False" : "True"
    case .unsigned: return String(bits(place))
    case .signed: return String(Int64(number(place)))
    case .float: return "\(number(place))"
    }
  }
}
