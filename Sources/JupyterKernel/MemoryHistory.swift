import Files
import Synchronization

/// A history that lasts as long as the process: one session, number 1.
public final class MemoryHistory: HistoryStore {
  private let entries = Mutex<[HistoryEntry]>([])

  /// An empty history.
  public init() {}

  /// Remembers the text of a cell.
  public func recordInput(_ source: String, line: Int) {
    entries.withLock { $0.append(HistoryEntry(session: 1, line: line, source: source)) }
  }

  /// Remembers the plain text of a cell's result.
  public func recordOutput(_ output: String, line: Int) {
    entries.withLock { entries in
      guard let index = entries.lastIndex(where: { $0.line == line }) else { return }
      entries[index].output = output
    }
  }

  /// The last so many entries, oldest first.
  public func tail(_ count: Int) -> [HistoryEntry] { entries.withLock { $0.suffix(count) } }

  /// Lines `start ..< stop` of session 1, which is also session 0.
  public func range(session: Int, start: Int, stop: Int?) -> [HistoryEntry] {
    guard session == 0 || session == 1 else { return [] }
    return entries.withLock { entries in
      entries.filter { $0.line >= start && $0.line < stop ?? .max }
    }
  }

  /// The last so many entries whose source matches the pattern, oldest first.
  public func search(pattern: String, count: Int?, unique: Bool) -> [HistoryEntry] {
    let glob = Glob(pattern)
    var seen: Set<String> = []
    var found: [HistoryEntry] = []
    for entry in entries.withLock({ $0 }).reversed() where glob.matches(entry.source) {
      if let count, found.count == count { break }
      if unique, !seen.insert(entry.source).inserted { continue }
      found.append(entry)
    }
    return found.reversed()
  }
}
