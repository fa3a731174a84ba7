import Arithmetic

/// Whether a model is as often right as it says: its answers sorted by confidence into bins of equal width.
public struct Calibration: Sendable, Equatable {
  /// The answers of one range of confidence.
  public struct Bin: Sendable, Equatable {
    /// The range; the upper end belongs to it, the lower does not.
    public let range: ClosedRange<Double>
    /// How many answers it holds, and how many of them are right.
    public let count: Int, correct: Int
    /// The mean confidence of its answers; 0 without any.
    public let confidence: Double

    /// The share of right answers; 0 without any.
    public var accuracy: Double { count == 0 ? 0 : Double(correct) / Double(count) }
  }

  /// The bins, from the least confident to the most.
  public let bins: [Bin]

  /// Sorts the answers of an evaluation.
  ///
  /// Precondition: there is at least one bin.
  public init(_ evaluation: Evaluation, bins count: Int = 10) {
    precondition(count > 0, "no bins")
    bins = (0..<count).map { number in
      let lower = Double(number) / Double(count)
      let upper = Double(number + 1) / Double(count)
      let rows = evaluation.rows.filter {
        ($0.confidence > lower || (number == 0 && $0.confidence <= 0)) && $0.confidence <= upper
      }
      let sum = rows.reduce(0) { $0 + $1.confidence }
      return Bin(
        range: lower...upper, count: rows.count, correct: rows.count(where: \.isCorrect),
        confidence: rows.isEmpty ? 0 : sum / Double(rows.count))
    }
  }

  /// The expected calibration error: how far confidence and accuracy are apart, as the mean over answers (Naeini and
  /// others, "Obtaining well calibrated probabilities using Bayesian binning", 2015); 0…1.
  public var error: Double {
    let total = bins.reduce(0) { $0 + $1.count }
    guard total > 0 else { return 0 }
    return bins.reduce(0) { $0 + Double($1.count) * abs($1.accuracy - $1.confidence) } / Double(total)
  }
}

/// One number by which a classifier's scores are divided, so that it is less sure of itself, or more; its answers stay
/// the same (Guo and others, "On calibration of modern neural networks", 2017).
public enum Temperature {
  /// The probabilities at a temperature: each to the power of 1 / temperature, and scaled to sum to 1.
  ///
  /// Precondition: temperature > 0.
  public static func apply(_ temperature: Double, to probabilities: [LabelProbability]) -> [LabelProbability] {
    precondition(temperature > 0, "a temperature of \(temperature)")
    let scores = probabilities.map { ElementaryFunctions.log(max($0.probability, 1e-45)) / temperature }
    let top = scores.max() ?? 0
    let powers = scores.map { ElementaryFunctions.exp($0 - top) }
    let total = powers.reduce(0, +)
    return zip(probabilities, powers).map { LabelProbability(label: $0.label, probability: $1 / total) }
  }

  /// The evaluation with every row's probabilities at a temperature.
  public static func apply(_ temperature: Double, to evaluation: Evaluation) -> Evaluation {
    Evaluation(
      rows: evaluation.rows.map { row in
        Evaluation.Row(
          index: row.index, truth: row.truth, predicted: row.predicted,
          probabilities: apply(temperature, to: row.probabilities))
      }, classes: evaluation.classes, rule: evaluation.rule)
  }

  /// The temperature, between 0.05 and 100, at which the mean loss of these answers is least. They must be answers to
  /// examples the model had not learnt from. nil without examples.
  ///
  /// The loss has one valley in 1 / temperature, so the golden section finds it.
  public static func fit(_ rows: [Evaluation.Row]) -> Double? {
    guard !rows.isEmpty else { return nil }
    let loss = { (logarithm: Double) -> Double in
      let temperature = ElementaryFunctions.exp(logarithm)
      return rows.reduce(0) { sum, row in
        sum
          + Evaluation.loss(
            ofProbability: Evaluation.probability(of: row.truth, in: apply(temperature, to: row.probabilities)))
      }
    }
    var (lower, upper) = (ElementaryFunctions.log(0.05), ElementaryFunctions.log(100.0))
    let golden = (5.0.squareRoot() - 1) / 2
    var (left, right) = (upper - golden * (upper - lower), lower + golden * (upper - lower))
    var (leftLoss, rightLoss) = (loss(left), loss(right))
    while upper - lower > 1e-6 {
      if leftLoss < rightLoss {
        (upper, right, rightLoss) = (right, left, leftLoss)
        left = upper - golden * (upper - lower)
        leftLoss = loss(left)
      } else {
        (lower, left, leftLoss) = (left, right, rightLoss)
        right = lower + golden * (upper - lower)
        rightLoss = loss(right)
      }
    }
    return ElementaryFunctions.exp((lower + upper) / 2)
  }
}

extension Evaluation {
  /// An evaluation of rows that are known already.
  public init(rows: [Row], classes: Int, rule: Rule = .argmax) {
    self.rows = rows
    self.classes = classes
    self.rule = rule
  }
}
