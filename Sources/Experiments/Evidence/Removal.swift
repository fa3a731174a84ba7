public import Training

/// What one photo less would have changed: the model is trained anew without each of the training photos in turn, and
/// asked again. Every claim is a training that was made.
public struct Removal: Sendable {
  /// The answer of the model that learnt from all.
  public let before: Evaluation.Row
  /// For each training photo the answer of the model that learnt from all others.
  public let without: [Evaluation.Row]

  /// The training photos without which the answer would have been right where it is wrong, or wrong where it is right;
  /// the greatest change of the true class's probability first.
  public var decisive: [Int] {
    let places = without.indices.filter { without[$0].isCorrect != before.isCorrect }
    return places.sorted { one, other in
      let gains = [one, other].map { abs(without[$0].probabilityOfTruth - before.probabilityOfTruth) }
      return gains[0] != gains[1] ? gains[0] > gains[1] : one < other
    }
  }

  /// The training photo whose absence changes the true class's probability most, and by how much.
  public var strongest: (place: Int, change: Double)? {
    without.indices.map { ($0, without[$0].probabilityOfTruth - before.probabilityOfTruth) }
      .max { abs($0.1) < abs($1.1) }
  }

  /// Trains without each.
  ///
  /// - Parameters:
  ///   - candidate: The model, on its training samples and, last of all, the one asked about.
  ///   - trials: Where trainings are made.
  ///   - update: Told how many are done.
  /// - Throws: `Interruption`, and what a training throws.
  public init(_ candidate: Candidate, trials: ParallelTrainings, update: (Int) -> Void) throws {
    guard candidate.targets == nil else { throw ExperimentError.file(.answersNumbers(candidate.name)) }
    let asked = candidate.truths.count - 1
    let report = try trials.run(
      asked + 1, update: { (done: [Evaluation.Row]) in update(done.count) },
      { place, goesOn in
        let learning = (0..<asked).filter { $0 != place - 1 }
        let trial = try candidate.run(Folds.Split(learning: learning, held: [asked]), while: goesOn)
        return trial.answers.rows[0]
      })
    guard report.isComplete, let first = report.outcomes.first else {
      throw Interruption.trainings(report.outcomes.count, of: asked + 1)
    }
    before = first
    without = Array(report.outcomes.dropFirst())
  }
}
