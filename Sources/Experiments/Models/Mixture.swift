import Foundation
import Tensors
public import Training

/// The weighted mean of two classifiers' probabilities.
public struct Mixture: Sendable {
  /// How much the first has to say, 0…1.
  public let weight: Double

  /// A mean of this weight.
  public init(weight: Double) { self.weight = weight }

  /// How much the second has to say, as one would write it: 0.05, where the machine has 0.05 and a little more.
  public var rest: Double { ((1 - weight) * 1e9).rounded() / 1e9 }

  /// Both answers to one sample as one: each class of either once, those of the first in their order.
  public func mixed(_ first: [LabelProbability], _ second: [LabelProbability]) -> [LabelProbability] {
    var sums: [String: Double] = [:]
    for entry in second { sums[LabelSpelling.key(entry.label), default: 0] += (1 - weight) * entry.probability }
    var mixed = first.map { entry in
      let other = sums.removeValue(forKey: LabelSpelling.key(entry.label)) ?? 0
      return LabelProbability(label: entry.label, probability: weight * entry.probability + other)
    }
    for entry in second {
      if let own = sums.removeValue(forKey: LabelSpelling.key(entry.label)) {
        mixed.append(LabelProbability(label: entry.label, probability: own))
      }
    }
    return mixed
  }

  /// Both models' answers to the same samples as one model's.
  ///
  /// - Throws: `TrainingError` where there are no classes.
  public func mixed(_ first: Evaluation, _ second: Evaluation) throws(TrainingError) -> Evaluation {
    guard let one = first.rows.first, let other = second.rows.first else { return first }
    let labels = mixed(one.probabilities, other.probabilities).map(\.label)
    var values: [Float] = []
    for (one, other) in zip(first.rows, second.rows) {
      let index = LabelIndex(labels)
      var row = [Float](repeating: 0, count: labels.count)
      for entry in mixed(one.probabilities, other.probabilities) {
        if let place = index.position(of: entry.label) { row[place] = Float(entry.probability) }
      }
      values += row
    }
    return try Evaluation(
      probabilities: Tensor(shape: [first.rows.count, labels.count], values: values), labels: labels,
      truths: first.rows.map(\.truth), rule: first.rule)
  }

  /// The weights that are tried: 0, 0.05 … 1.
  static let candidates = (0...20).map { Double($0) / 20 }

  /// The weight whose mean loss on answers to held-out samples is least; of equally good ones the one nearest to a half.
  ///
  /// - Parameters:
  ///   - first: The first model's answers.
  ///   - second: The second's, to the same samples.
  /// - Returns: The mixture of that weight.
  public static func best(_ first: [Evaluation.Row], _ second: [Evaluation.Row]) -> Mixture {
    let chances = zip(first, second).map { (probability(in: $0), probability(in: $1)) }
    var best = (weight: 0.5, loss: Double.infinity)
    for weight in candidates.sorted(by: { abs($0 - 0.5) < abs($1 - 0.5) }) {
      let loss = chances.reduce(0) { $0 - log(weight * $1.0 + (1 - weight) * $1.1 + 1e-15) }
      if loss < best.loss - 1e-12 { best = (weight, loss) }
    }
    return Mixture(weight: best.weight)
  }

  private static func probability(in row: Evaluation.Row) -> Double {
    row.probabilities.first { LabelSpelling.areSame($0.label, row.truth) }?.probability ?? 0
  }
}
