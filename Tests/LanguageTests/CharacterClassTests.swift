import Testing

@testable import Language

struct CharacterClassTests {
  /// The class of every Unicode scalar, said a second time and in other words.
  private func expected(_ scalar: Unicode.Scalar) -> CharacterClass {
    if ["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar) { return .lineEnd }
    if scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}" { return .blank }
    if scalar.properties.generalCategory == .control { return .control }
    return "=,;[](){}\"'#$\\".unicodeScalars.contains(scalar) ? .mark : .word
  }

  @Test func `every character has the class Unicode gives it`() {
    // Beyond the first plane there are only characters of words: a sample will do.
    for value in Array(UInt32(0)...0xFFFF) + Array(stride(from: UInt32(0x10000), through: 0x10FFFF, by: 101)) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(Character(scalar)).utf8)
      let found = CharacterClass.at(0, in: bytes)
      guard found.class != expected(scalar) || found.length != bytes.count else { continue }
      Issue.record("U+\(String(value, radix: 16)) is \(found), not \(expected(scalar)) of \(bytes.count) bytes")
    }
  }

  @Test func `CR LF is one line end`() {
    let bytes = Array("\r\n".utf8)
    #expect(CharacterClass.at(0, in: bytes) == (.lineEnd, 2))
    #expect(CharacterClass.at(1, in: bytes) == (.lineEnd, 1))
  }
}
