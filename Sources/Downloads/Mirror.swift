/// A server that keeps the files of a data folder.
public struct Mirror: Sendable, Equatable {
  /// The environment variable that names one.
  public static let variable = "WHET_MIRROR"

  private let base: String

  /// A server at an address that begins with `http://` or `https://`; nil for any other.
  public init?(_ text: String) {
    let lowered = text.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix), text.count > scheme.count,
      text.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value < 127 })
    else { return nil }
    base = text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// The address of a file, signs that an address cannot hold written as `%E2`.
  func address(of path: String) -> String { "\(base)/\(Self.escaped(path))" }

  /// A path as it stands in an address (RFC 3986, section 2).
  static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(UnicodeScalar(byte))
      default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
