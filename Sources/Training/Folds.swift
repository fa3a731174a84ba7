import Tensors

/// How samples are divided for cross-validation: every sample is held out once, and a model that learnt from the others
/// is asked about it.
public enum Folds {
  /// Which samples a model learns from and which it is asked about, as places from 0, ascending.
  public struct Split: Sendable, Equatable {
    /// The samples to learn from.
    public let learning: [Int]
    /// The samples held out.
    public let held: [Int]

    /// Divides samples.
    public init(learning: [Int], held: [Int]) {
      self.learning = learning
      self.held = held
    }
  }

  /// Stratified folds: each class's samples are put in random order and dealt out in turn, the next class going on where
  /// the last one stopped. So folds, and the classes within them, differ by one sample at most.
  ///
  /// Precondition: 2 ≤ count ≤ the number of labels.
  ///
  /// - Parameters:
  ///   - labels: The label of each sample.
  ///   - count: How many folds.
  ///   - seeds: What the order is drawn from.
  ///   - repetition: Which of several divisions, from 0.
  /// - Returns: A split for each fold.
  public static func stratified(
    _ labels: [String], count: Int, seeds: SeedPlan, repetition: Int = 0
  ) -> [Split] {
    precondition((2...max(2, labels.count)).contains(count), "\(count) folds of \(labels.count) samples")
    var generator = seeds.generator(for: .folds, repetition)
    var foldOfSample = [Int](repeating: 0, count: labels.count)
    var next = 0
    for places in LabelSpelling.groups(of: labels) {
      for place in generator.permutation(places.count) {
        foldOfSample[places[place]] = next
        next = (next + 1) % count
      }
    }
    return (0..<count).map { fold in
      Split(
        learning: labels.indices.filter { foldOfSample[$0] != fold },
        held: labels.indices.filter { foldOfSample[$0] == fold })
    }
  }

  /// As many folds as samples: each is held out alone. Nothing is drawn.
  public static func leaveOneOut(_ count: Int) -> [Split] {
    (0..<count).map { held in Split(learning: (0..<count).filter { $0 != held }, held: [held]) }
  }
}
