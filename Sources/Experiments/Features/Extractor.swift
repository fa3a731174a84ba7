import DataFiles
public import Networks
public import Pictures
public import Tensors
import Training

/// The part of a network that is run once per photo and not trained: from the image to the features of one layer.
public struct Extractor: Sendable {
  /// The layers, with one image input and one output: the features.
  public let definition: NetworkDefinition
  /// What users call the model it was cut from: `squeezenet`.
  public let source: String
  /// The layer whose output the features are.
  public let layer: String
  /// How photos are brought to the size it reads; nil as their dataset says.
  public var scaling: CropAndScale?
  /// The network of the workspace its layers were copied from; nil for those of a file, and for samples' own numbers.
  public internal(set) var basis: FeatureBasis?
  /// What features are remembered under: extractors that make the same rows of numbers have the same.
  public let fingerprint: Fingerprint

  /// Makes an extractor of a network.
  public init(_ definition: NetworkDefinition, source: String, layer: String) {
    self.definition = definition
    self.source = source
    self.layer = layer
    fingerprint = Fingerprint(of: definition.untilNumbersStay)
  }

  /// What tells its layers and weights from others, whatever precision they are computed in.
  var plainDigest: UInt64 {
    definition.isQuantized ? Fingerprint(of: definition.untilNumbersStay.inSinglePrecision).value : fingerprint.value
  }

  /// Whether it has the other one's layers and weights.
  func isSame(asLayersOf other: Extractor) -> Bool { plainDigest == other.plainDigest }

  /// Cuts a network after a layer, leaving out what that layer does not need. `fire9` stands for the last layer of the
  /// group `fire9/…`.
  ///
  /// - Throws: `NameError.unknownLayer` where there is no such layer.
  public static func cut(
    _ network: NetworkDefinition, after layer: String, source: String
  ) throws(ExperimentError) -> Extractor {
    let exact = network.layers.lastIndex { $0.name == layer || $0.outputs.contains(layer) }
    guard let place = exact ?? network.layers.lastIndex(where: { $0.name.hasPrefix("\(layer)/") }) else {
      throw ExperimentError.name(.unknownLayer(layer, file: source, known: network.layers.map(\.name)))
    }
    let last = network.layers[place]
    let output = last.outputs.contains(layer) ? layer : last.outputs[0]
    var wanted: Set<String> = [output]
    var layers: [LayerDefinition] = []
    for candidate in network.layers[...place].reversed() where !wanted.isDisjoint(with: candidate.outputs) {
      layers.insert(candidate, at: 0)
      wanted.formUnion(candidate.inputs)
    }
    let inputs = network.inputs.filter { wanted.contains($0.name) }
    return Extractor(
      NetworkDefinition(inputs: inputs, layers: layers, outputs: [output]), source: source,
      layer: last.outputs.count > 1 ? output : last.name)
  }

  /// The features of a table's samples, [samples, features].
  ///
  /// - Throws: `ModelError.network`, `SourceError.table`, `Interruption` where `goesOn` answers false.
  public func features(of selection: TableSelection, while goesOn: () -> Bool) throws -> Tensor {
    let extractor = try TableFeatureExtractor(self, on: selection.dataset)
    var values: [Float] = []
    for piece in selection.pieces {
      guard goesOn() else { throw Interruption.asking(network: source) }
      let features = try extractor.run(piece.tensor(0..<piece.count)).values
      if values.isEmpty { values.reserveCapacity(selection.count * features.count / piece.count) }
      values += features
    }
    return Tensor(shape: [selection.count, values.count / max(1, selection.count)], values: values)
  }

  /// The model file that holds its layers; nil for a copy of a network of the workspace, and for samples' own numbers.
  public var file: String? { readsNumbers || basis?.isInFile == false ? nil : source }

  /// Its layer as a command names it: `squeezenet.pool10`.
  public var word: String { basis?.word ?? "\(source).\(layer)" }

  /// Sees to it that the features of a table's samples fit memory all at once.
  ///
  /// - Throws: `DataDiagnostic.largerThanMemory` where the table is in a file, and they would take more than it was allowed.
  public func checkRoom(for selection: TableSelection) throws(ExperimentError) {
    guard let room = selection.dataset.room else { return }
    let bytes = MemoryLimit.bytes(of: [selection.count, try featureCount(of: selection)])
    guard bytes > room.bytes else { return }
    throw ExperimentError.data(
      .largerThanMemory(
        selection.text, dataset: selection.dataset.name, samples: selection.count, bytes: bytes, limit: room.bytes))
  }

  private func featureCount(of selection: TableSelection) throws(ExperimentError) -> Int {
    definition.layers.isEmpty ? selection.dataset.sampleShape.reduce(1, *) : try featureCount()
  }

  /// Photos as it sees them: brought to size in its own way, where it has one.
  public func seen(_ photos: [Photo]) -> [Photo] {
    guard let scaling else { return photos }
    return photos.map { photo in
      var photo = photo
      photo.scaling = scaling
      return photo
    }
  }

  /// How many features it finds in a photo.
  ///
  /// - Throws: `ModelError.network` where the network cannot be built.
  public func featureCount() throws(ExperimentError) -> Int {
    do throws(NetworkError) {
      return try definition.shapes()[definition.outputs[0], default: []].reduce(1, *)
    } catch {
      throw ExperimentError.model(.network(source, error))
    }
  }

  /// The image it reads: its one input, which must be an image of fixed size.
  ///
  /// - Throws: `ModelError.noImageInput`, `otherInputs` for one that reads arrays beside its image.
  public func image() throws(ExperimentError) -> (name: String, width: Int, height: Int) {
    try definition.checkSoleImage(source: source)
    guard definition.inputs.count == 1, let input = definition.inputs.first, input.image != nil,
      input.shape.count == 3
    else { throw ExperimentError.model(.noImageInput(source)) }
    return (input.name, input.shape[2], input.shape[1])
  }
}

extension NetworkDefinition {
  /// Refuses arrays beside an image.
  ///
  /// - Throws: `ModelError.otherInputs`.
  func checkSoleImage(source: String) throws(ExperimentError) {
    let others = inputs.filter { $0.image == nil }.map(\.name)
    guard others.isEmpty || others.count == inputs.count else {
      throw ExperimentError.model(.otherInputs(source, others))
    }
  }

  /// The network without the layers at its end that leave every number as it is and where it is: a flattening after the
  /// last pooling, a dropout before the classifier.
  fileprivate var untilNumbersStay: NetworkDefinition {
    var network = self
    while let last = network.layers.last, network.outputs == last.outputs, last.inputs.count == 1 {
      switch last.kind {
      case .flatten(.channelFirst), .dropout:
        network.layers.removeLast()
        network.outputs = last.inputs
      default: return network
      }
    }
    return network
  }
}
