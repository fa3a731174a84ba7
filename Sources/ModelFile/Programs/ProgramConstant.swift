/// A constant of a program. Its numbers stay packed as they were read until they are asked for.
struct ProgramConstant: Sendable {
  let element: ElementType
  let shape: [Int]
  private let content: Content

  private enum Content: Sendable {
    /// Little-endian, without gaps; of less than a byte, the first lowest.
    case packed(Bytes)
    case floats([Float])
    case integers([Int])
    case texts([String])
  }

  private init(_ element: ElementType, _ shape: [Int], _ content: Content) {
    (self.element, self.shape, self.content) = (element, shape, content)
  }

  /// Numbers made here.
  ///
  /// Precondition: there are as many as the shape says.
  init(_ element: ElementType, shape: [Int], floats: [Float]) { self.init(element, shape, .floats(floats)) }

  /// Whole numbers made here.
  init(_ element: ElementType, shape: [Int], integers: [Int]) { self.init(element, shape, .integers(integers)) }

  /// Bytes as a file has them.
  ///
  /// - Throws: `ProgramProblem.count` where there are too few or too many.
  init(_ element: ElementType, shape: [Int], packed: Bytes) throws(ProgramProblem) {
    guard let count = shape.product, let bits = element.bits else { throw .encoding }
    let (all, overflows) = count.multipliedReportingOverflow(by: bits)
    guard !overflows, packed.count == (all + 7) / 8 else {
      throw .count(expected: count, actual: packed.count * 8 / bits)
    }
    self.init(element, shape, .packed(packed))
  }

  /// How many numbers there are.
  var count: Int { shape.reduce(1, *) }

  /// The numbers in single precision; none of texts.
  var floats: [Float] {
    switch content {
    case .floats(let values): values
    case .integers(let values): values.map { Float($0) }
    case .texts: []
    case .packed(let bytes):
      switch element {
      case .float32: [Float](packed: bytes)
      case .float16: HalfPrecision.expand(bytes)
      case .bfloat16: PackedBits(bytes, bits: 16).map(count: count) { Float(bitPattern: UInt32($0) << 16) }
      case .float64: PackedBits(bytes, bits: 64).map(count: count) { Float(Double(bitPattern: $0)) }
      default: integers.map { Float($0) }
      }
    }
  }

  /// The numbers cut to whole ones; none of texts.
  var integers: [Int] {
    switch content {
    case .integers(let values): values
    case .floats(let values): values.map { Int(exactly: $0.rounded(.towardZero)) ?? 0 }
    case .texts: []
    case .packed(let bytes):
      if element.isFloat {
        floats.map { Int(exactly: $0.rounded(.towardZero)) ?? 0 }
      } else {
        PackedBits(bytes, bits: element.bits ?? 8).integers(count: count, isSigned: element.isSigned)
      }
    }
  }

  /// The texts; none of numbers.
  var texts: [String] { if case .texts(let values) = content { values } else { [] } }

  /// The bytes as they were read; nil for numbers that were not.
  var packed: Bytes? { if case .packed(let bytes) = content { bytes } else { nil } }

  /// The same numbers in another shape of as many.
  func reshaped(_ shape: [Int]) -> ProgramConstant { ProgramConstant(element, shape, content) }
}

extension ProgramConstant {
  /// Reads an immediate value (format message `TensorValue`).
  ///
  /// - Throws: `ProgramProblem.encoding` or `count`.
  init(_ element: ElementType, shape: [Int], value: WireMessage) throws(ProgramProblem) {
    guard let count = shape.product else { throw .encoding }
    let found: Int
    switch (value.oneOf(1...7), element) {
    case ((1, let list)?, .float32):
      self.init(element, shape, .floats(list[repeated: 1].floats))
      found = list[repeated: 1].floatCount
    case ((2, let list)?, .int32), ((2, let list)?, .int16), ((2, let list)?, .uint16), ((2, let list)?, .int8),
      ((2, let list)?, .uint8), ((5, let list)?, .int64), ((5, let list)?, .uint64), ((3, let list)?, .bool):
      let numbers = list[repeated: 1].integers
      self.init(element, shape, .integers(element == .bool ? numbers.map { $0 == 0 ? 0 : 1 } : numbers))
      found = numbers.count
    case ((4, let list)?, .string):
      let texts = list[repeated: 1].texts
      self.init(element, shape, .texts(texts))
      found = texts.count
    case ((6, let list)?, .float64):
      try self.init(element, shape: shape, packed: list.data(1))
      found = count
    case ((7, let list)?, _) where element != .string && element != .float32:
      try self.init(element, shape: shape, packed: list.data(1))
      found = count
    default: throw .encoding
    }
    guard found == count else { throw .count(expected: count, actual: found) }
  }
}

extension [Float] {
  /// Numbers of four bytes each, least significant byte first.
  fileprivate init(packed bytes: Bytes) {
    self = []
    append(packed: bytes)
  }
}

/// Numbers of a few bits each, one after the other, the first in the lowest bits of the first byte.
struct PackedBits {
  private let bytes: Bytes
  private let bits: Int

  init(_ bytes: Bytes, bits: Int) { (self.bytes, self.bits) = (bytes, bits) }

  /// The first numbers; what lies beyond the bytes is 0.
  func map<Result>(count: Int, _ body: (UInt64) -> Result) -> [Result] {
    var result: [Result] = []
    result.reserveCapacity(count)
    bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<count {
        var value: UInt64 = 0
        var (have, place) = (0, index * bits)
        while have < bits {
          let shift = place % 8
          let byte = place / 8 < bytes.count ? UInt64(bytes[place / 8]) : 0
          value |= (byte >> UInt64(shift)) << UInt64(have)
          have += 8 - shift
          place += 8 - shift
        }
        result.append(body(bits == 64 ? value : value & (1 << UInt64(bits) - 1)))
      }
    }
    return result
  }

  /// The first numbers as whole ones, in two's complement where they are signed.
  func integers(count: Int, isSigned: Bool) -> [Int] {
    map(count: count) { value in
      let shift = Int64.bitWidth - bits
      return isSigned ? Int((Int64(bitPattern: value) << Int64(shift)) >> Int64(shift)) : Int(truncatingIfNeeded: value)
    }
  }
}
