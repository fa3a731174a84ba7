public import Networks

/// What a network's file says besides its layers (format message `NeuralNetwork`); it is empty in files of other kinds.
public struct NetworkRecord: Sendable, Equatable {
  /// The network's file.
  let file: ModelFile

  /// The inputs of the network, with the shape of one sample, [C, H, W] or [C], and what is done to images.
  ///
  /// - Throws: `input` for one that cannot be fed.
  public func inputs() throws(ModelFileError) -> [NetworkInput] { try NetworkInputReader(model: file).inputs() }

  /// What is done to image inputs; nothing in models of other kinds.
  public var preprocessing: [Preprocessing] {
    file.kind.isNetwork ? file.content[repeated: 2].messages.map(Preprocessing.init) : []
  }

  /// The tensor that holds a classifying network's scores: the one its file names, else the one named like the
  /// probabilities, else what the last layer makes. Nil in models of other kinds.
  public var scoreTensor: String? {
    guard file.kind == .neuralNetworkClassifier else { return nil }
    let named = file.content.text(200)
    if !named.isEmpty { return named }
    let layers = file.layers
    let probabilities = file.description.predictedProbabilitiesName
    if layers.contains(where: { $0.outputs.contains(probabilities) }) { return probabilities }
    return layers.last?.outputs.first
  }

  /// What the network gives: a classifier's scores first, and whatever else the model gives that a layer makes.
  func outputs(of layers: [LayerRecord]) -> [String] {
    let made = Set(layers.flatMap(\.outputs))
    let given = file.description.outputs.map(\.name).filter(made.contains)
    guard let scores = scoreTensor else { return given }
    return [scores] + given.filter { $0 != scores }
  }
}
