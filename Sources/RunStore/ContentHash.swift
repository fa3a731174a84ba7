internal import CSodium
public import Foundation

/// The SHA-256 digest of some content (FIPS 180-4): its name in the content store. Equal digests mean equal content.
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  /// The digest as 64 hexadecimal digits in lower case.
  public let description: String

  /// The digest of bytes.
  public init(of bytes: some DataProtocol) {
    var hasher = Hasher256()
    for region in bytes.regions { region.withUnsafeBytes { hasher.add($0) } }
    self = hasher.finish()
  }

  /// The digest of bytes that are handed out piece by piece.
  public init(ofPieces give: ((UnsafeRawBufferPointer) -> Void) -> Void) {
    var hasher = Hasher256()
    give { hasher.add($0) }
    self = hasher.finish()
  }

  /// Reads a digest that was written down; nil where the text is not 64 digits in lower case.
  public init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
    description = text
  }

  /// The digest as eight digits, for people.
  public var short: String { String(description.prefix(8)) }

  fileprivate init(digest: [UInt8]) {
    description = String(
      decoding: digest.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

extension ContentHash: Codable {
  /// Reads 64 digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let hash = ContentHash(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no SHA-256 digest")
    }
    self = hash
  }

  /// Writes the 64 digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// Takes in content piece by piece.
struct Hasher256 {
  private var state = crypto_hash_sha256_state()

  init() { crypto_hash_sha256_init(&state) }

  /// Adds bytes to what was added before.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    crypto_hash_sha256_update(&state, start.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
  }

  /// The digest of all that was added.
  mutating func finish() -> ContentHash {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256_final(&state, &digest)
    return ContentHash(digest: digest)
  }
}
