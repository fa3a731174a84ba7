public import Training

extension NumberEvaluation {
  /// The numbers of all trials, by the samples' places; a sample that was asked about again has more of them.
  ///
  /// - Parameters:
  ///   - splits: The split of each trial; together they ask about each sample equally often.
  ///   - trials: What came of each.
  public init(of splits: [Folds.Split], _ trials: [FoldResult]) {
    var asked: [Int: (truths: [Double], answers: [Double])] = [:]
    for (split, trial) in zip(splits, trials) {
      guard let numbers = trial.answers.numbers else { continue }
      for (row, place) in split.held.enumerated() {
        let own = row * numbers.outputs..<(row + 1) * numbers.outputs
        asked[place, default: ([], [])].truths += numbers.truths[own]
        asked[place, default: ([], [])].answers += numbers.answers[own]
      }
    }
    let samples = asked.sorted { $0.key < $1.key }.map(\.value)
    self.init(
      truths: samples.flatMap(\.truths), answers: samples.flatMap(\.answers),
      outputs: max(1, samples.first?.truths.count ?? 1))
  }
}
