import Synchronization

/// The files that a training replaced, by the journal's numbers, for the step that takes it back. May be used from any thread.
public final class ReplacedFiles: Sendable {
  /// A file that was replaced.
  public struct Change: Sendable {
    /// The journal's number.
    public let id: Int64
    /// What was done, as a sentence's end.
    public let told: String
  }

  /// Nothing was replaced yet.
  public init() {}

  private let changes = Mutex<[Change]>([])

  /// Takes note of a file.
  public func note(_ change: Change) { changes.withLock { $0.append(change) } }

  /// What was noted since this was called last.
  public func take() -> [Change] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }
}
