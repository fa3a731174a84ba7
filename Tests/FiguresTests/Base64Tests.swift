import Foundation
import Testing

@testable import Figures

@Suite struct Base64Tests {
  @Test func `every length is encoded as by Foundation`() {
    for length in 0...40 {
      let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(33 + $0 * 7 % 90))) }) + "✊"
      #expect(Base64.encode(text) == Data(text.utf8).base64EncodedString())
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
  ])
  func `the examples of RFC 4648 come out`(text: String, encoded: String) {
    #expect(Base64.encode(text) == encoded)
  }
}
