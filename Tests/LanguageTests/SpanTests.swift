import Language
import Testing

struct SpanTests {
  @Test func `a span knows its ends and its length`() {
    let span = Span(3, 7)
    #expect((span.start, span.end, span.count) == (3, 7, 4))
    #expect(!span.isEmpty)
    #expect(Span(3, 3).isEmpty)
  }

  @Test func `spans join`() {
    #expect(Span(3, 7).through(Span(9, 12)) == Span(3, 12))
    #expect(Span(3, 7).through(Span(4, 5)) == Span(3, 7))
  }

  @Test(arguments: [(2, false), (3, true), (5, true), (7, true), (8, false)])
  func `a span touches what is in it and just behind it`(offset: Int, expected: Bool) {
    #expect(Span(3, 7).touches(offset) == expected)
  }

  @Test func `a located value is equal in value and place`() {
    #expect(Located("a", at: Span(0, 1)) == Located("a", at: Span(0, 1)))
    #expect(Located("a", at: Span(0, 1)) != Located("a", at: Span(1, 2)))
    #expect(Located("a", at: Span(0, 1)) != Located("b", at: Span(0, 1)))
  }
}
