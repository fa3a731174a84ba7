import Experiments
import Wording

/// What models and datasets may be called, besides what `Lookup.checkName` asks of them.
enum Name {
  /// The most code points of a name: it stands in every message and every table.
  static let longest = 100

  /// Whether a name can be read in a line of text: not too long, and without control characters and marks of direction.
  static func isGood(_ name: String) -> Bool {
    name.unicodeScalars.count <= longest && TextShortener.fit(name).unicodeScalars.elementsEqual(name.unicodeScalars)
  }
}
