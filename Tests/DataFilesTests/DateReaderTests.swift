import Testing

@testable import DataFiles

/// The parts of a date as people write them.
struct DateReaderTests {
  private func day(_ text: String, _ order: DateForm.Order) -> String? {
    var text = text
    return text.withUTF8 { field in
      var reader = DateReader(field)
      return reader.day(order).flatMap { reader.isAtEnd ? $0.description : nil }
    }
  }

  private func minutes(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { field in
      var reader = DateReader(field)
      return reader.time().flatMap { reader.isAtEnd ? $0 : nil }
    }
  }

  @Test func `the order says which number is the month`() {
    #expect(day("2024-5-31", .yearFirst) == "2024-05-31")
    #expect(day("31.5.2024", .dayFirst) == "2024-05-31")
    #expect(day(" 5/31/24 ", .monthFirst) == "2024-05-31")
    #expect(day("5/31/24", .dayFirst) == nil)
    #expect(day("24-05-31", .yearFirst) == nil)
  }

  @Test func `two digits are years from 1969 to 2068`() {
    #expect(day("1/2/69", .dayFirst) == "1969-02-01")
    #expect(day("1/2/68", .dayFirst) == "2068-02-01")
  }

  @Test(arguments: ["2024-05/31", "2024-05", "2024-05-31-1", "20240531", "2024-02-30", "a-b-c", "2024-005-31", ""])
  func `this is no day`(text: String) {
    #expect(day(text, .yearFirst) == nil)
  }

  @Test func `seconds, halves of the day and zones may follow`() {
    #expect(minutes("10:15") == 615)
    #expect(minutes("9:05:59.25") == 545)
    #expect(minutes("12:00 AM") == 0 && minutes("12:30pm") == 750 && minutes("1:05 PM") == 785)
    for zone in ["Z", "+02:00", "-0530", "+02", " UTC", " GMT"] { #expect(minutes("23:59\(zone)") == 1439) }
  }

  @Test(arguments: [
    "24:00", "10:60", "10:5", "13:00 PM", "0:30 AM", "10:15:", "10:15:00.", "10:15 Uhr", "10", "10:15+2:0",
  ])
  func `this is no time`(text: String) {
    #expect(minutes(text) == nil)
  }
}
