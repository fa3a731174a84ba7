import Tensors
public import Training

extension NearestNeighbors {
  /// The classifier by nearest neighbours of a model, with its examples, ready to be asked and to remember more. Integer labels
  /// become texts.
  ///
  /// - Throws: `wrongKind` when the model is no such classifier, `nearestNeighbors` when it contradicts itself.
  public init(_ model: ModelFile) throws(ModelFileError) {
    guard let record = model.neighbors else { throw .wrongKind(model.kind, wanted: [.nearestNeighborsClassifier]) }
    try record.check()
    let labels = ClassLabels(of: model)?.texts ?? []
    let samples = model.content.message(1)?[repeated: 2].messages ?? []
    guard labels.count == samples.count else {
      throw .nearestNeighbors(.labelCount(samples: samples.count, labels: labels.count))
    }
    var numbers: [Float] = []
    for (index, sample) in samples.enumerated() {
      let length = sample[repeated: 1].floatCount
      guard length == record.dimension else {
        throw .nearestNeighbors(.sampleLength(index: index, expected: record.dimension, actual: length))
      }
      numbers.append(contentsOf: sample[repeated: 1].floats)
    }
    self.init(
      dimension: record.dimension, numberOfNeighbors: record.numberOfNeighbors?.defaultValue ?? 1,
      weighting: record.weighting == .uniform ? .uniform : .inverseDistance, metric: .euclidean,
      defaultLabel: record.defaultLabel?.text ?? "???")
    if case .kdTree(let leafSize)? = record.index { index = .kdTree(leafSize: max(leafSize, 1)) }
    guard !samples.isEmpty else { return }
    do {
      try remember(Tensor(shape: [samples.count, record.dimension], values: numbers), labels: labels)
    } catch {
      let place = numbers.firstIndex { !$0.isFinite } ?? 0
      throw .nearestNeighbors(.notFinite(index: place / record.dimension))
    }
  }
}

extension NeighborsRecord {
  /// Sees to it that the record does not contradict itself.
  fileprivate func check() throws(ModelFileError) {
    guard dimension > 0 else {
      throw .nearestNeighbors(.size(field: "numberOfDimensions", value: dimension))
    }
    let neighbors = numberOfNeighbors?.defaultValue ?? 0
    guard (1...LayerReader.largestSize).contains(neighbors) else {
      throw .nearestNeighbors(.size(field: "numberOfNeighbors", value: neighbors))
    }
    guard hasDistance else { throw .nearestNeighbors(.noDistance) }
    guard weighting != nil else { throw .nearestNeighbors(.noWeighting) }
    guard sampleCount > 0 || defaultLabel != nil else { throw .nearestNeighbors(.noDefaultLabel) }
  }
}

extension NeighborsRecord.DefaultLabel {
  /// The label as a text.
  public var text: String {
    switch self {
    case .string(let label): label
    case .integer(let label): String(label)
    }
  }
}
