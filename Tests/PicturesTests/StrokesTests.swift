import Testing

@testable import Pictures

struct StrokesTests {
  private typealias Point = Strokes.Point

  @Test(arguments: [
    "M60,40 L160,40 90,190 M20,20", "M 60 40 L 160 40 L 90 190 M 20 20", "M60,40L160,40,90,190M20,20",
    "  M60 40\n160,40 90,190\tM20,20 ",
  ])
  func `a stroke begins at M and goes on through points`(text: String) throws {
    #expect(
      try Strokes(text).lines == [[Point(60, 40), Point(160, 40), Point(90, 190)], [Point(20, 20)]])
  }

  @Test func `places between pixels and off the sheet are places`() throws {
    #expect(try Strokes("M-3.5,0.25 L230,-12").lines == [[Point(-3.5, 0.25), Point(230, -12)]])
  }

  @Test(arguments: [
    ("", StrokesError.empty), (" ,, ", .empty), ("60,40", .unexpected("60")), ("L60,40", .unexpected("L")),
    ("M", .unexpected("M")), ("M60,40 L", .unexpected("L")), ("M M60,40", .unexpected("M")),
    ("M60", .oddNumber("60")), ("M60,40 7", .oddNumber("7")), ("M60 L40,30", .oddNumber("60")),
    ("M60,x", .unexpected("x")), ("m60,40", .unexpected("m60")), ("M60,40 Z", .unexpected("Z")),
    ("M1e3,4", .unexpected("1e3")), ("M0x10,4", .unexpected("0x10")), ("Mnan,4", .unexpected("nan")),
    ("M--1,4", .unexpected("--1")), ("M1.2.3,4", .unexpected("1.2.3")), ("M2241,4", .farOff("2241")),
    ("M1,-99999999", .farOff("-99999999")), ("M✊,4", .unexpected("✊")),
    ("M000000000000000000001,4", .unexpected("000000000000000000001")),
  ])
  func `what is no stroke is said`(text: String, error: StrokesError) {
    #expect(throws: error) { try Strokes(text) }
  }

  @Test func `there are at most 4,000 points`() throws {
    let points = String(repeating: "1,1 ", count: 4000)
    #expect(try Strokes("M\(points)").lines[0].count == 4000)
    #expect(throws: StrokesError.tooManyPoints(limit: 4000)) { try Strokes("M\(points)2,2") }
  }
}
