/// A day of the Gregorian calendar, which holds for all years here.
struct CivilDay: Equatable, CustomStringConvertible {
  let year: Int, month: Int, day: Int

  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  /// From the beginning of one year to that of the year 400 years later.
  private static let daysOf400Years = 146_097

  /// Makes sure that there is such a day in the years 1 to 9999.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    guard (1...Self.length(month, of: year)).contains(day) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that is so many days after 2000-01-01; of days before the year 1 and after 9999 the first and the last.
  init(_ number: Int) {
    let (first, last) = (Self.beginning(of: 1), Self.beginning(of: 10_000) - 1)
    let number = min(max(number, first), last)
    var year = 2000 + number * 400 / Self.daysOf400Years
    while Self.beginning(of: year) > number { year -= 1 }
    while Self.beginning(of: year + 1) <= number { year += 1 }
    var (month, rest) = (1, number - Self.beginning(of: year))
    while rest >= Self.length(month, of: year) {
      rest -= Self.length(month, of: year)
      month += 1
    }
    (self.year, self.month, day) = (year, month, rest + 1)
  }

  /// How many days after 2000-01-01 it is.
  var number: Int {
    Self.beginning(of: year) + (1..<month).reduce(0) { $0 + Self.length($1, of: year) } + day - 1
  }

  var description: String {
    let digits = { (number: Int, width: Int) -> String in
      let text = "\(number)"
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func length(_ month: Int, of year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : lengths[month - 1]
  }

  /// How many days after 2000-01-01 a year begins, from the year 1 on.
  private static func beginning(of year: Int) -> Int {
    let before = year - 1
    return 365 * before + before / 4 - before / 100 + before / 400 - 730_119
  }
}
