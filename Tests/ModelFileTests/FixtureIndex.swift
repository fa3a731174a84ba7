import Foundation
import TestSupport
import Testing

/// What the fixture folders say about their models.
enum FixtureIndex {
  /// A model that breaks one rule, or none, and the verdict of Core ML's open validator.
  struct Verdict: Decodable, Sendable, CustomTestStringConvertible {
    struct Validator: Decodable, Sendable {
      let accepted: Bool
      let code: Int?
      let message: String?
      let crash: Bool?
    }

    let name: String
    let model: String
    let why: String
    let apple_validator: Validator
    var testDescription: String { name }
  }

  /// Whether the verdicts are those of the shared folder, of which the tests know more.
  static let isShared =
    Shared.file("fixtures/invalid/index.json").map {
      Fixtures.file("invalid/index.json")?.path == $0.path
    } ?? false

  private struct Index<Case: Decodable>: Decodable { let cases: [Case] }

  /// The verdicts of the family of cases, or the shared ones where it has none.
  static let verdicts: [Verdict] = cases("invalid/index.json")

  static func cases<Case: Decodable>(_ path: String) -> [Case] {
    guard let url = Fixtures.file(path) else { return [] }
    let decoder = JSONDecoder()
    // The index was written by Python, which writes infinities by name; JSON5 has them too.
    decoder.allowsJSON5 = true
    do { return try decoder.decode(Index<Case>.self, from: Data(contentsOf: url)).cases } catch {
      Issue.record("\(path): \(error)")
      return []
    }
  }
}
