/// The names that come nearest to one that does not exist.
public struct Suggestions: Sendable, Equatable {
  /// The nearest name.
  public let best: String

  /// All names near enough, nearest first; `best` is the first of them.
  public let names: [String]

  /// Longer words are near to nothing, and longer names are compared by their beginning only.
  private static let longest = 64

  /// Looks for names near to the one typed. Nil if none is near.
  ///
  /// Near are names that differ in case only, that are misspelt (an edit for every three letters: a letter too much, too
  /// few, wrong, or two swapped), that begin alike, or that hold what was typed. Among equally near names the earlier
  /// candidate comes first.
  public init?(for typed: String, among candidates: some Sequence<String>, limit: Int = 4) {
    guard limit > 0, typed.utf8.count <= 4 * Self.longest else { return nil }
    let typed = Self.folded(typed)
    guard typed.count <= Self.longest else { return nil }
    var scored: [(name: String, score: Int, place: Int)] = []
    for (place, name) in candidates.enumerated() {
      guard let score = Self.score(typed, Self.folded(name)) else { continue }
      scored.append((name, score, place))
    }
    scored.sort { ($0.score, $0.place) < ($1.score, $1.place) }
    guard let best = scored.first else { return nil }
    // Beside the right name in the wrong case nothing else is meant.
    let near = best.score == 0 ? scored.prefix(1) : scored.prefix(limit)
    self.best = best.name
    names = near.map(\.name)
  }

  private init(_ names: [String]) { (best, self.names) = (names.first ?? "", names) }

  /// Letters without case and without the selector that tells ✌️ from ✌.
  private static func folded(_ name: String) -> [Unicode.Scalar] {
    name.lowercased().unicodeScalars.filter { $0 != "\u{FE0F}" }
  }

  /// How far apart two names are, 0 for equal ones; nil if too far.
  private static func score(_ typed: [Unicode.Scalar], _ name: [Unicode.Scalar]) -> Int? {
    if typed == name { return 0 }
    let common = zip(typed, name).prefix { $0 == $1 }.count
    let shorter = min(typed.count, name.count)
    let longer = max(typed.count, name.count)
    var score: Int?
    if longer <= Self.longest {
      let distance = editDistance(typed, name)
      if distance <= max(1, longer / 3) && distance < longer {
        score = distance
      } else if common >= 2 && distance <= (longer + 1) / 2 {
        score = distance + 1
      }
    }
    if common >= 2 && common == shorter { score = min(score ?? 2, 2) }
    if score == nil && typed.count >= 3 && name.holds(typed) { score = 4 }
    return score
  }

  /// Damerau's and Levenshtein's distance in its restricted form (optimal string alignment): no letter is edited twice.
  static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}

extension Suggestions {
  /// The files whose names come nearest to one that does not exist, by what stands before the endings: these are alike anyway. Of equal
  /// ones the file with the ending typed is named. Without an ending, names are compared as they are.
  public init?(forFile typed: String, among files: [String], limit: Int = 4) {
    func parts(_ name: String) -> (stem: String, ending: String) {
      guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
      return (String(name[..<dot]), name[dot...].lowercased())
    }
    let wanted = parts(typed)
    if wanted.ending.isEmpty {
      self.init(for: typed, among: files, limit: limit)
      return
    }
    var (stems, named): ([String], [String: String]) = ([], [:])
    for file in files {
      let (stem, ending) = parts(file)
      if named[stem] == nil { stems.append(stem) }
      if named[stem] == nil || ending == wanted.ending { named[stem] = file }
    }
    guard let near = Suggestions(for: wanted.stem, among: stems, limit: limit) else { return nil }
    self.init(near.names.compactMap { named[$0] })
  }

  /// `Did you mean epochs?`, and if several names are near, all of them: `Did you mean epochs? (epochs, eps)`.
  public var question: String {
    "Did you mean \(best)?" + (names.count > 1 ? " (\(names.joined(separator: ", ")))" : "")
  }
}

extension [Unicode.Scalar] {
  fileprivate func holds(_ part: [Unicode.Scalar]) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}
