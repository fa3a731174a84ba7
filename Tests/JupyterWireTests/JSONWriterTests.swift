import JupyterWire
import Testing

private func write(_ value: JSONValue) -> String { String(decoding: JSONWriter.write(value), as: UTF8.self) }

@Suite struct JSONWriterTests {
  @Test(
    arguments: [
      (JSONValue.null, "null"), (true, "true"), (false, "false"), (0, "0"), (.integer(.min), "-9223372036854775808"),
      (0.5, "0.5"), (.number(1), "1.0"), (1e-7, "1e-07"), (.number(.infinity), "null"), (.number(.nan), "null"),
      ("", "\"\""), ("✋ é", "\"✋ é\""), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("</script>", "\"</script>\""), ([], "[]"),
      ([1, [2]], "[1,[2]]"),
      ([:], "{}"), (["b": 1, "a": ["\"": nil]], #"{"b":1,"a":{"\"":null}}"#),
    ] as [(JSONValue, String)])
  func `a value is written without blanks, members in their order`(value: JSONValue, text: String) {
    #expect(write(value) == text)
  }

  @Test(arguments: [
    0.1, 1.0 / 3, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude, -2.5, 1e16, 123456789.125, 1e21,
  ])
  func `every finite number is read back as it was`(number: Double) throws {
    let read = try JSONReader.read(JSONWriter.write(.number(number)))
    #expect(read == .number(number) || read.integerValue.map(Double.init) == number)
  }

  @Test func `every character is read back as it was`() throws {
    let scalars = (0...0x2FFF).compactMap(Unicode.Scalar.init) + ["\u{1F600}", "\u{10FFFF}", "\u{FFFD}"]
    let text = String(String.UnicodeScalarView(scalars))
    let read = try JSONReader.read(JSONWriter.write(.string(text))).stringValue
    #expect(read.map { Array($0.unicodeScalars) } == scalars)
  }

  @Test func `an object alone is written like the same object as a value`() {
    let object: JSONObject = ["a": 1, "b": [:]]
    #expect(JSONWriter.write(object) == JSONWriter.write(.object(object)))
    #expect(JSONWriter.write(JSONObject()) == Array("{}".utf8))
  }
}
