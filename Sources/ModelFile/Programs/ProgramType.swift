/// The type of a tensor's elements in a program (format enum `DataType`).
enum ElementType: Int, Sendable, Equatable {
  case bool = 1, string = 2, float16 = 10, float32, float64, bfloat16
  case int8 = 21, int16, int32, int64, int4
  case uint8 = 31, uint16, uint32, uint64, uint4, uint2, uint1, uint6, uint3

  /// How many bits an element takes where it is stored as bytes; nil for texts.
  var bits: Int? {
    switch self {
    case .bool, .int8, .uint8: 8
    case .string: nil
    case .float16, .bfloat16, .int16, .uint16: 16
    case .float32, .int32, .uint32: 32
    case .float64, .int64, .uint64: 64
    case .int4, .uint4: 4
    case .uint1: 1
    case .uint2: 2
    case .uint3: 3
    case .uint6: 6
    }
  }

  /// Whether it holds fractions.
  var isFloat: Bool { self == .float16 || self == .float32 || self == .float64 || self == .bfloat16 }
  /// Whether it holds whole numbers.
  var isInteger: Bool { !isFloat && self != .bool && self != .string }
  /// Whether negative whole numbers are among them.
  var isSigned: Bool { [.int8, .int16, .int32, .int64, .int4].contains(self) }

  /// As operations name it: "fp16", "int32".
  var label: String {
    switch self {
    case .float16: "fp16"
    case .float32: "fp32"
    case .float64: "fp64"
    case .bfloat16: "bf16"
    default: "\(self)"
    }
  }

  /// The type operations call so; nil where none is called so.
  init?(label: String) {
    let all = [1, 2, 10, 11, 12, 13] + Array(21...25) + Array(31...39)
    guard let found = all.lazy.compactMap(ElementType.init(rawValue:)).first(where: { $0.label == label }) else {
      return nil
    }
    self = found
  }

  /// The number by which a weight file's records know it.
  var recordNumber: Int? {
    let numbers: [ElementType: Int] = [
      .float16: 1, .float32: 2, .uint8: 3, .int8: 4, .bfloat16: 5, .int16: 6, .uint16: 7, .int4: 8, .uint1: 9,
      .uint2: 10, .uint4: 11, .uint3: 12, .uint6: 13, .int32: 14, .uint32: 15,
    ]
    return numbers[self]
  }
}

/// The type of a value in a program (format message `ValueType`), as far as values are computed with.
enum ValueType: Sendable, Equatable {
  /// Numbers of one type in a shape; nil for an axis whose length is not fixed.
  case tensor(ElementType, [Int?])
  /// A list, a tuple, a dictionary, a state.
  case list, tuple, dictionary, state
  /// The file does not say, or says something newer than this program.
  case unknown

  init(_ wire: WireMessage) {
    switch wire.oneOf(1...5) {
    case (1, let tensor)?:
      guard let element = ElementType(rawValue: tensor.choice(1)) else {
        self = .unknown
        return
      }
      let lengths = tensor[repeated: 3].messages.map { dimension -> Int? in
        guard case (1, let constant)? = dimension.oneOf([1, 2]) else { return nil }
        return constant.count(1)
      }
      self = .tensor(element, lengths)
    case (2, _)?: self = .list
    case (3, _)?: self = .tuple
    case (4, _)?: self = .dictionary
    case (5, _)?: self = .state
    default: self = .unknown
    }
  }

  /// Elements of the same type in another shape; what is no tensor stays as it is.
  func reshaped(_ shape: [Int]) -> ValueType {
    guard case .tensor(let element, _) = self else { return self }
    return .tensor(element, shape)
  }
}

/// A name with a type (format message `NamedValueType`): an input, or what an operation makes.
struct NamedType: Sendable, Equatable {
  let name: String
  let type: ValueType

  init(_ wire: WireMessage) {
    name = wire.text(1)
    type = ValueType(wire.message(2) ?? WireMessage())
  }
}
