/// A pattern in which `*` stands for any text and `?` for any one code point; everything else stands for itself.
struct Glob {
  private let pattern: [Unicode.Scalar]

  init(_ pattern: String) { self.pattern = Array(pattern.unicodeScalars) }

  /// Whether the whole text matches. On a mismatch only the last `*` is given one more code point, which suffices: time
  /// grows with the product of the lengths at worst, never exponentially.
  func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var (inText, inPattern) = (0, 0)
    var star: (inText: Int, inPattern: Int)?
    while inText < text.count {
      if inPattern < pattern.count, pattern[inPattern] == "*" {
        star = (inText, inPattern)
        inPattern += 1
      } else if inPattern < pattern.count, pattern[inPattern] == "?" || pattern[inPattern] == text[inText] {
        inText += 1
        inPattern += 1
      } else if let (startOfStar, placeOfStar) = star {
        star = (startOfStar + 1, placeOfStar)
        inText = startOfStar + 1
        inPattern = placeOfStar + 1
      } else {
        return false
      }
    }
    return pattern[inPattern...].allSatisfy { $0 == "*" }
  }
}
