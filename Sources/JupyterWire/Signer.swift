import CSodium

/// Signs messages and checks signatures: HMAC-SHA256 (RFC 2104) over the four JSON frames, in lower-case hexadecimal
/// digits.
///
/// With an empty key messages are neither signed nor checked.
public struct Signer: Sendable {
  /// The hash that has taken in the key; every message starts from a copy.
  private let keyed: crypto_auth_hmacsha256_state?

  /// A signer for the `key` of a connection file, taken as the bytes of its text.
  public init(key: [UInt8]) {
    guard !key.isEmpty else {
      keyed = nil
      return
    }
    _ = sodium_init()
    var state = crypto_auth_hmacsha256_state()
    crypto_auth_hmacsha256_init(&state, key, key.count)
    keyed = state
  }

  /// The signature of a message: 64 digits, or nothing with an empty key.
  public func signature(of parts: some Sequence<[UInt8]>) -> [UInt8] {
    guard var state = keyed else { return [] }
    for part in parts { crypto_auth_hmacsha256_update(&state, part, UInt64(part.count)) }
    var code = [UInt8](repeating: 0, count: 32)
    crypto_auth_hmacsha256_final(&state, &code)
    return [UInt8](unsafeUninitializedCapacity: 2 * code.count) { digits, count in
      for (index, byte) in code.enumerated() {
        digits[2 * index] = Self.digit(byte >> 4)
        digits[2 * index + 1] = Self.digit(byte & 15)
      }
      count = 2 * code.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Whether a signature belongs to a message. Takes the same time wherever the two differ.
  public func verifies(_ signature: [UInt8], of parts: some Sequence<[UInt8]>) -> Bool {
    guard keyed != nil else { return true }
    let expected = self.signature(of: parts)
    guard signature.count == expected.count else { return false }
    return sodium_memcmp(signature, expected, expected.count) == 0
  }
}
