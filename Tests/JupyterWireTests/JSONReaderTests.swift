import JupyterWire
import Testing

private func read(_ text: String) throws(JSONError) -> JSONValue { try JSONReader.read(Array(text.utf8)) }

@Suite struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.0", .number(1)), ("1e2", .number(100)),
      ("1E+2", .number(100)), ("25e-1", .number(2.5)), ("-0.5", .number(-0.5)), ("1e999", .number(.infinity)),
      ("\"\"", ""), ("\"plain\"", "plain"), ("[]", []), ("{}", [:]), (" [ 1 , [ ] , { } ] ", [1, [], [:]]),
      ("\t\r\n{ \"a\" : 1 , \"b\" : [ true ] }\n", ["a": 1, "b": [true]]),
    ] as [(String, JSONValue)])
  func `a document becomes the value it writes`(text: String, value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u270B""#, "Aé✋"),
    (#""a\u00000b""#, "a\u{0}0b"), (#""\uD83D\uDE00!""#, "😀!"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ude00x""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), ("\"✊é\u{301}\"", "✊é\u{301}"),
  ])
  func `escapes become the characters they stand for`(text: String, value: String) throws {
    #expect(try read(text) == .string(value))
  }

  @Test(
    arguments: [
      ("", 0, JSONError.Problem.unexpectedEnd), ("  ", 2, .unexpectedEnd), ("nul", 3, .unexpectedEnd),
      ("nulk", 3, .unexpectedByte(0x6B)), ("True", 0, .unexpectedByte(0x54)), ("NaN", 0, .unexpectedByte(0x4E)),
      ("01", 2, .malformedNumber), ("-", 1, .unexpectedEnd), ("1.", 2, .malformedNumber), ("1e", 2, .malformedNumber),
      ("-x", 1, .malformedNumber), ("1.e3", 2, .malformedNumber), ("+1", 0, .unexpectedByte(0x2B)),
      ("1 2", 2, .trailingBytes), ("[1", 2, .unexpectedEnd), ("[1,]", 3, .unexpectedByte(0x5D)),
      ("[1 2]", 3, .unexpectedByte(0x32)), ("{\"a\"}", 4, .unexpectedByte(0x7D)), ("{a:1}", 1, .unexpectedByte(0x61)),
      ("{\"a\":1,}", 7, .unexpectedByte(0x7D)), ("\"abc", 4, .unexpectedEnd), ("\"a\nb\"", 2, .unexpectedByte(0x0A)),
      (#""\x41""#, 2, .malformedEscape), (#""\u12g4""#, 5, .malformedEscape), (#""\u12"#, 5, .unexpectedEnd),
      (#""\"#, 2, .unexpectedEnd), ("\u{FEFF}1", 0, .unexpectedByte(0xEF)),
    ] as [(String, Int, JSONError.Problem)])
  func `a document that is none names the byte`(text: String, offset: Int, problem: JSONError.Problem) {
    #expect(throws: JSONError(offset: offset, problem: problem)) { try read(text) }
  }

  @Test(arguments: [[0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
  func `a text that is not UTF-8 is refused, with and without escapes`(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let expected = JSONError(offset: 1, problem: .invalidUTF8)
    #expect(throws: expected) { try JSONReader.read([quote] + bytes + [quote]) }
    #expect(throws: expected) { try JSONReader.read([quote] + Array("\\n".utf8) + bytes + [quote]) }
  }

  @Test func `no beginning of a document is a document`() throws {
    let whole = Array(#"{"a":[1.5e3,"x\n\ud83d\ude00✋",true,null],"b":{}}"#.utf8)
    _ = try JSONReader.read(whole)
    for length in 0..<whole.count {
      #expect(throws: JSONError.self) { try JSONReader.read(Array(whole[..<length])) }
    }
  }

  @Test func `nesting is read to its greatest depth and no deeper`() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      _ = try read(nested(JSONReader.greatestDepth, open, close))
      let tooDeep = #expect(throws: JSONError.self) { try read(nested(JSONReader.greatestDepth + 1, open, close)) }
      #expect(tooDeep?.problem == .tooDeep)
      let farTooDeep = #expect(throws: JSONError.self) { try read(String(repeating: open, count: 1_000_000)) }
      #expect(farTooDeep?.problem == .tooDeep)
    }
  }

  @Test func `any single changed byte is read or refused, never more`() throws {
    let whole = Array(#"{"msg_id":"a_1","n":[-1.5e3,"\u270b"],"t":true}"#.utf8)
    var refused = 0
    for index in whole.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = whole
        changed[index] = byte
        do { _ = try JSONReader.read(changed) } catch {
          refused += 1
          #expect((0...whole.count).contains(error.offset))
        }
      }
    }
    #expect(refused > whole.count * 100)
  }
}
