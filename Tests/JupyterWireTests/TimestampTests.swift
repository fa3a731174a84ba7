import Foundation
import JupyterWire
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00.000000Z"), (951_782_399, 999_999, "2000-02-28T23:59:59.999999Z"),
    (951_782_400, 1, "2000-02-29T00:00:00.000001Z"), (951_868_800, 0, "2000-03-01T00:00:00.000000Z"),
    (1_709_251_199, 0, "2024-02-29T23:59:59.000000Z"), (4_107_542_400, 0, "2100-03-01T00:00:00.000000Z"),
    (-1, 0, "1969-12-31T23:59:59.000000Z"),
  ])
  func `a time is written in ISO 8601`(seconds: Int, microseconds: Int, text: String) {
    #expect(Timestamp.text(seconds: seconds, microseconds: microseconds) == text)
  }

  @Test func `every day of four centuries is the calendar's`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for day in stride(from: -30_000, to: 116_000, by: 13) {
      let parts = calendar.dateComponents(
        [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86400))
      let (year, month, date) = (try #require(parts.year), try #require(parts.month), try #require(parts.day))
      let expected = String(format: "%04d-%02d-%02d", year, month, date)
      #expect(Timestamp.text(seconds: day * 86400, microseconds: 0).hasPrefix(expected))
    }
  }

  @Test func `now is now`() throws {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(abs(try style.parse(Timestamp.now).timeIntervalSinceNow) < 5)
  }
}
