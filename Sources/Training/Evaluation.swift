import Arithmetic
public import Tensors

/// How a model does on examples whose labels are known: a row per example, and what follows from them.
public struct Evaluation: Sendable, Equatable {
  /// One example.
  public struct Row: Sendable, Equatable {
    /// Its place among the examples, from 0.
    public let index: Int
    /// Its true label.
    public let truth: String
    /// The model's answer.
    public let predicted: String
    /// The probability of the answer, 0…1.
    public let confidence: Double
    /// The probability of every label, in the model's label order.
    public let probabilities: [LabelProbability]
    /// -ln(p + 1e-100), where p is the probability of the true label (0 for a label the model does not know).
    public let loss: Double

    /// Whether the answer is the true label, variation selectors aside.
    public var isCorrect: Bool { LabelSpelling.areSame(truth, predicted) }
  }

  /// When an answer counts as correct.
  public enum Rule: String, Sendable, CaseIterable {
    /// The most probable label is the true one.
    case argmax
    /// The true label has a probability above one half.
    case half
  }

  /// The examples, in the order given.
  public let rows: [Row]
  /// How many answers the model has to choose from.
  public let classes: Int
  /// Which answers count as correct.
  public let rule: Rule

  /// Evaluates a network's probabilities.
  ///
  /// The most probable label is the answer; of equally probable ones the first. A label that occurs twice among the
  /// outputs has the larger of its probabilities.
  ///
  /// - Parameters:
  ///   - probabilities: The network's answers, [examples, labels].
  ///   - labels: The label of each output.
  ///   - truths: The true label of each example.
  ///   - rule: Which answers count as correct.
  /// - Throws: `TrainingError` where the counts do not fit.
  public init(
    probabilities: Tensor, labels: [String], truths: [String], rule: Rule = .argmax
  ) throws(TrainingError) {
    guard let examples = probabilities.shape.first, !labels.isEmpty else { throw .shape(probabilities.shape) }
    guard examples == truths.count else {
      throw .count(of: "labels", expected: examples, actual: truths.count)
    }
    guard probabilities.count == examples * labels.count else {
      throw .count(of: "outputs", expected: labels.count, actual: probabilities.count / max(1, examples))
    }
    self.rule = rule
    classes = labels.count
    rows = truths.indices.map { index in
      let values = probabilities.row(index)
      let best = values.indices.dropFirst().reduce(values.startIndex) { values[$1] > values[$0] ? $1 : $0 }
      return Row(
        index: index, truth: truths[index], predicted: labels[best - values.startIndex],
        probabilities: Self.merge(labels, values))
    }
  }

  /// Evaluates the votes of nearest neighbours.
  ///
  /// - Parameters:
  ///   - votes: The model's answers.
  ///   - truths: The true label of each example.
  ///   - rule: Which answers count as correct.
  /// - Throws: `TrainingError` where the counts do not fit.
  public init(votes: [Vote], truths: [String], rule: Rule = .argmax) throws(TrainingError) {
    guard votes.count == truths.count else {
      throw .count(of: "labels", expected: votes.count, actual: truths.count)
    }
    self.rule = rule
    classes = votes.first?.probabilities.count ?? 0
    rows = truths.indices.map { index in
      Row(
        index: index, truth: truths[index], predicted: votes[index].label,
        probabilities: votes[index].probabilities)
    }
  }

  /// Joins evaluations of one model by one rule, asked about one piece of the examples after the other.
  ///
  /// - Parameter pieces: The evaluations, at least one.
  public init(joining pieces: [Evaluation]) {
    precondition(!pieces.isEmpty, "there is nothing to join")
    rule = pieces[0].rule
    classes = pieces.map(\.classes).max() ?? 0
    rows = pieces.flatMap(\.rows).enumerated().map { place, row in
      Row(
        index: place, truth: row.truth, predicted: row.predicted, confidence: row.confidence,
        probabilities: row.probabilities, loss: row.loss)
    }
  }

  /// How many examples there are.
  public var count: Int { rows.count }

  /// How many answers are correct by the rule.
  public var correct: Int {
    switch rule {
    case .argmax: rows.count(where: \.isCorrect)
    case .half: rows.count { Self.probability(of: $0.truth, in: $0.probabilities) > 0.5 }
    }
  }

  /// The share of correct answers, 0…1; 0 without examples.
  public var accuracy: Double { rows.isEmpty ? 0 : Double(correct) / Double(rows.count) }

  /// Wilson's interval around the accuracy.
  public func interval(confidence: Double = 0.95) -> ClosedRange<Double> {
    Statistics.wilsonInterval(successes: correct, of: count, confidence: confidence)
  }

  /// The accuracy of guessing among the model's answers.
  public var chance: Double { Statistics.chance(classes: classes) }

  /// The accuracy of the best constant answer on these examples.
  public var majority: Double { Statistics.majority(of: rows.map { LabelSpelling.key($0.truth) }) }

  /// The mean of the rows' losses; nil without examples.
  public var loss: Double? { rows.isEmpty ? nil : rows.reduce(0) { $0 + $1.loss } / Double(rows.count) }

  /// Which part of the summed loss the largest few losses carry, 0…1; nil where nothing was lost.
  public func shareOfLoss(largest few: Int = 5) -> Double? {
    let losses = rows.map(\.loss).sorted(by: >)
    let total = losses.reduce(0, +)
    return total > 0 ? losses.prefix(few).reduce(0, +) / total : nil
  }

  /// How sure the model is, on the average, of its wrong answers; nil where none is wrong.
  public var meanConfidenceOfErrors: Double? {
    let errors = rows.filter { !$0.isCorrect }
    return errors.isEmpty ? nil : errors.reduce(0) { $0 + $1.confidence } / Double(errors.count)
  }

  /// The rows, the largest loss first; equal ones in their order.
  public var worstFirst: [Row] {
    rows.sorted { $0.loss != $1.loss ? $0.loss > $1.loss : $0.index < $1.index }
  }

  /// -ln(p + 1e-100): the loss of an example whose true label has probability p. An impossible label costs 230.2585.
  public static func loss(ofProbability probability: Double) -> Double {
    -ElementaryFunctions.log(probability + 1e-100)
  }

  static func probability(of label: String, in probabilities: [LabelProbability]) -> Double {
    LabelSpelling.position(of: label, in: probabilities.map(\.label)).map { probabilities[$0].probability } ?? 0
  }

  private static func merge(_ labels: [String], _ values: ArraySlice<Float>) -> [LabelProbability] {
    var places: [String: Int] = [:]
    var merged: [LabelProbability] = []
    for (label, value) in zip(labels, values) {
      let entry = LabelProbability(label: label, probability: Double(value))
      if let place = places[label] {
        if entry.probability > merged[place].probability { merged[place] = entry }
      } else {
        places[label] = merged.count
        merged.append(entry)
      }
    }
    return merged
  }
}

extension Evaluation.Row {
  /// Makes a row of an answer and the probabilities behind it.
  public init(index: Int, truth: String, predicted: String, probabilities: [LabelProbability]) {
    self.index = index
    self.truth = truth
    self.predicted = predicted
    self.probabilities = probabilities
    confidence = Evaluation.probability(of: predicted, in: probabilities)
    loss = Evaluation.loss(ofProbability: Evaluation.probability(of: truth, in: probabilities))
  }
}
