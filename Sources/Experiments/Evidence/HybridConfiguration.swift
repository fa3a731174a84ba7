import Training

/// How a hybrid is made anew: both models by their configurations, and the weight as it was given or by cross-validation among the
/// training samples.
public struct HybridConfiguration: Sendable {
  /// The mixture as it stands.
  public let mixture: Mixture
  /// How its weight was found, and is found anew; nil where it was given.
  public let search: WeightSearch?
  /// The network, and the k-NN model.
  public let first: Candidate, second: Candidate
  /// The group of each sample, whose samples stay in one fold; nil where they have none.
  public let groups: [Int]?

  /// Trains both models on some samples, and asks them about others.
  ///
  /// - Throws: as `Candidate.run`.
  func run(_ split: Folds.Split, repetition: Int, while goesOn: () -> Bool) throws -> FoldResult {
    let mixture = try self.mixture(for: split.learning, repetition: repetition, while: goesOn)
    let one = try first.run(split, repetition: repetition, while: goesOn)
    let other = try second.run(split, repetition: repetition, while: goesOn)
    // A hybrid is made of classifiers alone.
    guard let answers = one.answers.classes, let others = other.answers.classes else { return one }
    return FoldResult(
      answers: .classes(try mixture.mixed(answers, others)), losses: one.losses, hasDiverged: one.hasDiverged)
  }

  /// The mixture by the weight that cross-validation among the training samples gives: samples held out have no say.
  private func mixture(for learning: [Int], repetition: Int, while goesOn: () -> Bool) throws -> Mixture {
    guard let search else { return mixture }
    let groups = groups.map { groups in learning.map { groups[$0] } }
    let folds = min(search.folds, groups.map { Set($0).count } ?? learning.count)
    guard folds > 1 else { return mixture }
    let splits = Folds.drawn(
      folds, of: learning.count, classes: learning.map { first.truths[$0] }, groups: groups,
      seeds: SeedPlan(seed: search.seed), repetition: repetition)
    let answers = try splits.compactMap { split -> (first: Evaluation, second: Evaluation)? in
      let own = Folds.Split(learning: split.learning.map { learning[$0] }, held: split.held.map { learning[$0] })
      let one = try first.run(own, repetition: repetition, while: goesOn).answers.classes
      let other = try second.run(own, repetition: repetition, while: goesOn).answers.classes
      return one.flatMap { one in other.map { (first: one, second: $0) } }
    }
    return try MixtureSearch(answers).mixture
  }
}
