public import Networks
public import Pictures
public import Tensors
import Training

/// A network cut in two: the frozen part that is run once per photo, and the part that training runs again and again.
public struct TrainableParts: Sendable {
  /// From the image to the boundary.
  public let trunk: Extractor
  /// From the boundary to the probabilities.
  public private(set) var tail: NetworkDefinition
  /// The tensor between them.
  public let boundary: String

  /// Cuts a definition: `scaling` is how photos are brought to the size it reads, nil as their dataset says; `areScores` says that a
  /// softmax makes probabilities of its last numbers.
  ///
  /// - Throws: as above.
  public init(
    of definition: NetworkDefinition, source: String, scaling: CropAndScale? = nil, areScores: Bool = false
  ) throws(ExperimentError) {
    var definition = definition
    if !definition.layers.contains(where: \.isUpdatable), let last = definition.layers.indices.last {
      definition.layers[last].isUpdatable = true
    }
    // What standardises belongs to the part that learns: its numbers are those of the samples learnt from.
    let isStandardizing = definition.standardizesInput
    if isStandardizing { definition.layers[0].isUpdatable = true }
    let cut: (trunk: NetworkDefinition, tail: NetworkDefinition, boundary: [String])
    do {
      cut = try definition.splitAtOneTensor()
    } catch {
      throw ExperimentError.model(.network(source, error))
    }
    guard cut.boundary.count == 1 else { throw ExperimentError.model(.manyBoundaries(source, cut.boundary)) }
    boundary = cut.boundary[0]
    // What is computed in training is computed as there.
    tail = (areScores ? cut.tail.endingInSoftmax : cut.tail).inSinglePrecision
    if isStandardizing { tail.layers[0].isUpdatable = false }
    let layer = cut.trunk.layers.last { $0.outputs.contains(cut.boundary[0]) }?.name ?? cut.boundary[0]
    var trunk = Extractor(cut.trunk, source: source, layer: layer)
    trunk.scaling = scaling
    self.trunk = trunk
  }

  /// The shape of one sample at the boundary; of a sequence with its length before it.
  public var boundaryShape: [Int] {
    guard let input = tail.inputs.first else { return [] }
    return input.sequenceLength > 1 ? [input.sequenceLength] + input.shape : input.shape
  }

  /// The same parts with the means and deviations of samples, where they standardise.
  ///
  /// - Parameters:
  ///   - rows: What the part that learns reads, [samples, numbers].
  ///   - targets: The numbers it learns, [samples, outputs]; nil for classes.
  /// - Returns: The same where nothing is standardised.
  public func standardized(by rows: () throws -> Tensor, targets: Tensor?) rethrows -> TrainableParts {
    guard tail.standardizesInput else { return self }
    let rows = try rows()
    var copy = self
    copy.tail.standardize(
      by: Standardization(of: rows.values, dimension: rows.shape[1]),
      targets: targets.map { Standardization(of: $0.values, dimension: $0.shape[1]) })
    return copy
  }

  /// Sees to it that a table's samples have the shape the network reads.
  ///
  /// - Throws: `ModelError.inputShape`.
  public func checkFits(_ selection: TableSelection) throws(ExperimentError) {
    let expected = trunk.definition.inputs.first?.shape ?? boundaryShape
    let actual = selection.dataset.sampleShape
    guard expected.reduce(1, *) == actual.reduce(1, *) else {
      throw ExperimentError.model(
        .inputShape(model: trunk.source, expected: expected, data: selection.text, actual: actual))
    }
  }

  /// Features, [photos, features], in the shape the tail reads: [photos] + `boundaryShape`.
  public func shaped(_ features: Tensor) -> Tensor {
    Tensor(shape: [features.shape[0]] + boundaryShape, values: features.values)
  }

  /// The tail's probabilities, [photos, outputs], for features, [photos, features].
  public func probabilities(_ features: Tensor, batchSize: Int) throws(NetworkError) -> Tensor {
    try probabilities(features, batchSize: batchSize, on: Network(tail))
  }

  /// The same on a machine that is there already.
  public func probabilities(_ features: Tensor, batchSize: Int, on machine: Network) throws(NetworkError) -> Tensor {
    var values: [Float] = []
    for start in stride(from: 0, to: features.shape[0], by: batchSize) {
      let end = min(start + batchSize, features.shape[0])
      let rows = Tensor(
        shape: [end - start] + boundaryShape,
        values: Array(features.values[start * features.shape[1]..<end * features.shape[1]]))
      let output = try machine.forward([boundary: rows])
      values += output[tail.outputs[0]]?.values ?? []
    }
    let count = features.shape[0]
    return Tensor(shape: [count, count == 0 ? 0 : values.count / count], values: values)
  }
}
