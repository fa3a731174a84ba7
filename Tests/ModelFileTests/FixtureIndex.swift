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

  private struct Index<Case: Decodable>: Decodable { let cases: [Case] }

  static let verdicts: [Verdict] = cases("fixtures/invalid/index.json")

  static func cases<Case: Decodable>(_ path: String) -> [Case] {
    guard let url = Shared.file(path), let data = try? Data(contentsOf: url),
      let index = try? JSONDecoder().decode(Index<Case>.self, from: data)
    else { return [] }
    return index.cases
  }
}
