/// A single value that a field can hold.
protocol WireScalar {
  /// The value of a field; of several, the last counts.
  static func value(of number: Int, in message: WireMessage) -> Self
  /// The value in wire format; nil for 0, false and the empty text, which are written by leaving them out.
  var wireValue: WireValue? { get }
}

extension UInt64: WireScalar {
  static func value(of number: Int, in message: WireMessage) -> UInt64 { message.unsigned(number) }
  var wireValue: WireValue? { self == 0 ? nil : .varint(self) }
}

/// A size, a choice or a whole number with sign.
extension Int: WireScalar {
  static func value(of number: Int, in message: WireMessage) -> Int { message.integer(number) }
  var wireValue: WireValue? { UInt64(bitPattern: Int64(self)).wireValue }
}

extension Bool: WireScalar {
  static func value(of number: Int, in message: WireMessage) -> Bool { message.bool(number) }
  var wireValue: WireValue? { self ? .varint(1) : nil }
}

extension Float: WireScalar {
  static func value(of number: Int, in message: WireMessage) -> Float { message.float(number) }
  var wireValue: WireValue? { bitPattern == 0 ? nil : .fixed32(bitPattern) }
}

extension Double: WireScalar {
  static func value(of number: Int, in message: WireMessage) -> Double { message.double(number) }
  var wireValue: WireValue? { bitPattern == 0 ? nil : .fixed64(bitPattern) }
}

extension String: WireScalar {
  static func value(of number: Int, in message: WireMessage) -> String { message.text(number) }
  var wireValue: WireValue? { isEmpty ? nil : .bytes(Bytes(utf8)) }
}
