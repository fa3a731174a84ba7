/// What the nearest neighbours of one query say.
public struct Vote: Sendable, Equatable {
  /// The label with most of the vote.
  public let label: String
  /// The share of the vote of every label that the model knows, in the model's label order.
  public let probabilities: [LabelProbability]
  /// The neighbours asked, nearest first.
  public let neighbors: [Neighbor]

  /// The same vote as a reader should see it: nothing speaks for the default label of an empty model, to which Core ML gives
  /// probability 1.
  public var withEvidence: Vote {
    guard neighbors.isEmpty else { return self }
    return Vote(
      label: label, probabilities: [LabelProbability(label: label, probability: 0)], neighbors: [])
  }

  /// The numbers that the neighbours answer, one for each output: the means of theirs, each weighing as much as its vote; what is no
  /// number without neighbours. The labels of the model's samples are read as numbers with blanks between them.
  public func numbers(of sampleLabels: [String]) -> [Double] {
    guard let nearest = neighbors.first else { return [.nan] }
    var sums = [Double](repeating: 0, count: sampleLabels[nearest.index].split(separator: " ").count)
    for neighbor in neighbors {
      let own = sampleLabels[neighbor.index].split(separator: " ")
      for place in sums.indices {
        sums[place] += neighbor.share * (place < own.count ? Double(own[place]) ?? .nan : .nan)
      }
    }
    return sums
  }
}

/// A label and how probable it is.
public struct LabelProbability: Sendable, Equatable, Codable {
  /// The label.
  public let label: String
  /// How probable it is, 0…1.
  public let probability: Double

  /// Pairs a label with its probability.
  public init(label: String, probability: Double) {
    self.label = label
    self.probability = probability
  }
}

/// A remembered sample that had a say.
public struct Neighbor: Sendable, Equatable {
  /// Its place in the model, counted from 0 in the order of remembering.
  public let index: Int
  /// Its distance from the query, in the model's metric.
  public let distance: Double
  /// Its part of the whole vote; the parts of a query's neighbours add up to 1.
  public let share: Double
}

/// Counts the votes of neighbours. A struct of its own because every index shares it.
struct Ballot {
  /// The model's labels in order of first appearance, and for each sample which of them it has.
  private let labels: [String]
  private let labelOfSample: [Int]
  private let weighting: NearestNeighbors.Weighting
  private let defaultLabel: String

  /// Counts the votes of the samples that a model remembers.
  init(of memory: NearestNeighbors) {
    labels = memory.labels
    let positions = Dictionary(uniqueKeysWithValues: zip(labels, labels.indices))
    labelOfSample = memory.sampleLabels.map { positions[$0, default: 0] }
    weighting = memory.weighting
    defaultLabel = memory.defaultLabel
  }

  /// The vote of the neighbours found, nearest first.
  ///
  /// Equal sums go to the label met first walking outwards from the nearest. With inverse distances, neighbours at
  /// distance 0 take the whole vote, equally. Without neighbours the default label has it, as in Core ML.
  func vote(of found: [Candidate]) -> Vote {
    guard !found.isEmpty else {
      return Vote(
        label: defaultLabel, probabilities: [LabelProbability(label: defaultLabel, probability: 1)], neighbors: [])
    }
    let weights = weights(of: found)
    let total = weights.reduce(0, +)
    var sums = [Double](repeating: 0, count: labels.count)
    var met: [Int] = []
    for (candidate, weight) in zip(found, weights) {
      let label = labelOfSample[candidate.index]
      if !met.contains(label) { met.append(label) }
      sums[label] += weight
    }
    let winner = met.dropFirst().reduce(met[0]) { sums[$1] > sums[$0] ? $1 : $0 }
    return Vote(
      label: labels[winner],
      probabilities: zip(labels, sums).map { LabelProbability(label: $0, probability: $1 / total) },
      neighbors: zip(found, weights).map { Neighbor(index: $0.index, distance: $0.distance, share: $1 / total) })
  }

  private func weights(of found: [Candidate]) -> [Double] {
    switch weighting {
    case .uniform: found.map { _ in 1 }
    case .inverseDistance:
      found.first?.distance == 0
        ? found.map { $0.distance == 0 ? 1 : 0 }
        : found.map { 1 / $0.distance }
    }
  }
}
