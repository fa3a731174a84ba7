public import Training

/// Many trainings of candidates, each on its own division of the samples. None needs another, so they may be done in any order
/// and on any machine.
public struct CandidatePlan: Sendable {
  /// The models that are trained.
  public let candidates: [Candidate]
  /// The divisions of the samples.
  public let splits: [Folds.Split]
  /// The trainings.
  public let entries: [Entry]

  /// One training: a candidate and a division by their places, and which of several repetitions it is.
  public struct Entry: Sendable, Equatable, Codable {
    /// The candidate's place.
    public let candidate: Int
    /// The division's place.
    public let split: Int
    /// Which of several trainings, each with draws of its own.
    public let repetition: Int

    /// Names a training.
    public init(candidate: Int, split: Int, repetition: Int = 0) {
      (self.candidate, self.split, self.repetition) = (candidate, split, repetition)
    }
  }

  /// Puts it together.
  ///
  /// Precondition: entries name candidates and splits that are there.
  public init(candidates: [Candidate], splits: [Folds.Split], entries: [Entry]) {
    (self.candidates, self.splits, self.entries) = (candidates, splits, entries)
  }

  /// Every candidate in every trial, candidate by candidate.
  public init(_ candidates: [Candidate], _ trials: [(split: Folds.Split, repetition: Int)]) {
    self.init(
      candidates: candidates, splits: trials.map(\.split),
      entries: candidates.indices.flatMap { candidate in
        trials.enumerated().map { Entry(candidate: candidate, split: $0, repetition: $1.repetition) }
      })
  }

  /// How many trainings there are.
  public var count: Int { entries.count }

  /// Does one training.
  ///
  /// - Throws: as `Candidate.run`.
  public func run(_ number: Int, while goesOn: () -> Bool) throws -> FoldResult {
    let entry = entries[number]
    return try candidates[entry.candidate].run(splits[entry.split], repetition: entry.repetition, while: goesOn)
  }
}

/// What came of a plan's trainings.
public struct CandidatePlanReport: Sendable {
  /// What came of each; nil for those that were not done.
  public let outcomes: [FoldResult?]
  /// Why some have failed, where they have.
  public let failure: ClusterFailure?

  /// Puts it together.
  public init(outcomes: [FoldResult?], failure: ClusterFailure? = nil) {
    (self.outcomes, self.failure) = (outcomes, failure)
  }

  /// Whether all were done.
  public var isComplete: Bool { outcomes.allSatisfy { $0 != nil } }

  /// How many were done.
  public var done: Int { outcomes.count { $0 != nil } }

  /// What came of a run of trainings; nil where one of them was not done.
  public func outcomes(_ range: Range<Int>) -> [FoldResult]? {
    let some = outcomes[range].compactMap(\.self)
    return some.count == range.count ? some : nil
  }
}

/// Where the trainings of a plan are done.
public enum CandidatePlanPlace: Sendable {
  /// On this machine.
  case here
  /// On a cluster.
  case cluster(ClusterRunner)
}

extension CandidatePlan {
  /// Does all of it.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - signal: Asked whether to stop.
  ///   - update: Told what is done so far, again and again; of a cluster with what its workers do.
  /// - Returns: What came of those that were done.
  /// - Throws: On this machine what the first training threw that did not end as it should; of a cluster `ExperimentError`.
  public func run(
    on place: CandidatePlanPlace, signal: any StopSignal, update: (CandidatePlanReport, ClusterStatus?) -> Void
  ) throws -> CandidatePlanReport {
    switch place {
    case .cluster(let runner): return try runner.run(self, signal: signal, update: update)
    case .here:
      let rest = { (done: [FoldResult]) in
        CandidatePlanReport(outcomes: done.map(Optional.some) + Array(repeating: nil, count: count - done.count))
      }
      let report = try ParallelTrainings(signal: signal).run(count) { done in
        update(rest(done), nil)
      } _: { number, goesOn in
        try run(number, while: goesOn)
      }
      return rest(report.outcomes)
    }
  }
}
