import Tensors
import Training

/// An answer that asks for next to no training, which a model has to beat to be worth its own.
public enum Baseline: Sendable, CaseIterable {
  /// The class whose mean is nearest.
  case nearestCentroid
  /// Always the class with the most training samples; of equally frequent ones the one learnt first.
  case majority
  /// Always the mean of the numbers to learn from.
  case mean

  /// What it is called.
  public var name: String {
    switch self {
    case .nearestCentroid: "nearest centroid"
    case .majority: "majority class"
    case .mean: "mean"
    }
  }

  /// Whether it answers with a number.
  public var answersNumbers: Bool { self == .mean }

  /// The classes it answers with, beside the true ones.
  ///
  /// - Parameters:
  ///   - features: The training samples, [samples, features].
  ///   - labels: The class of each.
  ///   - held: The samples asked about, [samples, features].
  ///   - truths: The class of each.
  ///   - isStandardized: Whether features are brought to one scale first, by the training samples.
  /// - Returns: The answers.
  /// - Throws: `TrainingError` where there is nothing to learn from.
  func classes(
    learning features: Tensor, labels: [String], held: Tensor, truths: [String], isStandardized: Bool
  ) throws(TrainingError) -> Evaluation {
    guard self == .nearestCentroid else { return try Self.majority(of: labels, truths: truths) }
    let known = Self.counted(labels).map(\.label)
    let index = LabelIndex(known)
    let standardization = isStandardized ? Standardization(of: features.values, dimension: features.shape[1]) : nil
    func scaled(_ features: Tensor) -> Tensor {
      standardization.map { Tensor(shape: features.shape, values: $0.apply(to: features.values)) } ?? features
    }
    let rule = try NearestCentroid(
      scaled(features), targets: labels.map { index.position(of: $0) ?? 0 }, classes: known.count)
    var memory = NearestNeighbors(dimension: features.shape[1], numberOfNeighbors: 1, weighting: .uniform)
    try memory.remember(rule.centroids, labels: known)
    return try Evaluation(votes: memory.classify(scaled(held)), truths: truths)
  }

  /// The same class for every sample.
  private static func majority(of labels: [String], truths: [String]) throws(TrainingError) -> Evaluation {
    let counted = counted(labels)
    guard let most = counted.map(\.count).max() else { throw .noSamples }
    let place = counted.firstIndex { $0.count == most } ?? 0
    var row = [Float](repeating: 0, count: counted.count)
    row[place] = 1
    return try Evaluation(
      probabilities: Tensor(shape: [truths.count, row.count], values: truths.flatMap { _ in row }),
      labels: counted.map(\.label), truths: truths)
  }

  /// The classes in the order learnt, with how many samples each has.
  private static func counted(_ labels: [String]) -> [(label: String, count: Int)] {
    var places: [String: Int] = [:]
    var counted: [(label: String, count: Int)] = []
    for label in labels {
      if let place = places[LabelSpelling.key(label)] {
        counted[place].count += 1
      } else {
        places[LabelSpelling.key(label)] = counted.count
        counted.append((label, 1))
      }
    }
    return counted
  }

  /// The mean of the numbers to learn from as the answer to every sample, beside the true numbers.
  ///
  /// - Parameters:
  ///   - learnt: The numbers to learn from, sample by sample.
  ///   - truths: The true numbers of the samples asked about, in the same order.
  ///   - outputs: How many numbers a sample has.
  /// - Returns: The mean beside the true numbers.
  static func mean(of learnt: [Double], truths: [Double], outputs: Int) -> NumberEvaluation {
    let count = Double(max(1, learnt.count / outputs))
    let means = (0..<outputs).map { output in
      stride(from: output, to: learnt.count, by: outputs).reduce(0) { $0 + learnt[$1] } / count
    }
    return NumberEvaluation(truths: truths, answers: truths.indices.map { means[$0 % outputs] }, outputs: outputs)
  }
}

extension Candidate {
  /// What needs next to no training, on the same samples and features: for classes the nearest centroid and the most
  /// frequent class, for numbers their mean.
  public var baselines: [Candidate] {
    if case .hybrid(let configuration) = configuration { return configuration.first.baselines }
    // Features that would not fit memory are not asked for at once.
    guard case .kept = variants.first else { return [] }
    return Baseline.allCases.filter { $0.answersNumbers == (targets != nil) }.map { baseline in
      Candidate(
        name: baseline.name, configuration: .baseline(baseline, isStandardized: configuration.isStandardized),
        looksAt: baseline == .nearestCentroid ? looksAt : "", variants: variants, truths: truths, labels: labels,
        targets: targets)
    }
  }
}

extension CandidateConfiguration {
  /// Whether features are brought to one scale by the training samples.
  fileprivate var isStandardized: Bool {
    switch self {
    case .neighbors(let memory): memory.isStandardized
    case .network(let configuration): configuration.starter.definition.standardizesInput
    case .baseline(_, let isStandardized): isStandardized
    case .linear, .ridge, .hybrid: false
    }
  }
}
