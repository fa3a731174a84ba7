import Networks
import Tensors

/// Some of a table's samples, for training and validation: each number times a scale.
public struct TabularSamples: SampleSource, Sendable, Equatable {
  private let data: TabularData
  private let places: [Int]
  private let targets: [Int]
  private let inputName: String
  private let scale: Float

  /// Takes samples by their places, all of them when nil.
  ///
  /// The class of a sample is its label's place among `classes`; `TrainingError.unknownClass` is thrown where it has none
  /// (its target is then −1).
  public init(
    _ data: TabularData, places: [Int]? = nil, classes: [String], inputName: String, scale: Float = 1
  ) throws(TrainingError) {
    let numbers = Dictionary(zip(classes, classes.indices), uniquingKeysWith: { first, _ in first })
    self.places = places ?? Array(0..<data.count)
    var targets: [Int] = []
    for place in self.places {
      guard let target = numbers[data.labels[place]] else {
        throw .unknownClass(sample: place, target: -1, classes: classes.count)
      }
      targets.append(target)
    }
    (self.data, self.targets, self.inputName, self.scale) = (data, targets, inputName, scale)
  }

  /// How many samples there are.
  public var sampleCount: Int { places.count }

  /// The samples at these places of the selection.
  ///
  /// - Throws: `TabularDataError.rowsLost`.
  public func samples(at wanted: [Int], epoch: Int) throws -> Samples {
    Samples(
      inputs: .tensors([inputName: try data.tensor(wanted.map { places[$0] }, scale: scale)]),
      targets: .classes(wanted.map { targets[$0] }))
  }

  /// Has the samples read meanwhile.
  public func prepare(_ wanted: [Int]) { data.prepare(wanted.map { places[$0] }) }
}
