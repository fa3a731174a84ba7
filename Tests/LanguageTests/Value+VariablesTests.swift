import Testing

@testable import Language

struct ValueVariablesTests {
  private func resolve(_ text: String, with variables: [String: String]) throws -> Value {
    let held = try variables.mapValues { try #require(try value($0)) }
    let written = try #require(try value(text))
    return try written.resolved { held[$0] }
  }

  @Test(arguments: [
    ("$a", "50"), ("[1, $a, [$b]]", "[1, 50, [[x, \"y\"]]]"), ("f($a, k=$b)", "f(50, k=[x, \"y\"])"),
    ("plain", "plain"),
    ("\"$a\"", "\"$a\""), ("$f", "g(1, h=2)"),
  ])
  func `variables are filled in everywhere`(text: String, expected: String) throws {
    let resolved = try resolve(text, with: ["a": "50", "b": "[x, 'y']", "f": "g(1, h=2)"])
    #expect(resolved.description == expected)
  }

  @Test func `what comes out of a variable stands where it is used`() throws {
    let resolved = try resolve("[1, $long]", with: ["long": "[1000, f(a=2000)]"])
    let filled = try #require(resolved.list?.last)
    #expect(filled.span == Span(8, 13))
    #expect(filled.text == "[1000, f(a=2000)]")
    #expect(filled.list?.map(\.span) == [Span(8, 13), Span(8, 13)])
    let call = try #require(filled.list?.last?.call)
    #expect(call.name.span == Span(8, 13))
    #expect(call.arguments.first?.key == Located("a", at: Span(8, 13)))
    #expect(call.arguments.first?.value.integer == 2000)
    #expect(resolved.list?.first?.span == Span(5, 6))
  }

  @Test func `an unknown variable is named with its place`() throws {
    #expect(throws: Value.ResolutionError.unknownVariable("b", at: Span(9, 11))) {
      try resolve("[$a, $b]", with: ["a": "1"])
    }
  }

  @Test func `lists of lists of variables do not grow without bounds`() throws {
    var held = try #require(try value("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"))
    let tenfold = try #require(try value("[$a, $a, $a, $a, $a, $a, $a, $a, $a, $a]"))
    for _ in 1...4 { held = try tenfold.resolved { _ in held } }
    #expect(throws: Value.ResolutionError.tooLarge(variable: "a", at: Span(37, 39))) {
      try tenfold.resolved { _ in held }
    }
  }

  @Test func `lists of variables do not nest without bounds`() throws {
    var held = try #require(try value("1"))
    let deeper = try #require(try value("[$a]"))
    for _ in 1...Parser.nestingLimit { held = try deeper.resolved { _ in held } }
    #expect(throws: Value.ResolutionError.tooLarge(variable: "a", at: Span(5, 7))) {
      try deeper.resolved { _ in held }
    }
  }
}
