import Language
import Testing

struct StringLiteralTests {
  @Test(arguments: [
    ("\"\"", ""),
    ("\"Dataset\"", "Dataset"),
    ("\"a b # c; [d]\"", "a b # c; [d]"),
    ("\"\\\" \\\\ \\n \\t \\r\"", "\" \\ \n \t \r"),
    ("\"\\\\n\"", "\\n"),
    ("\"it's\"", "it's"),
    ("\"\\x41\\xe9\\xE9\\x00\"", "Aéé\0"),
    ("\"\\u270a\\u270A\"", "✊✊"),
    ("\"\\ud83d\\udc4a\"", "👊"),
    ("\"\\uD83D\\uDC4A!\"", "👊!"),
    ("\"\\ud83d\\udc4a\\ud83d\\udc4a\"", "👊👊"),
    ("\"\\U0001f44a\\U00000041\"", "👊A"),
    ("\"\\u{41}\\u{1F44A}\\u{0001f44a}\\u{10FFFF}\"", "A👊👊\u{10FFFF}"),
    ("\"\\u27144\"", "✔4"),
    ("\"\\x412\"", "A2"),
    ("\"✌️ 👩‍🔬\ttab\"", "✌️ 👩‍🔬\ttab"),
    ("\"\0\"", "\0"),
  ])
  func `escapes are resolved between double quotes`(text: String, expected: String) throws {
    let string = try #require(try value(text)?.string)
    #expect(Array(string.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `letters of an escape keep the combining mark behind them apart`() throws {
    let string = try #require(try value("\"e\\u0301\"")?.string)
    #expect(string.unicodeScalars.count == 2)
    #expect(string == "é")
  }

  @Test(arguments: [
    ("''", ""), ("'C:\\photos\\new'", "C:\\photos\\new"), ("'\\'", "\\"), ("'say \"hi\"'", "say \"hi\""),
    ("'\\u270a'", "\\u270a"),
  ])
  func `single quotes are raw`(text: String, expected: String) throws {
    #expect(try value(text)?.string == expected)
  }
}
