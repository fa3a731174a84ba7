import Testing

@testable import DataFiles

/// How the dates of a column are written.
struct DateFormTests {
  @Test func `the order is the one that fits most`() throws {
    #expect(DateForm(of: ["2024-05-31", "2024-06-01"]) == DateForm(.yearFirst, hasTime: false))
    #expect(DateForm(of: ["1.2.2024", "3.4.2024"]) == DateForm(.dayFirst, hasTime: false))
    #expect(DateForm(of: ["1/2/2024", "31/4/2024", "31/5/2024"]) == DateForm(.dayFirst, hasTime: false))
    #expect(DateForm(of: ["1/2/2024", "4/30/2024"]) == DateForm(.monthFirst, hasTime: false))
    #expect(DateForm(of: ["1/2/2024", "3/4/2024"]) == DateForm(.monthFirst, hasTime: false, isAmbiguous: true))
    #expect(DateForm(of: ["10:15", "9:30 PM"]) == DateForm(nil, hasTime: true))
    #expect(DateForm(of: ["2024-05-31T10:15:00Z"]) == DateForm(.yearFirst, hasTime: true))
    #expect(DateForm(of: ["2024-05-31", "soon", "later"]) == nil)
    #expect(DateForm(of: ["192.168.1.1", "red"]) == nil)
    #expect(DateForm(of: ["31 May 2024", "1 June 2024"]) == nil)
  }

  @Test func `a day never becomes another, however far its minutes are from the year 2000`() throws {
    let form = DateForm(.yearFirst, hasTime: true)
    for year in [1000, 1900, 1967, 1999, 2024, 2031, 2032, 2500, 2999] {
      let (day, end) = (
        try #require(form.kept("\(year)-12-31")), try #require(form.kept("\(year)-12-31 23:59"))
      )
      #expect(form.numbers(end).prefix(3) == form.numbers(day).prefix(3), "\(year)")
      #expect(form.numbers(end)[1] == 12 && form.numbers(end)[3] > 23.4, "\(year)")
      #expect(form.numbers(day)[3] == 0, "\(year)")
    }
    #expect(try form.numbers(#require(form.kept("2024-05-31 23:59")))[3] == 23 + 59 / 60)
  }

  @Test func `days alone are the same in all years`() throws {
    let form = DateForm(.yearFirst, hasTime: false)
    for day in ["0001-01-01", "0999-12-31", "9999-12-31"] {
      #expect(try form.text(of: form.numbers(#require(form.kept(day))).map { Double($0) }) == day)
    }
  }

  @Test func `its numbers are read back as text`() throws {
    for (form, text) in [
      (DateForm(.yearFirst, hasTime: true), "2024-05-31 10:05"), (DateForm(.yearFirst, hasTime: false), "1969-07-20"),
      (DateForm(nil, hasTime: true), "9:07"),
    ] {
      #expect(try form.text(of: form.numbers(#require(form.kept(text))).map { Double($0) }) == text)
    }
  }

  @Test func `as many names as numbers`() {
    for form in [DateForm(.dayFirst, hasTime: true), DateForm(.dayFirst, hasTime: false), DateForm(nil, hasTime: true)]
    {
      #expect(form.numberNames("sold").count == form.width && form.numbers(0).count == form.width)
    }
  }
}
