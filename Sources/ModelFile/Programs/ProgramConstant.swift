import Tensors

/// A constant of a program. Its numbers stay packed as they were read, in memory or in their file, until they are asked for.
struct ProgramConstant: Sendable {
  let element: ElementType
  let shape: [Int]
  private let content: Content

  private enum Content: Sendable {
    /// Little-endian, without gaps; of less than a byte, the first lowest.
    case packed(Bytes)
    /// The same, in a file of the package.
    case stored(PackageFile, Range<Int>)
    /// Made of compressed ones.
    case made(any NumberSource)
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

  /// Bytes of a file of the package.
  ///
  /// Precondition: they are as many as the shape says.
  init(_ element: ElementType, shape: [Int], stored range: Range<Int>, in file: PackageFile) throws(ProgramProblem) {
    guard range.count >= ProgramConstant.fewBytes else {
      try self.init(element, shape: shape, packed: file.bytes(range))
      return
    }
    self.init(element, shape, .stored(file, range))
  }

  /// Numbers that a source makes.
  ///
  /// Precondition: it makes as many as the shape says.
  init(_ element: ElementType, shape: [Int], source: any NumberSource) { self.init(element, shape, .made(source)) }

  /// Numbers of fewer bytes are read at once.
  static let fewBytes = 16_384

  /// How many numbers there are.
  var count: Int { shape.reduce(1, *) }

  /// The numbers in single precision; none of texts.
  var floats: [Float] {
    switch content {
    case .floats(let values): return values
    case .integers(let values): return values.map { Float($0) }
    case .texts: return []
    case .made(let source): return source.numbers()
    case .stored(_, let range) where element == .float32:
      return [Float](unsafeUninitializedCapacity: range.count / 4) { buffer, filled in
        filled = range.count / 4
        write(to: UnsafeMutableBufferPointer(rebasing: buffer[..<filled]))
      }
    case .packed, .stored:
      let bytes = packed ?? []
      return switch element {
      case .float32: [Float](packed: bytes)
      case .float16: HalfPrecision.expand(bytes)
      case .bfloat16: PackedBits(bytes, bits: 16).map(count: count) { Float(bitPattern: UInt32($0) << 16) }
      case .float64: PackedBits(bytes, bits: 64).map(count: count) { Float(Double(bitPattern: $0)) }
      default: PackedBits(bytes, bits: element.bits ?? 8).floats(count: count, isSigned: element.isSigned)
      }
    }
  }

  /// Makes the numbers in single precision where the buffer is; those of a file in this precision are read into it.
  func write(to buffer: UnsafeMutableBufferPointer<Float>) {
    guard case .stored(let file, let range) = content, element == .float32 else {
      _ = buffer.update(fromContentsOf: floats)
      return
    }
    file.read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
  }

  /// The numbers cut to whole ones; none of texts.
  var integers: [Int] {
    switch content {
    case .integers(let values): values
    case .floats, .made: floats.map { Int(exactly: $0.rounded(.towardZero)) ?? 0 }
    case .texts: []
    case .packed, .stored:
      if element.isFloat {
        floats.map { Int(exactly: $0.rounded(.towardZero)) ?? 0 }
      } else {
        PackedBits(packed ?? [], bits: element.bits ?? 8).integers(count: count, isSigned: element.isSigned)
      }
    }
  }

  /// The texts; none of numbers.
  var texts: [String] { if case .texts(let values) = content { values } else { [] } }

  /// The bytes as they were read; nil for numbers that were not.
  var packed: Bytes? {
    switch content {
    case .packed(let bytes): bytes
    case .stored(let file, let range): file.bytes(range)
    case .made, .floats, .integers, .texts: nil
    }
  }

  /// The bytes in which a file of weights has the numbers, in single or half precision.
  var stored: Bytes {
    if let packed { return packed }
    return element == .float16 ? HalfPrecision.compress(floats) : floats.withUnsafeBytes { Bytes($0) }
  }

  /// The numbers as a tensor, row-major: those of a file are read, and compressed ones decoded, when they are asked for.
  var tensor: Tensor {
    switch content {
    case .stored(let file, let range) where element.isFloat:
      Tensor(shape: shape, source: StoredNumbers(self, identity: [file.identity, range.lowerBound, element.rawValue]))
    case .made(let source): Tensor(shape: shape, source: source)
    default: Tensor(shape: shape, values: floats)
    }
  }

  /// What tells the numbers from others that are held.
  var identity: [Int] {
    var hasher = Hasher()
    hasher.combine(shape)
    switch content {
    case .packed(let bytes): hasher.combine(bytes)
    case .stored(let file, let range): return [file.identity, range.lowerBound, range.count, element.rawValue]
    case .made(let source): return source.identity
    case .floats(let values): hasher.combine(values)
    case .integers(let values): hasher.combine(values)
    case .texts(let values): hasher.combine(values)
    }
    return [hasher.finalize(), element.rawValue]
  }

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

/// The numbers of a constant in a file, read each time they are asked for.
struct StoredNumbers: NumberSource {
  private let constant: ProgramConstant
  let identity: [Int]

  init(_ constant: ProgramConstant, identity: [Int]) { (self.constant, self.identity) = (constant, identity) }

  var count: Int { constant.count }
  func numbers() -> [Float] { constant.floats }
  func write(to buffer: UnsafeMutableBufferPointer<Float>) { constant.write(to: buffer) }
}

/// The numbers of a compressed constant, decoded each time they are asked for.
struct DecodedNumbers: NumberSource {
  let count: Int
  let identity: [Int]
  private let decode: @Sendable () -> [Float]

  init(count: Int, identity: [Int], _ decode: @escaping @Sendable () -> [Float]) {
    (self.count, self.identity, self.decode) = (count, identity, decode)
  }

  func numbers() -> [Float] { decode() }
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
      if bits <= 8 {
        // All bits lie in two bytes.
        let mask = UInt16(1 << bits - 1)
        for place in stride(from: 0, to: count * bits, by: bits) {
          let low = place / 8 < bytes.count ? UInt16(bytes[place / 8]) : 0
          let high = place / 8 + 1 < bytes.count ? UInt16(bytes[place / 8 + 1]) : 0
          result.append(body(UInt64((low | high << 8) >> UInt16(place % 8) & mask)))
        }
        return
      }
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
  func integers(count: Int, isSigned: Bool) -> [Int] { map(count: count) { integer($0, isSigned: isSigned) } }

  /// The same in single precision.
  func floats(count: Int, isSigned: Bool) -> [Float] {
    guard bits <= 8 else { return map(count: count) { Float(integer($0, isSigned: isSigned)) } }
    let all = (0..<1 << bits).map { Float(integer(UInt64($0), isSigned: isSigned)) }
    return map(count: count) { all[Int($0)] }
  }

  private func integer(_ value: UInt64, isSigned: Bool) -> Int {
    let shift = Int64.bitWidth - bits
    return isSigned ? Int((Int64(bitPattern: value) << Int64(shift)) >> Int64(shift)) : Int(truncatingIfNeeded: value)
  }
}
