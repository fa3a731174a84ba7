import Foundation
public import Networks
import Tensors

/// Samples by which a training is watched; it does not learn from them.
public struct ValidationSet {
  /// What the set is called in records, for example "hands.test".
  public let name: String
  /// The samples.
  public let source: any SampleSource

  /// Names a set of samples.
  public init(name: String, source: any SampleSource) {
    self.name = name
    self.source = source
  }
}

/// How a network does on a validation set.
public struct ValidationRecord: Sendable, Equatable, Codable {
  /// The set's name.
  public let name: String
  /// The mean of -ln(p + 1e-100) over the samples, or for numbers the mean of the loss asked for, as a rule the squared error.
  public let loss: Double
  /// The share of samples whose most probable class is the right one, 0…1; nil for numbers.
  public let accuracy: Double?

  /// States how a network does.
  public init(name: String, loss: Double, accuracy: Double?) {
    self.name = name
    self.loss = loss
    self.accuracy = accuracy
  }
}

/// Somebody wanted the work to end before it was done.
public struct Stopped: Error, Equatable {
  /// The work was ended.
  public init() {}
}

extension Network {
  /// How many samples are asked for and run at once when measuring.
  private static let chunk = 256

  /// Measures how the network does on samples, by the given tensor or its first output; for samples of classes the loss is
  /// the cross entropy unless a loss of numbers is asked for. `goesOn` is asked every few hundred samples.
  ///
  /// Throws what the source throws, `NetworkError` where the samples do not fit the network, `TrainingError.noSamples`
  /// where there are none, and `Stopped` where it is not to go on.
  public func measure(
    _ set: ValidationSet, tensor: String? = nil, loss: Loss = .crossEntropy, goesOn: () -> Bool = { true }
  ) throws -> ValidationRecord {
    let count = set.source.sampleCount
    guard count > 0 else { throw TrainingError.noSamples }
    guard let tensor = tensor ?? definition.outputs.first else {
      throw NetworkError.unknownTensor(layer: nil, name: "")
    }
    var sum = Measured(kind: loss)
    for start in stride(from: 0, to: count, by: Self.chunk) {
      guard goesOn() else { throw Stopped() }
      let samples = try set.source.samples(at: Array(start..<min(start + Self.chunk, count)), epoch: 0)
      let output = try forward(samples.inputs, output: tensor)
      try sum.add(output, samples.targets, first: start)
    }
    return sum.record(set.name)
  }
}

/// The sums behind a validation record.
private struct Measured {
  let kind: Loss
  private var loss = 0.0, terms = 0, correct = 0, samples = 0, hasClasses = false

  init(kind: Loss) { self.kind = kind }

  mutating func add(_ output: Tensor, _ targets: Targets, first: Int) throws {
    switch targets {
    case .classes(let classes): try add(output, classes, first: first)
    case .values(let values):
      guard values.count == output.count else {
        throw NetworkError.step(
          .targetShape(
            expected: Array(output.shape.dropFirst()), actual: Array(values.shape.dropFirst())))
      }
      for (one, other) in zip(output.values, values.values) { loss += kind.ofDifference(Double(one) - Double(other)) }
      terms += output.count
      samples += targets.count
    case .several(let parts):
      // Validation looks at the first of several losses.
      if let targets = parts.first { try add(output, targets, first: first) }
    }
  }

  private mutating func add(_ output: Tensor, _ classes: [Int], first: Int) throws(TrainingError) {
    hasClasses = true
    for (index, target) in classes.enumerated() {
      let row = output.row(index)
      guard row.indices.contains(row.startIndex + target), target >= 0 else {
        throw .unknownClass(sample: first + index, target: target, classes: row.count)
      }
      let best = row.indices.dropFirst().reduce(row.startIndex) { row[$1] > row[$0] ? $1 : $0 }
      if best - row.startIndex == target { correct += 1 }
      if kind == .meanAbsoluteError || kind == .huber {
        let wanted = row.startIndex + target
        loss +=
          row.indices.reduce(0.0) { $0 + kind.ofDifference(Double(row[$1]) - ($1 == wanted ? 1 : 0)) }
          / Double(row.count)
      } else if kind == .meanSquaredError {
        let squares = row.reduce(0.0) { $0 + Double($1) * Double($1) }
        loss += (squares + 1 - 2 * Double(row[row.startIndex + target])) / Double(row.count)
      } else {
        loss += Evaluation.loss(ofProbability: Double(row[row.startIndex + target]))
      }
    }
    terms += classes.count
    samples += classes.count
  }

  func record(_ name: String) -> ValidationRecord {
    ValidationRecord(
      name: name, loss: loss / Double(max(1, terms)),
      accuracy: hasClasses ? Double(correct) / Double(max(1, samples)) : nil)
  }
}
