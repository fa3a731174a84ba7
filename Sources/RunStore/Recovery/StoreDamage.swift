public import Foundation

/// That a database was found damaged or missing, what was done, and how much of it is in its successor.
public struct StoreDamage: Sendable, Equatable, Codable {
  /// When it was found, to the second.
  public let date: Date
  /// Where the damaged file is now; empty where it was missing.
  public let path: String
  /// How many rows of each table were recovered, by the table's name: `runs`, `epochs`, `commands`, `changes`, …
  public let recovered: [String: Int]

  /// The scope and name under which the successor remembers it.
  static let scope = "store", name = "damage"
  /// The name under which it is remembered until somebody was told.
  static let untoldName = "damage to tell"

  /// The text it is remembered by.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .secondsSince1970
    // A date, a path and numbers: this cannot fail.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// Reads what was remembered.
  init?(text: String) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let damage = try? decoder.decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = damage
  }

  init(date: Date, path: String, recovered: [String: Int]) {
    self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    (self.path, self.recovered) = (path, recovered)
  }
}
