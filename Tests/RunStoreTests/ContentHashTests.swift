import Foundation
import Testing

@testable import RunStore

@Suite struct ContentHashTests {
  /// The examples of FIPS 180-4's companion, and the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the digest is SHA-256`(text: String, digest: String) {
    let hash = ContentHash(of: Data(text.utf8))
    #expect(hash.description == digest)
    #expect(hash.short == digest.prefix(8))
    #expect(ContentHash(digest) == hash)
  }

  @Test(arguments: [
    "", "abc", String(repeating: "a", count: 63), String(repeating: "a", count: 65), String(repeating: "A", count: 64),
    String(repeating: "g", count: 64), "../" + String(repeating: "a", count: 61),
  ])
  func `what is no digest is not read as one`(text: String) {
    #expect(ContentHash(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ContentHash].self, from: Data("[\"\(text)\"]".utf8))
    }
  }

  @Test func `a digest survives JSON`() throws {
    let hash = ContentHash(of: Data("abc".utf8))
    #expect(try JSONDecoder().decode(ContentHash.self, from: JSONEncoder().encode(hash)) == hash)
  }
}
