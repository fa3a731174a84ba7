import Training

/// Models asked about the same samples, none of which they had seen: what is to be compared.
struct Comparison: Sendable {
  /// What became of one model.
  struct Entrant: Sendable {
    /// Its name, how it was made, and what it looked at.
    let name: String, recipe: String, looksAt: String
    /// For each sample the share of repetitions in which it was answered rightly, 0…1.
    let rightness: [Double]
    /// The mean loss over samples and repetitions.
    let loss: Double

    /// The share of right answers.
    var accuracy: Double { rightness.isEmpty ? 0 : rightness.reduce(0, +) / Double(rightness.count) }

    /// How many samples were answered rightly, rounded where repetitions differ.
    var correct: Int { Int(rightness.reduce(0, +).rounded()) }

    /// Wilson's interval around the accuracy. Repetitions ask about the same samples again, so they do not count as more.
    func interval(confidence: Double) -> ClosedRange<Double> {
      Statistics.wilsonInterval(successes: correct, of: rightness.count, confidence: confidence)
    }
  }

  /// Two models on the same samples.
  struct Pair: Sendable {
    /// Their places among the entrants; the better one first.
    let better: Int, worse: Int
    /// How many samples only the one, and only the other, answered rightly; with repetitions, more often than the other.
    let onlyBetter: Int, onlyWorse: Int
    /// How probable so uneven a split is by chance: McNemar's exact test.
    var probability: Double { Statistics.mcNemar(onlyFirst: onlyBetter, onlySecond: onlyWorse) }
    /// The same, corrected for the other pairs (Holm).
    var correctedProbability = 1.0
  }

  /// The models, in the order named.
  var entrants: [Entrant]
  /// How sure an interval is to be, and from where on a difference is told: 1 − confidence.
  let confidence: Double

  /// Every two of them.
  var pairs: [Pair] {
    var pairs = entrants.indices.flatMap { first in entrants.indices.dropFirst(first + 1).map { pair(first, $0) } }
    for (index, corrected) in Statistics.holm(pairs.map(\.probability)).enumerated() {
      pairs[index].correctedProbability = corrected
    }
    return pairs
  }

  /// Whether a pair's difference is more than chance would make, among as many pairs as there are.
  func isDecided(_ pair: Pair) -> Bool { pair.correctedProbability < 1 - confidence }

  private func pair(_ first: Int, _ second: Int) -> Pair {
    let both = Array(zip(entrants[first].rightness, entrants[second].rightness))
    let onlyFirst = both.count { $0.0 > $0.1 }
    let onlySecond = both.count { $0.0 < $0.1 }
    return onlyFirst >= onlySecond
      ? Pair(better: first, worse: second, onlyBetter: onlyFirst, onlyWorse: onlySecond)
      : Pair(better: second, worse: first, onlyBetter: onlySecond, onlyWorse: onlyFirst)
  }
}

extension Comparison.Entrant {
  /// What a contender's trials come to.
  ///
  /// - Parameters:
  ///   - contender: The model.
  ///   - splits: The split of each trial.
  ///   - trials: What came of each.
  init(_ contender: Contender, _ splits: [Folds.Split], _ trials: [Trial]) {
    var asked: [Int: (right: Int, times: Int)] = [:]
    var losses = 0.0
    var count = 0
    for (split, trial) in zip(splits, trials) {
      for (place, row) in zip(split.held, trial.answers.rows) {
        let before = asked[place, default: (0, 0)]
        asked[place] = (before.right + (row.isCorrect ? 1 : 0), before.times + 1)
        losses += row.loss
        count += 1
      }
    }
    self.init(
      name: contender.name, recipe: contender.recipe.phrase, looksAt: contender.looksAt,
      rightness: asked.sorted { $0.key < $1.key }.map { Double($0.value.right) / Double($0.value.times) },
      loss: losses / Double(max(1, count)))
  }
}
