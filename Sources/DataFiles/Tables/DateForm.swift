/// How the days or times of a table's column are written, and what numbers they become.
///
/// A day is kept as days since 2000-01-01, and where times are given as minutes since that day began, as far as single precision holds
/// them: to the minute from 1968 to 2031, in other years from 1000 to 2999 to one at most 32 before on the same day. A time of day alone
/// is kept as minutes since midnight. Zones are read and left out: what counts is the hour that people there had.
public struct DateForm: Sendable, Equatable {
  /// In which order a day's numbers stand.
  public enum Order: Sendable, Equatable {
    /// 2024-05-31.
    case yearFirst
    /// 31.5.2024, 31/05/24.
    case dayFirst
    /// 5/31/2024.
    case monthFirst
  }

  /// The order; nil where there are times of day alone.
  public let order: Order?
  /// Whether times of day are given.
  public let hasTime: Bool
  /// Whether days and months could change places in all that was looked at.
  public let isAmbiguous: Bool

  /// A form that is known.
  public init(_ order: Order?, hasTime: Bool, isAmbiguous: Bool = false) {
    (self.order, self.hasTime, self.isAmbiguous) = (order, hasTime, isAmbiguous)
  }

  /// Finds the form in which most of some texts are dates; nil where half of them are none in any.
  init?(of texts: [String]) {
    // Points stand between a day and its month where the day comes first.
    let isPointed = texts.contains { $0.prefix(3).contains(".") }
    let orders: [Order?] = [.yearFirst] + (isPointed ? [.dayFirst, .monthFirst] : [.monthFirst, .dayFirst]) + [nil]
    let counts = orders.map { order in
      texts.count { DateForm(order, hasTime: true).kept($0) != nil }
    }
    guard let most = counts.max(), most > 0, 2 * most >= texts.count, let best = counts.firstIndex(of: most) else {
      return nil
    }
    order = orders[best]
    hasTime = order == nil || texts.contains { $0.contains(":") }
    isAmbiguous = best == 1 && !isPointed && counts[2] == most
  }

  /// How many numbers of a sample it becomes.
  public var width: Int { order == nil ? 1 : hasTime ? 4 : 3 }

  /// What its numbers are called, of a column of this name.
  func numberNames(_ name: String) -> [String] {
    order == nil ? [name] : Array([name, "\(name) month", "\(name) weekday", "\(name) hour"].prefix(width))
  }

  /// The numbers of a date, as kept: the day since 2000-01-01, the month from 1, the weekday from 1 for Monday, and the hour with the
  /// minutes as its fraction; of a time of day the hour alone.
  func numbers(_ kept: Float) -> [Float] {
    guard order != nil else { return [kept / 60] }
    let day = (hasTime ? kept / 1440 : kept).rounded(.down)
    let number = day.isFinite ? Int(day) : 0
    let weekday = ((number + 5) % 7 + 7) % 7 + 1
    let numbers = [day, Float(CivilDay(number).month), Float(weekday)]
    return hasTime ? numbers + [(kept - day * 1440) / 60] : numbers
  }

  /// A date as people read it, from its numbers: 2024-05-31 10:05.
  public func text(of numbers: [Double]) -> String {
    let hour = (order == nil ? numbers.first : hasTime ? numbers.last : nil).map { hour in
      let minutes = Int((hour * 60).rounded())
      return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
    let day = order == nil ? nil : numbers.first.map { CivilDay(Int($0.rounded(.down))).description }
    return [day, hour].compactMap(\.self).joined(separator: " ")
  }

  /// What is kept of a text; nil where it is no date of this form.
  public func kept(_ text: String) -> Float? {
    var text = text
    return text.withUTF8 { kept($0) }
  }

  /// What is kept of a field; nil where it is no date of this form.
  func kept(_ field: UnsafeBufferPointer<UInt8>) -> Float? {
    var reader = DateReader(field)
    var minutes = 0
    if let order {
      guard let day = reader.day(order) else { return nil }
      guard hasTime else { return reader.isAtEnd ? Float(day.number) : nil }
      minutes = day.number * 1440
      guard !reader.isAtEnd else { return Self.kept(minutes) }
      guard reader.separator() else { return nil }
    }
    guard let time = reader.time(), reader.isAtEnd else { return nil }
    return Self.kept(minutes + time)
  }

  /// In single precision, and never on the next day.
  private static func kept(_ minutes: Int) -> Float {
    let kept = Float(minutes)
    return Double(kept) > Double(minutes) ? kept.nextDown : kept
  }
}
