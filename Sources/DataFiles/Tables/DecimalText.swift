/// Numbers in text.
enum DecimalText {
  /// The largest number of single precision.
  static let most = Double(Float.greatestFiniteMagnitude)

  /// The number a field holds, blanks around it aside; nil where it holds none, or one beyond single precision.
  ///
  /// Up to fifteen digits with up to 22 after the point are read here, exactly: their quotient by a power of ten is
  /// rounded once. Everything else is left to the library.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - hasComma: Whether a comma stands for the point.
  /// - Returns: The number.
  static func number(_ field: UnsafeBufferPointer<UInt8>, hasComma: Bool = false) -> Double? {
    guard let base = field.baseAddress else { return nil }
    var place = 0
    // A field in quotes may hold a line end.
    let number = short(base, &place, field.count, UInt8(ascii: "\n"), hasComma)
    return place == field.count && number != nil ? number : general(field, hasComma: hasComma)
  }

  /// The number of up to fifteen digits that a field begins with and ends with; nil where it holds anything else.
  ///
  /// - Parameters:
  ///   - base: The text.
  ///   - place: Where the field begins, and afterwards where it ends; unchanged for nil.
  ///   - end: Where the line ends.
  ///   - separator: What ends a field before.
  ///   - hasComma: Whether a comma stands for the point.
  /// - Returns: The number, as the others read it.
  static func short(
    _ base: UnsafePointer<UInt8>, _ place: inout Int, _ end: Int, _ separator: UInt8, _ hasComma: Bool
  ) -> Double? {
    let point = hasComma ? UInt8(ascii: ",") : UInt8(ascii: ".")
    var (at, value) = (place, 0)
    let isNegative = at < end && base[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let first = at
    while at < end, base[at] &- 48 < 10 {
      value = value &* 10 &+ Int(base[at] &- 48)
      at += 1
    }
    var (digits, scale) = (at - first, 0)
    if at < end, base[at] == point, point != separator {
      at += 1
      let fraction = at
      while at < end, base[at] &- 48 < 10 {
        value = value &* 10 &+ Int(base[at] &- 48)
        at += 1
      }
      scale = at - fraction
      digits += scale
    }
    guard digits > 0, digits <= 15, at == end || base[at] == separator else { return nil }
    place = at
    let number = scale == 0 ? Double(value) : Double(value) / powers[scale]
    return isNegative ? -number : number
  }

  private static let powers: [Double] = (0...15).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

  private static func general(_ field: UnsafeBufferPointer<UInt8>, hasComma: Bool) -> Double? {
    let field = FieldText.trimmed(field)
    guard field.count <= 400 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.count)
    for byte in field {
      switch byte {
      case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"): bytes.append(byte)
      case UInt8(ascii: hasComma ? "," : "."): bytes.append(UInt8(ascii: "."))
      default: return nil
      }
    }
    guard let number = Double(String(decoding: bytes, as: UTF8.self)), Float(number).isFinite else { return nil }
    return number
  }
}
