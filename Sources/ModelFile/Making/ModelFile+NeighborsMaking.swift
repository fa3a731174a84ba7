import Networks
import Tensors
public import Training

extension ModelFile {
  /// Makes a classifier by nearest neighbours with the examples it remembers.
  ///
  /// - Parameters:
  ///   - neighbors: The examples, how many of them vote, and how.
  ///   - allowedNumbers: How many may be asked to vote on a device.
  ///   - index: How a device searches.
  ///   - featureName: What the input with the features is called.
  ///   - predictedFeatureName: What the output with the label is called.
  ///   - predictedProbabilitiesName: What the output with the probabilities is called.
  ///   - original: Where the classifier came from; its names win, and its labels stay whole numbers if all still are.
  /// - Throws: `cannotExpress` for a distance the format does not have, or a number of neighbours that is not allowed.
  public init(
    nearestNeighbors neighbors: NearestNeighbors,
    allowedNumbers: IntegerParameter.Allowed = .range(minimum: 1, maximum: 1000),
    index: NeighborsRecord.Index = .linear, featureName: String = "features",
    predictedFeatureName: String = "label", predictedProbabilitiesName: String = "labelProbability",
    from original: ModelFile? = nil
  ) throws(ModelFileError) {
    guard neighbors.metric == .euclidean else { throw .cannotExpress(.distance) }
    let original = original?.kind == .nearestNeighborsClassifier ? original : nil
    let labels = ModelFile.labels(of: neighbors, from: original)
    let description =
      original?.description
      ?? ModelFile.neighborsDescription(
        dimension: neighbors.dimension, featureName: featureName, label: predictedFeatureName,
        probabilities: predictedProbabilitiesName)
    var content = original?.content ?? WireMessage()
    content.set(
      1, message: ModelFile.index(of: neighbors, over: content.message(1), kind: original == nil ? index : nil))
    var number = original?.neighbors?.numberOfNeighbors ?? IntegerParameter(0, allowed: allowedNumbers)
    guard number.allows(neighbors.numberOfNeighbors) else {
      throw .cannotExpress(.notAllowed(parameter: "numberOfNeighbors", value: neighbors.numberOfNeighbors))
    }
    number.defaultValue = neighbors.numberOfNeighbors
    content.set(3, message: number.encoded(over: content.message(3)))
    labels.write(into: &content)
    ModelFile.writeDefault(neighbors.defaultLabel, like: labels, into: &content)
    let weighting = neighbors.weighting == .uniform ? 200 : 210
    if content.oneOf([200, 210])?.number != weighting { content.set(oneOf: [200, 210], weighting) }
    self = ModelFile.made(.nearestNeighborsClassifier, description, content, from: original)
    if original == nil { isUpdatable = true }
    specificationVersion = max(specificationVersion, SpecificationVersion.least(for: self))
  }

  private static func labels(of neighbors: NearestNeighbors, from original: ModelFile?) -> ClassLabels {
    let numbers = neighbors.sampleLabels.compactMap { Int($0) }
    if case .integers? = original.flatMap(ClassLabels.init(of:)), numbers.count == neighbors.count,
      Int(neighbors.defaultLabel) != nil
    {
      return .integers(numbers)
    }
    return .strings(neighbors.sampleLabels)
  }

  /// Label and default label have to be of one type.
  private static func writeDefault(_ label: String, like labels: ClassLabels, into content: inout WireMessage) {
    let wanted: NeighborsRecord.DefaultLabel
    switch labels {
    case .strings: wanted = .string(label)
    case .integers: wanted = .integer(Int(label) ?? 0)
    }
    guard NeighborsRecord(content).defaultLabel != wanted else { return }
    content.remove(110)
    content.remove(111)
    switch wanted {
    case .string(let text): content.replace(110, with: [.bytes(Bytes(text.utf8))])
    case .integer(let number): content.replace(111, with: [.varint(UInt64(bitPattern: Int64(number)))])
    }
  }

  private static func index(
    of neighbors: NearestNeighbors, over base: WireMessage?, kind: NeighborsRecord.Index?
  ) -> WireMessage {
    var wire = base ?? WireMessage()
    wire.set(1, neighbors.dimension)
    let earlier = wire[repeated: 2].messages
    let samples = (0..<neighbors.count).map { index -> WireMessage in
      let row = Array(neighbors.samples[index * neighbors.dimension..<(index + 1) * neighbors.dimension])
      if index < earlier.count, earlier[index][repeated: 1].floats.sameBits(as: row) { return earlier[index] }
      var sample = WireMessage()
      sample[repeated: 1].floats = row
      return sample
    }
    wire[repeated: 2].messages = samples
    switch kind {
    case .linear?: wire.set(oneOf: [100, 110], 100)
    case .kdTree(let leafSize)?:
      var tree = WireMessage()
      tree.set(1, leafSize)
      wire.set(oneOf: [100, 110], 110, message: tree)
    case nil: break
    }
    if wire.values(200).isEmpty { wire.set(200, message: WireMessage()) }
    return wire
  }

  private static func neighborsDescription(
    dimension: Int, featureName: String, label: String, probabilities: String
  ) -> ModelDescription {
    let features = FeatureDescription(
      name: featureName, type: .multiArray(ArrayFeature(shape: [dimension], dataType: .float32)))
    let labels = FeatureDescription(name: label, type: .string)
    return ModelDescription(
      inputs: [features],
      outputs: [labels, FeatureDescription(name: probabilities, type: .dictionary(.string))],
      trainingInputs: [features, labels], predictedFeatureName: label, predictedProbabilitiesName: probabilities)
  }
}
