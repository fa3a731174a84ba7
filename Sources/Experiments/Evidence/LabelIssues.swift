import Tensors
import Training

/// Whether samples look like their class: each is judged by the others, by a linear classifier that has not seen it and
/// by its nearest neighbours.
public struct LabelIssues: Sendable {
  /// What is thought of one sample.
  public struct Issue: Sendable, Equatable {
    /// Its place among the samples.
    public let place: Int
    /// How far its class is believed: the mean of the classifier's probability and the share of the neighbours, 0…1.
    public let belief: Double
    /// What it is taken for, and how far that is believed.
    public let guess: String, guessBelief: Double
    /// How many of the neighbours asked have its class.
    public let neighborsOfItsClass: Int, neighbors: Int
    /// The neighbours, nearest first.
    public let nearest: [Int]
  }

  /// All samples whose class is believed less than another; first those where the other is ahead by most.
  let labelIssues: [Issue]
  /// The squared distance of each sample to its nearest other.
  let nearestDistances: [Double]

  /// How many neighbours are asked.
  static let neighborCount = 5
  /// Up to so many samples each is left out by itself; of more, a tenth at a time.
  private static let leaveOneOutLimit = 20

  /// How samples are left out.
  static func splits(of truths: [String]) -> [Folds.Split] {
    truths.count <= leaveOneOutLimit
      ? Folds.leaveOneOut(truths.count) : Folds.stratified(truths, count: 10, seeds: SeedPlan(seed: 1))
  }

  /// Judges samples.
  ///
  /// - Parameters:
  ///   - features: What is known of them, [samples, features].
  ///   - truths: Their classes; at least two samples.
  ///   - labels: The classes there are.
  ///   - signal: Asked whether to stop.
  /// - Throws: `ExperimentError`, `Interruption`.
  init(_ features: Tensor, truths: [String], labels: [String], signal: any StopSignal) throws {
    let classifier = Candidate(
      name: "check", configuration: .linear(LogisticRegression()), looksAt: "", variants: [.kept(features)],
      truths: truths,
      labels: labels)
    let splits = Self.splits(of: truths)
    let report = try ParallelTrainings(signal: signal).run(splits.count) { place, goesOn in
      try classifier.run(splits[place], while: goesOn).answers.rows.map(\.probabilities)
    }
    guard report.isComplete else { throw Interruption.judging }
    var probabilities = [[LabelProbability]](repeating: [], count: truths.count)
    for (split, rows) in zip(splits, report.outcomes) {
      for (place, row) in zip(split.held, rows) { probabilities[place] = row }
    }
    var memory = NearestNeighbors(
      dimension: max(1, features.shape[1]), numberOfNeighbors: max(1, min(Self.neighborCount, truths.count - 1)),
      weighting: .uniform)
    do {
      try memory.remember(features, labels: truths)
    } catch {
      throw ExperimentError.model(.training("check", error))
    }
    let votes = memory.classifyEachByTheOthers()
    nearestDistances = votes.map { $0.neighbors.first?.distance ?? 0 }
    labelIssues = truths.indices.compactMap { place in
      Self.doubt(place, truths, labels, probabilities[place], votes[place])
    }.sorted { ($1.guessBelief - $1.belief, $0.place) < ($0.guessBelief - $0.belief, $1.place) }
  }

  private static func doubt(
    _ place: Int, _ truths: [String], _ labels: [String], _ row: [LabelProbability], _ vote: Vote
  ) -> Issue? {
    func belief(_ label: String) -> Double {
      let own = row.first { LabelSpelling.areSame($0.label, label) }?.probability ?? 0
      let share = vote.probabilities.first { LabelSpelling.areSame($0.label, label) }?.probability ?? 0
      return (own + share) / 2
    }
    let beliefs = labels.map(belief)
    guard let best = beliefs.indices.max(by: { beliefs[$0] < beliefs[$1] }),
      !LabelSpelling.areSame(labels[best], truths[place])
    else { return nil }
    return Issue(
      place: place, belief: belief(truths[place]), guess: labels[best], guessBelief: beliefs[best],
      neighborsOfItsClass: vote.neighbors.count { LabelSpelling.areSame(truths[$0.index], truths[place]) },
      neighbors: vote.neighbors.count, nearest: vote.neighbors.map(\.index))
  }
}
