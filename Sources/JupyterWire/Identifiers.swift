import Synchronization

/// Identifiers that no other process gives: a random session, and numbers behind it.
public final class Identifiers: Sendable {
  /// 128 random bits as 32 hexadecimal digits.
  public let session: String
  private let count = Atomic<UInt64>(0)

  /// A new session.
  public init() { session = Self.random() }

  /// The next identifier: the session and a number that was not given before.
  public func next() -> String {
    var bytes: [UInt8] = []
    appendNext(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the next identifier.
  func appendNext(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: session.utf8)
    bytes.append(UInt8(ascii: "_"))
    bytes.append(contentsOf: String(count.wrappingAdd(1, ordering: .relaxed).newValue).utf8)
  }

  /// 128 bits from the system's random number generator as 32 hexadecimal digits.
  public static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt32, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
