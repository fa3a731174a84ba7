import Synchronization

/// Whether the work at hand should stop. One per cell, cancelled by an interrupt, looked at between mini-batches.
///
/// It cannot be taken back: the next cell has its own.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Not cancelled.
  public init() {}

  /// Whether somebody asked to stop. Costs one load; fit for inner loops.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks to stop. May be called from any thread, any number of times.
  public func cancel() { flag.store(true, ordering: .relaxed) }
}
