import Glibc

/// The time as headers write it: ISO 8601 in UTC, with microseconds.
public enum Timestamp {
  /// The present time, such as `2026-01-31T09:05:00.000000Z`.
  public static var now: String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return text(seconds: time.tv_sec, microseconds: time.tv_nsec / 1000)
  }

  /// A time given in seconds since the start of 1970.
  ///
  /// Precondition: the year has four digits and the microseconds are below a million.
  public static func text(seconds: Int, microseconds: Int) -> String {
    let days = Int((Double(seconds) / 86400).rounded(.down))
    let second = seconds - days * 86400
    let (year, month, day) = date(daysSince1970: days)
    var text = ""
    text.reserveCapacity(27)
    append(year, 4, to: &text)
    for (separator, value) in [("-", month), ("-", day), ("T", second / 3600), (":", second / 60 % 60)] {
      text += separator
      append(value, 2, to: &text)
    }
    text += ":"
    append(second % 60, 2, to: &text)
    text += "."
    append(microseconds, 6, to: &text)
    return text + "Z"
  }

  private static func append(_ value: Int, _ width: Int, to text: inout String) {
    let digits = String(value)
    for _ in digits.utf8.count..<max(width, digits.utf8.count) { text += "0" }
    text += digits
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
