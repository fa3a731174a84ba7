import Training

/// Many independent trainings on all processors, a few at a time, so that the page can be brought up to date between
/// them. The reader may stop them at any moment; those that were done by then are kept.
public struct ParallelTrainings {
  /// Asked whether to stop.
  public let signal: any StopSignal

  /// Puts it together.
  public init(signal: any StopSignal) {
    self.signal = signal
  }

  /// What came of them.
  public struct Report<Outcome: Sendable>: Sendable {
    /// What came of the first ones, in order: of all, unless the reader stopped them.
    public let outcomes: [Outcome]
    /// Whether all were done.
    public let isComplete: Bool
  }

  /// Does `trial` for every number `0 ..< count`.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - update: Told what is done so far, after every few.
  ///   - trial: One training, done on any thread; it asks its second argument again and again whether to go on.
  /// - Returns: What came of those that were done.
  /// - Throws: What the first trial threw that did not end as it should.
  public func run<Outcome: Sendable>(
    _ count: Int, update: ([Outcome]) -> Void = { _ in },
    _ trial: @Sendable (Int, @Sendable () -> Bool) throws -> Outcome
  ) throws -> Report<Outcome> {
    let goesOn = signal.goesOn
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(count)
    while outcomes.count < count {
      let first = outcomes.count
      let results = Parallel.map(min(count - first, Parallel.width * 2)) { place in
        Result { try trial(first + place, goesOn) }
      }
      for result in results {
        do {
          outcomes.append(try result.get())
        } catch is Interruption {
          return Report(outcomes: outcomes, isComplete: false)
        }
      }
      if outcomes.count < count, !goesOn() { return Report(outcomes: outcomes, isComplete: false) }
      update(outcomes)
    }
    return Report(outcomes: outcomes, isComplete: true)
  }
}
