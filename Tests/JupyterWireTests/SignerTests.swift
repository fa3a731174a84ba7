import JupyterWire
import Testing

/// The test vectors of RFC 4231 for HMAC-SHA256, without the one for truncated output.
private let vectors: [(key: [UInt8], data: [UInt8], digest: String)] = [
  (
    Array(repeating: 0x0B, count: 20), Array("Hi There".utf8),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
  ),
  (
    Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
  ),
  (
    Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
    "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
  ),
  (
    Array(1...25), Array(repeating: 0xCD, count: 50),
    "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
  ),
  (
    Array(repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
  ),
  (
    Array(repeating: 0xAA, count: 131),
    Array(
      ("This is a test using a larger than block-size key and a larger than block-size data. "
        + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
  ),
]

@Suite struct SignerTests {
  @Test(arguments: vectors.indices)
  func `signatures are those of RFC 4231, wherever the data is cut`(index: Int) {
    let (key, data, digest) = vectors[index]
    let signer = Signer(key: key)
    for cut in 0...data.count {
      let parts = [Array(data[..<cut]), Array(data[cut...])]
      #expect(signer.signature(of: parts) == Array(digest.utf8))
      #expect(signer.verifies(Array(digest.utf8), of: parts))
    }
  }

  @Test func `a signature with any digit changed, missing or added is wrong`() {
    let signer = Signer(key: Array("key".utf8))
    let parts = [Array("{}".utf8)]
    let right = signer.signature(of: parts)
    for index in right.indices {
      var wrong = right
      wrong[index] ^= 1
      #expect(!signer.verifies(wrong, of: parts))
      #expect(!signer.verifies(Array(right[..<index]), of: parts))
    }
    #expect(!signer.verifies(right + [0x30], of: parts))
    #expect(!signer.verifies(Array(String(decoding: right, as: UTF8.self).uppercased().utf8), of: parts))
    #expect(!Signer(key: Array("kez".utf8)).verifies(right, of: parts))
  }

  @Test func `with an empty key nothing is signed and everything believed`() {
    let signer = Signer(key: [])
    #expect(signer.signature(of: [[1, 2, 3]]).isEmpty)
    #expect(signer.verifies([], of: [[1]]))
    #expect(signer.verifies([0x61], of: [[1]]))
  }
}
