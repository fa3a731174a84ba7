import Synchronization

/// Work that nobody has to wait for: done before the next statement at the latest.
///
/// Used by whoever is in the workspace; only `isEmpty` may be asked by any thread.
public final class Agenda: Sendable {
  private nonisolated(unsafe) var work: [() -> Void] = []
  private let isOwing = Atomic<Bool>(false)

  /// Whether nothing is left to be done. Costs one load.
  public var isEmpty: Bool { !isOwing.load(ordering: .relaxed) }

  /// Puts something off until `settle`.
  public func postpone(_ body: @escaping () -> Void) {
    work.append(body)
    isOwing.store(true, ordering: .relaxed)
  }

  /// Does what was put off, in the order it was put off.
  public func settle() {
    while !work.isEmpty { work.removeFirst()() }
    isOwing.store(false, ordering: .relaxed)
  }
}
