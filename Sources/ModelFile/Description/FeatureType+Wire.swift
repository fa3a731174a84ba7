extension FeatureType {
  private static let numbers = Array(1...8)

  init(_ wire: WireMessage) {
    guard let (number, message) = wire.oneOf(FeatureType.numbers) else {
      self = .unspecified
      return
    }
    self =
      switch number {
      case 1: .int64
      case 2: .double
      case 3: .string
      case 4: .image(ImageFeature(message))
      case 5: .multiArray(ArrayFeature(message))
      case 6: .dictionary(DictionaryKey(message))
      case 7: .sequence
      default: .state
      }
  }

  /// The message it is written as, on the ground of the one it was read from. Sequences and states stay as they were.
  func encoded(over base: WireMessage) -> WireMessage {
    var wire = base
    guard self != FeatureType(base) else { return base }
    let earlier = wire.oneOf(FeatureType.numbers)
    func ground(_ number: Int) -> WireMessage { earlier?.number == number ? earlier?.message ?? .init() : .init() }
    switch self {
    case .int64: wire.set(oneOf: FeatureType.numbers, 1)
    case .double: wire.set(oneOf: FeatureType.numbers, 2)
    case .string: wire.set(oneOf: FeatureType.numbers, 3)
    case .image(let image): wire.set(oneOf: FeatureType.numbers, 4, message: image.encoded(over: ground(4)))
    case .multiArray(let array): wire.set(oneOf: FeatureType.numbers, 5, message: array.encoded(over: ground(5)))
    case .dictionary(let key): wire.set(oneOf: FeatureType.numbers, 6, message: key.encoded())
    case .sequence: wire.set(oneOf: FeatureType.numbers, 7, message: ground(7))
    case .state: wire.set(oneOf: FeatureType.numbers, 8, message: ground(8))
    case .unspecified: wire.set(oneOf: FeatureType.numbers, nil)
    }
    return wire
  }
}

extension FeatureType.DictionaryKey {
  fileprivate init(_ wire: WireMessage) {
    switch wire.oneOf([1, 2])?.number {
    case 1: self = .int64
    case 2: self = .string
    default: self = .unspecified
    }
  }

  fileprivate func encoded() -> WireMessage {
    var wire = WireMessage()
    switch self {
    case .int64: wire.set(1, message: WireMessage())
    case .string: wire.set(2, message: WireMessage())
    case .unspecified: break
    }
    return wire
  }
}

extension ImageFeature {
  fileprivate init(_ wire: WireMessage) {
    width = wire.integer(1)
    height = wire.integer(2)
    colorSpace = ColorSpace(number: wire.choice(3))
    switch wire.oneOf([21, 31]) {
    case (21, let sizes)?:
      flexibility = .enumerated(sizes[repeated: 1].messages.map { Size(width: $0.count(1), height: $0.count(2)) })
    case (_, let range)?:
      flexibility = .range(
        width: SizeSpan(range.message(1) ?? .init()), height: SizeSpan(range.message(2) ?? .init()))
    case nil: flexibility = .fixed
    }
  }

  fileprivate func encoded(over base: WireMessage) -> WireMessage {
    var wire = base
    wire.set(1, width)
    wire.set(2, height)
    wire.set(3, colorSpace.number)
    guard flexibility != ImageFeature(base).flexibility else { return wire }
    switch flexibility {
    case .fixed: wire.set(oneOf: [21, 31], nil)
    case .enumerated(let sizes):
      var list = WireMessage()
      list[repeated: 1].messages = sizes.map { .pair($0.width, $0.height) }
      wire.set(oneOf: [21, 31], 21, message: list)
    case .range(let width, let height):
      var range = WireMessage()
      range.set(1, message: width.encoded())
      range.set(2, message: height.encoded())
      wire.set(oneOf: [21, 31], 31, message: range)
    }
    return wire
  }
}

extension ImageFeature.ColorSpace {
  fileprivate init(number: Int) {
    switch number {
    case 10: self = .grayscale
    case 20: self = .rgb
    case 30: self = .bgr
    case 40: self = .grayscaleFloat16
    default: self = .unknown(number)
    }
  }

  /// The format's number for it.
  var number: Int {
    switch self {
    case .grayscale: 10
    case .rgb: 20
    case .bgr: 30
    case .grayscaleFloat16: 40
    case .unknown(let number): number
    }
  }
}

extension ArrayFeature {
  fileprivate init(_ wire: WireMessage) {
    shape = wire[repeated: 1].integers
    dataType = DataType(number: wire.choice(2))
    defaultValue = ArrayFeature.defaultValue(wire)
    switch wire.oneOf([21, 31]) {
    case (21, let shapes)?: flexibility = .enumerated(shapes[repeated: 1].messages.map { $0[repeated: 1].integers })
    case (_, let range)?: flexibility = .range(range[repeated: 1].messages.map(SizeSpan.init))
    case nil: flexibility = .fixed
    }
  }

  private static func defaultValue(_ wire: WireMessage) -> Double? {
    if !wire.values(61).isEmpty { return wire.double(61) }
    if !wire.values(51).isEmpty { return Double(wire.float(51)) }
    return wire.values(41).isEmpty ? nil : Double(wire.choice(41))
  }

  fileprivate func encoded(over base: WireMessage) -> WireMessage {
    var wire = base
    wire[repeated: 1].integers = shape
    wire.set(2, dataType.number)
    guard flexibility != ArrayFeature(base).flexibility else { return wire }
    var list = WireMessage()
    switch flexibility {
    case .fixed: wire.set(oneOf: [21, 31], nil)
    case .enumerated(let shapes):
      list[repeated: 1].messages = shapes.map { shape in
        var wire = WireMessage()
        wire[repeated: 1].integers = shape
        return wire
      }
      wire.set(oneOf: [21, 31], 21, message: list)
    case .range(let spans):
      list[repeated: 1].messages = spans.map { $0.encoded() }
      wire.set(oneOf: [21, 31], 31, message: list)
    }
    return wire
  }
}

extension ArrayFeature.DataType {
  fileprivate init(number: Int) {
    switch number {
    case 65568: self = .float32
    case 65600: self = .double
    case 131104: self = .int32
    case 65552: self = .float16
    case 131080: self = .int8
    default: self = .unknown(number)
    }
  }

  /// The format's number for it.
  var number: Int {
    switch self {
    case .float32: 65568
    case .double: 65600
    case .int32: 131104
    case .float16: 65552
    case .int8: 131080
    case .unknown(let number): number
    }
  }
}

extension SizeSpan {
  fileprivate init(_ wire: WireMessage) {
    lowerBound = wire.count(1)
    let upper = wire.integer(2)
    upperBound = upper < 0 ? nil : upper
  }

  fileprivate func encoded() -> WireMessage { .pair(lowerBound, upperBound ?? -1) }
}

extension WireMessage {
  /// A message of two whole numbers, fields 1 and 2.
  static func pair(_ first: Int, _ second: Int) -> WireMessage {
    var wire = WireMessage()
    wire.set(1, first)
    wire.set(2, second)
    return wire
  }
}
