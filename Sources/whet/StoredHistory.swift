import JupyterKernel
import RunStore
import Synchronization

/// The cells of all sessions, in the store of runs. A store that fails answers with nothing.
final class StoredHistory: JupyterKernel.HistoryStore {
  private let store: HistoryTable
  /// This session's number, taken when its first cell is recorded; 0 before.
  private let session = Mutex(0)

  /// A history in a store.
  init(_ store: RunStore) { self.store = store.history }

  func recordInput(_ source: String, line: Int) {
    try? store.record(StoredEntry(session: number(), line: line, source: source))
  }

  func recordOutput(_ output: String, line: Int) {
    let session = number()
    let input = try? store.range(session: session, current: session, start: line, stop: line + 1).first
    guard let input else { return }
    try? store.record(StoredEntry(session: session, line: line, source: input.source, output: output))
  }

  func tail(_ count: Int) -> [JupyterKernel.HistoryEntry] { entries { try $0.tail(count, output: true) } }

  func range(session: Int, start: Int, stop: Int?) -> [JupyterKernel.HistoryEntry] {
    entries { try $0.range(session: session, current: number(), start: start, stop: stop, output: true) }
  }

  func search(pattern: String, count: Int?, unique: Bool) -> [JupyterKernel.HistoryEntry] {
    entries { try $0.search(pattern, count: count, unique: unique, output: true) }
  }

  private func number() -> Int {
    session.withLock { number in
      if number == 0 { number = (try? store.beginSession()) ?? 0 }
      return number
    }
  }

  private func entries(_ ask: (HistoryTable) throws -> [StoredEntry]) -> [JupyterKernel.HistoryEntry] {
    let found = (try? ask(store)) ?? []
    return found.map {
      JupyterKernel.HistoryEntry(session: $0.session, line: $0.line, source: $0.source, output: $0.output)
    }
  }
}
