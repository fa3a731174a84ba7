import Glibc

/// The time as headers write it: ISO 8601 in UTC, with microseconds, which Foundation's style does not write.
public enum Timestamp {
  /// The present time, such as `2026-01-31T09:05:00.000000Z`.
  public static var now: String {
    var bytes: [UInt8] = []
    appendNow(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A time given in seconds since the start of 1970.
  ///
  /// Precondition: the year has four digits and the microseconds are below a million.
  public static func text(seconds: Int, microseconds: Int) -> String {
    var bytes: [UInt8] = []
    append(seconds: seconds, microseconds: microseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the present time, as every message has it in its header.
  static func appendNow(to bytes: inout [UInt8]) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    append(seconds: time.tv_sec, microseconds: time.tv_nsec / 1000, to: &bytes)
  }

  private static func append(seconds: Int, microseconds: Int, to bytes: inout [UInt8]) {
    let days = Int((Double(seconds) / 86400).rounded(.down))
    let second = seconds - days * 86400
    let (year, month, day) = date(daysSince1970: days)
    append(year, digits: 4, to: &bytes)
    append("-", month, digits: 2, to: &bytes)
    append("-", day, digits: 2, to: &bytes)
    append("T", second / 3600, digits: 2, to: &bytes)
    append(":", second / 60 % 60, digits: 2, to: &bytes)
    append(":", second % 60, digits: 2, to: &bytes)
    append(".", microseconds, digits: 6, to: &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  private static func append(
    _ separator: Unicode.Scalar, _ value: Int, digits: Int, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: separator))
    append(value, digits: digits, to: &bytes)
  }

  private static func append(_ value: Int, digits: Int, to bytes: inout [UInt8]) {
    var power = 1
    for _ in 1..<digits { power *= 10 }
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(value / power % 10))
      power /= 10
    }
  }

  /// The date in the Gregorian calendar, counted in years that begin in March, so that the leap day comes last.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}
