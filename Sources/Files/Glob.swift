/// Patterns as Jupyter's history search writes them: `*` is any text, `?` any character, `[abc]`, `[a-z]` and `[^abc]`
/// one of these or none of these. Matching takes at most as many steps as the pattern is long times the text.
public struct Glob: Sendable {
  private enum Part {
    case anyText, anyOne
    case one(Character)
    case oneOf([ClosedRange<Character>], not: Bool)

    func matches(_ character: Character) -> Bool {
      switch self {
      case .anyText: false
      case .anyOne: true
      case .one(let wanted): wanted == character
      case .oneOf(let ranges, let not): ranges.contains { $0.contains(character) } != not
      }
    }
  }

  private let parts: [Part]

  /// Reads a pattern. A bracket that is never closed stands for itself.
  public init(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let first = rest.popFirst() {
      switch first {
      case "*": parts.append(.anyText)
      case "?": parts.append(.anyOne)
      case "[":
        if let set = Self.set(&rest) { parts.append(set) } else { parts.append(.one(first)) }
      default: parts.append(.one(first))
      }
    }
    self.parts = parts
  }

  /// Whether the whole text fits the pattern.
  public func matches(_ text: String) -> Bool {
    let text = Array(text)
    var part = 0
    var place = 0
    // Where to go on when what follows the last `*` does not fit: one character further.
    var retry: (part: Int, place: Int)?
    while place < text.count {
      if part < parts.count, case .anyText = parts[part] {
        retry = (part + 1, place)
        part += 1
      } else if part < parts.count, parts[part].matches(text[place]) {
        part += 1
        place += 1
      } else if let (after, from) = retry {
        retry = (after, from + 1)
        (part, place) = (after, from + 1)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { if case .anyText = $0 { true } else { false } }
  }

  /// Reads a set up to its closing bracket, which comes first when it is meant itself; nil where there is none.
  private static func set(_ rest: inout Substring) -> Part? {
    var inside = rest
    let not = inside.first == "^"
    if not { inside.removeFirst() }
    var ranges: [ClosedRange<Character>] = []
    while let character = inside.popFirst() {
      if character == "]", !ranges.isEmpty {
        rest = inside
        return .oneOf(ranges, not: not)
      }
      var upper = character
      if inside.first == "-", let end = inside.dropFirst().first, end != "]" {
        upper = end
        inside.removeFirst(2)
      }
      ranges.append(min(character, upper)...max(character, upper))
    }
    return nil
  }
}
