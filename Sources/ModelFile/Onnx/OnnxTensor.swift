import Tensors

/// A constant (message `TensorProto`): its numbers in the message, or in a file beside the model.
struct OnnxTensor {
  private let wire: WireMessage

  init(_ wire: WireMessage) { self.wire = wire }

  /// Its name; empty for one that is an attribute.
  var name: String { wire.text(8) }

  /// The type of its numbers; nil for one that is not read.
  var type: OnnxType? { OnnxType(rawValue: wire.choice(2)) }

  /// Whether it holds one number.
  var isSingle: Bool { wire[repeated: 1].integers.allSatisfy { $0 == 1 } && wire.choice(14) != 1 }

  /// The constant. Whole numbers become 32 bits wide, the nearest there are; double precision becomes single.
  ///
  /// - Throws: `ProgramProblem.type`, `tooLarge`, `count`, `encoding`; `weights` where a file beside the model does not have it.
  func constant(_ files: OnnxDataFiles) throws(ProgramProblem) -> ProgramConstant {
    guard let type = OnnxType(rawValue: wire.choice(2)) else { throw .type(value: name) }
    let shape = wire[repeated: 1].integers
    guard shape.allSatisfy({ $0 >= 0 }), shape.count <= 64, let count = shape.map({ max($0, 1) }).product,
      count <= 1 << 40
    else { throw .tooLarge(value: name, shape: shape) }
    let wanted = shape.contains(0) ? 0 : count
    guard let packed = try packed(type, count: wanted, files) else { return try listed(type, shape, count: wanted) }
    guard packed.count == wanted * type.byteCount else {
      throw .count(expected: wanted, actual: packed.count / type.byteCount)
    }
    switch type {
    case .float32: return try ProgramConstant(.float32, shape: shape, packed: packed)
    case .float16: return try ProgramConstant(.float16, shape: shape, packed: packed)
    case .bfloat16, .float64:
      let stored = try ProgramConstant(type == .float64 ? .float64 : .bfloat16, shape: shape, packed: packed)
      return ProgramConstant(.float32, shape: shape, floats: stored.floats)
    default:
      let stored = try ProgramConstant(type.element, shape: shape, packed: packed)
      if type.element.bits ?? 32 <= 16, type != .bool, wanted >= ProgramConstant.fewBytes {
        // Quantised weights: decoded when they are asked for.
        let source = DecodedNumbers(count: wanted, identity: stored.identity) { stored.floats }
        return ProgramConstant(.int32, shape: shape, source: source)
      }
      return OnnxTensor.whole(type, shape, stored.integers)
    }
  }

  private static func whole(_ type: OnnxType, _ shape: [Int], _ numbers: [Int]) -> ProgramConstant {
    guard type != .bool else {
      return ProgramConstant(.bool, shape: shape, integers: numbers.map { $0 == 0 ? 0 : 1 })
    }
    return ProgramConstant(.int32, shape: shape, integers: numbers.map { Int(Int32(clamping: $0)) })
  }

  /// The bytes of its numbers, where it has them so.
  private func packed(_ type: OnnxType, count: Int, _ files: OnnxDataFiles) throws(ProgramProblem) -> Bytes? {
    if wire.choice(14) == 1 {
      let entries = Dictionary(wire[repeated: 13].messages.map { ($0.text(1), $0.text(2)) }) { _, last in last }
      do throws(WeightFileProblem) {
        return try files.bytes(
          of: entries["location"] ?? "", from: entries["offset"], count: count * type.byteCount,
          length: entries["length"])
      } catch {
        throw .weights(error)
      }
    }
    return wire.values(9).isEmpty ? nil : wire.data(9)
  }

  /// Numbers in a list of their own.
  private func listed(_ type: OnnxType, _ shape: [Int], count: Int) throws(ProgramProblem) -> ProgramConstant {
    func checked(_ actual: Int) throws(ProgramProblem) {
      guard actual == count else { throw .count(expected: count, actual: actual) }
    }
    switch type {
    case .float32:
      try checked(wire[repeated: 4].floatCount)
      return ProgramConstant(.float32, shape: shape, floats: wire[repeated: 4].floats)
    case .float64:
      var numbers: [Float] = []
      for value in wire.values(10) {
        switch value {
        case .fixed64(let bits): numbers.append(Float(Double(bitPattern: bits)))
        case .bytes(let packed):
          numbers += PackedBits(packed, bits: 64).map(count: packed.count / 8) { Float(Double(bitPattern: $0)) }
        default: throw .encoding
        }
      }
      try checked(numbers.count)
      return ProgramConstant(.float32, shape: shape, floats: numbers)
    case .float16, .bfloat16:
      let bits = wire[repeated: 5].integers
      try checked(bits.count)
      let numbers = bits.map { bits in
        type == .float16
          ? HalfPrecision.number(UInt16(truncatingIfNeeded: bits))
          : Float(bitPattern: UInt32(truncatingIfNeeded: bits) << 16)
      }
      return ProgramConstant(type == .float16 ? .float16 : .float32, shape: shape, floats: numbers)
    case .int64, .uint32, .uint64:
      let numbers = wire[repeated: type == .int64 ? 7 : 11].integers
      try checked(numbers.count)
      return OnnxTensor.whole(type, shape, numbers)
    default:
      let numbers = wire[repeated: 5].integers
      try checked(numbers.count)
      return OnnxTensor.whole(type, shape, numbers)
    }
  }
}

/// The types of numbers that are read (enum `TensorProto.DataType`).
enum OnnxType: Int {
  case float32 = 1, uint8, int8, uint16, int16, int32, int64
  case bool = 9, float16, float64, uint32, uint64
  case bfloat16 = 16

  /// As the file has it.
  fileprivate var element: ElementType {
    switch self {
    case .float32: .float32
    case .float16: .float16
    case .float64: .float64
    case .bfloat16: .bfloat16
    case .bool: .bool
    case .uint8: .uint8
    case .int8: .int8
    case .uint16: .uint16
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    case .uint32: .uint32
    case .uint64: .uint64
    }
  }

  /// As it is computed with.
  var computed: ElementType {
    switch self {
    case .float32, .float64, .bfloat16: .float32
    case .float16: .float16
    case .bool: .bool
    default: .int32
    }
  }

  fileprivate var byteCount: Int { (element.bits ?? 8) / 8 }
}
