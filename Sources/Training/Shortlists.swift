import Arithmetic

/// What one thread has seen of the samples near each query, by scores that may be wrong by a known amount: the few smallest
/// numbers that a score cannot exceed, and the samples whose score may lie below the last of them.
final class Shortlists {
  private let wanted: Int
  /// Each query's smallest upper bounds, ascending.
  private let best: FloatBuffer
  private var found: [[(index: Int, lower: Float)]]

  init(queries: Int, wanted: Int) {
    self.wanted = wanted
    best = FloatBuffer([Float](repeating: .infinity, count: queries * wanted))
    found = [[(index: Int, lower: Float)]](repeating: [], count: queries)
  }

  /// A sample whose score cannot be at or below this is of no interest to a query.
  func bound(_ query: Int) -> Float { best.pointer[(query + 1) * wanted - 1] }

  /// Notes a sample whose score lies within `error` of `score`.
  func consider(_ index: Int, score: Float, error: Float, query: Int) {
    let best = best.pointer + query * wanted
    let (lower, upper) = (score - error, score + error)
    guard lower <= best[wanted - 1] else { return }
    found[query].append((index, lower))
    guard upper < best[wanted - 1] else { return }
    var slot = wanted - 1
    while slot > 0, best[slot - 1] > upper {
      best[slot] = best[slot - 1]
      slot -= 1
    }
    best[slot] = upper
  }

  /// The samples that may be among a query's nearest, by what all threads have found.
  static func merged(_ lists: [Shortlists], query: Int) -> [Int] {
    guard let wanted = lists.first?.wanted else { return [] }
    let best = lists.flatMap { list in (0..<wanted).map { list.best.pointer[query * wanted + $0] } }.sorted()
    return lists.flatMap { $0.found[query].filter { $0.lower <= best[wanted - 1] }.map(\.index) }
  }
}
