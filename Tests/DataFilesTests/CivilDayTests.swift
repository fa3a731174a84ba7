import Foundation
import Testing

@testable import DataFiles

/// Days of the calendar.
struct CivilDayTests {
  @Test func `days are counted from the first of the year 2000`() {
    #expect(CivilDay(year: 2000, month: 1, day: 1)?.number == 0)
    #expect(CivilDay(year: 2000, month: 3, day: 1)?.number == 60)
    #expect(CivilDay(year: 1999, month: 12, day: 31)?.number == -1)
    #expect(CivilDay(year: 1970, month: 1, day: 1)?.number == -10_957)
  }

  @Test func `every seventh day of four centuries is the day that Foundation says`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let start = try #require(calendar.date(from: DateComponents(year: 2000, month: 1, day: 1)))
    for number in stride(from: -73_000, through: 73_000, by: 7) {
      let date = start.addingTimeInterval(Double(number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day], from: date)
      let day = CivilDay(number)
      #expect([day.year, day.month, day.day] == [parts.year, parts.month, parts.day])
      #expect(day.number == number)
    }
  }

  @Test(arguments: [(2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0), (0, 1, 1)])
  func `there is no such day`(year: Int, month: Int, day: Int) {
    #expect(CivilDay(year: year, month: month, day: day) == nil)
  }

  @Test func `it is written as ISO 8601 has it, the first and the last day too`() {
    #expect(CivilDay(8917).description == "2024-05-31")
    #expect(CivilDay(-10_000_000).description == "0001-01-01")
    #expect(CivilDay(10_000_000).description == "9999-12-31")
  }
}
