import Testing

@testable import Language

struct SourceTests {
  @Test func `a span has its text`() {
    let source = Source("show ✊ é")
    #expect(source.span == Span(0, 11))
    #expect(source.text(of: Span(5, 8)) == "✊")
    #expect(source.text(of: Span(0, 0)) == "")
    #expect(source.text(of: source.span) == source.text)
  }

  @Test(arguments: [
    (Span(6, 7), Span(5, 8)), (Span(5, 7), Span(5, 8)), (Span(6, 6), Span(5, 8)), (Span(8, 100), Span(8, 8)),
    (Span(100, 200), Span(8, 8)), (Span(0, 5), Span(0, 5)),
  ])
  func `a span of another source is cut to whole characters`(span: Span, expected: Span) {
    #expect(Source("show ✊").fitted(span) == expected)
  }
}
