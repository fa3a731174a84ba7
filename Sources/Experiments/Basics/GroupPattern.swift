/// A regular expression that finds in a name what it shares with the others of its group: `^[^_]+` all before the first `_`.
public struct GroupPattern: Sendable, Equatable, Codable {
  /// The expression, as Swift's `Regex` reads it.
  public let text: String

  /// Takes an expression; nil where it is none.
  public init?(_ text: String) {
    guard (try? Regex(text)) != nil else { return nil }
    self.text = text
  }

  /// The groups of names, as numbers from 0 in the order in which they come: by what the expression finds first, of one with
  /// a capture what that holds. A name in which it finds nothing is a group of its own.
  public func groups(of names: [String]) -> [Int] {
    guard let expression = try? Regex(text) else { return Array(names.indices) }
    var numbers: [String: Int] = [:]
    var next = 0
    return names.map { name in
      if let match = try? expression.firstMatch(in: name) {
        let found = match.output.count > 1 ? match.output[1].substring : match.output[0].substring
        if let found {
          if let number = numbers[String(found)] { return number }
          numbers[String(found)] = next
        }
      }
      defer { next += 1 }
      return next
    }
  }
}
