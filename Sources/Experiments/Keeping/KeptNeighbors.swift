import ModelFile
import Pictures
import RunStore
import Tensors
import Training

/// A k-NN model as it is kept: its memory, and the extractor it looks through.
struct KeptNeighbors: Sendable, Codable {
  let extractor: KeptDefinition
  let source: String
  let layer: String
  let dimension: Int
  let numberOfNeighbors: Int
  let weighting: NearestNeighbors.Weighting
  let metric: DistanceMetric
  /// The size of the leaves of a kdTree; nil for the linear index.
  let leafSize: Int?
  let defaultLabel: String
  let labels: [String]
  let keys: [String?]
  let samples: KeptNumbers
  let allowedNeighbors: AllowedValues?
  let learnt: LearntData?
  /// Absent in what was kept before there was such a thing.
  let scaling: CropAndScale?, isStandardized: Bool?, answersNumbers: Bool?
  /// Absent where the features are a file's or the samples' own numbers, and in what was kept before there was such a thing.
  let basis: FeatureBasis?

  /// Takes a k-NN model apart.
  init(_ model: NeighborsModel, _ packer: inout NumberPacker) {
    extractor = KeptDefinition(model.extractor.definition, &packer)
    source = model.extractor.source
    layer = model.extractor.layer
    let memory = model.memory
    dimension = memory.dimension
    numberOfNeighbors = memory.numberOfNeighbors
    weighting = memory.weighting
    metric = memory.metric
    leafSize = if case .kdTree(let size) = memory.index { size } else { nil }
    defaultLabel = memory.defaultLabel
    labels = memory.sampleLabels
    keys = memory.keys
    samples = packer.add(memory.samples)
    allowedNeighbors = model.allowedNeighbors
    learnt = model.learnt
    scaling = model.extractor.scaling
    isStandardized = memory.isStandardized
    answersNumbers = memory.answersNumbers
    basis = model.extractor.basis
  }

  /// Puts the k-NN model together again.
  ///
  /// - Throws: `KeepingError`.
  func model(
    named name: String, file: ModelFile?, _ reader: inout NumberReader
  ) throws(KeepingError) -> NeighborsModel {
    let values = try reader.read(samples)
    guard dimension > 0, numberOfNeighbors > 0, keys.count == labels.count,
      Tensor.count(of: [labels.count, dimension]) == values.count
    else { throw .damaged }
    var memory = NearestNeighbors(
      dimension: dimension, numberOfNeighbors: numberOfNeighbors, weighting: weighting, metric: metric,
      defaultLabel: defaultLabel)
    memory.isStandardized = isStandardized ?? false
    memory.answersNumbers = answersNumbers ?? false
    if let leafSize {
      guard leafSize > 0 else { throw .damaged }
      memory.index = .kdTree(leafSize: leafSize)
    }
    do {
      try memory.remember(Tensor(shape: [labels.count, dimension], values: values), labels: labels, keys: keys)
    } catch {
      throw .damaged
    }
    var extractor = Extractor(try extractor.definition(structure: nil, &reader), source: source, layer: layer)
    extractor.scaling = scaling
    extractor.basis = basis
    return NeighborsModel(
      name: name, extractor: extractor, memory: memory, learnt: learnt, file: file, allowedNeighbors: allowedNeighbors)
  }
}
