/// Reads the parts of a date from a field's bytes.
struct DateReader {
  private let field: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(_ field: UnsafeBufferPointer<UInt8>) { self.field = FieldText.trimmed(field) }

  /// Whether all is read.
  var isAtEnd: Bool { place == field.count }

  private var next: UInt8? { place < field.count ? field[place] : nil }

  /// Three numbers with the same sign between them: `-`, `/` or `.`. Of years, two digits are those from 1969 to 2068.
  mutating func day(_ order: DateForm.Order) -> CivilDay? {
    guard let first = number(), let sign = next, Self.signs.contains(sign) else { return nil }
    place += 1
    guard let second = number(), take(sign), let third = number() else { return nil }
    let (year, month, day) =
      switch order {
      case .yearFirst: (first, second, third)
      case .dayFirst: (third, second, first)
      case .monthFirst: (third, first, second)
      }
    guard month.digits <= 2, day.digits <= 2, year.digits == 4 || year.digits == 2 && order != .yearFirst else {
      return nil
    }
    let full = year.digits == 4 ? year.value : year.value + (year.value < 69 ? 2000 : 1900)
    return CivilDay(year: full, month: month.value, day: day.value)
  }

  private static let signs = [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ".")]

  /// What stands between a day and its time: blanks, or a T.
  mutating func separator() -> Bool {
    let start = place
    skipBlanks()
    return place > start || take(UInt8(ascii: "T")) || take(UInt8(ascii: "t"))
  }

  /// Hours and minutes, perhaps with seconds, a half of the day and a zone: 10:15, 10:15:00.25, 10:15 PM, 10:15Z, 10:15+02:00.
  ///
  /// - Returns: The minutes since midnight.
  mutating func time() -> Int? {
    guard let hour = number(), hour.digits <= 2, take(UInt8(ascii: ":")), let minute = number(), minute.digits == 2,
      minute.value < 60
    else { return nil }
    if take(UInt8(ascii: ":")) {
      guard let second = number(), second.digits == 2, second.value <= 60 else { return nil }
      if take(UInt8(ascii: ".")) || take(UInt8(ascii: ",")) {
        guard fraction() else { return nil }
      }
    }
    skipBlanks()
    guard let hours = half(of: hour.value), zone() else { return nil }
    return hours * 60 + minute.value
  }

  /// The hour of the day, where AM or PM may follow.
  private mutating func half(of hour: Int) -> Int? {
    guard let letter = next.map({ $0 | 32 }), letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p"),
      place + 1 < field.count, field[place + 1] | 32 == UInt8(ascii: "m")
    else { return hour < 24 ? hour : nil }
    guard (1...12).contains(hour) else { return nil }
    place += 2
    skipBlanks()
    return hour % 12 + (letter == UInt8(ascii: "p") ? 12 : 0)
  }

  /// Passes a zone, where there is one; false where it is none.
  private mutating func zone() -> Bool {
    if isAtEnd || take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z")) { return true }
    if field[place...].elementsEqual("UTC".utf8) || field[place...].elementsEqual("GMT".utf8) {
      place = field.count
      return true
    }
    guard take(UInt8(ascii: "+")) || take(UInt8(ascii: "-")), let hours = number() else { return false }
    if hours.digits == 4 { return true }
    guard hours.digits == 2 else { return false }
    guard take(UInt8(ascii: ":")) else { return true }
    return number()?.digits == 2
  }

  /// At most four digits.
  private mutating func number() -> (value: Int, digits: Int)? {
    var (value, digits) = (0, 0)
    while digits < 5, let byte = next, (48...57).contains(byte) {
      value = value * 10 + Int(byte - 48)
      digits += 1
      place += 1
    }
    return (1...4).contains(digits) ? (value, digits) : nil
  }

  private mutating func fraction() -> Bool {
    let start = place
    while let byte = next, (48...57).contains(byte) { place += 1 }
    return place > start
  }

  private mutating func skipBlanks() { while next == 32 { place += 1 } }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }
}
