import Networks
public import Pictures
import Tensors
public import Training

/// A model that drawings can be shown to, and what it must be given of them.
public struct Drawable: Sendable {
  /// The model.
  public let model: Model
  /// The shape of what it reads: [1, 28, 28].
  public let shape: [Int]
  /// The size of the pictures it reads.
  public let width: Int, height: Int
  /// What it reads.
  public let input: Input
  /// Whether it has learnt nothing so far.
  public let isFresh: Bool

  /// What a model reads.
  public enum Input: Sendable, Equatable {
    /// An image.
    case image
    /// Numbers: each pixel, 0 to 255, times a factor, which is that of the table it learnt from.
    case numbers(scale: Float)
  }

  /// What the pixels in a table of drawings are multiplied by, for the model to learn from it what it is shown by `draw`; nil
  /// where it changes pixels otherwise before it looks at them.
  public let tableScale: Float?

  /// Looks whether drawings can be shown to a model of a session.
  ///
  /// - Throws: `DrawingDiagnostic.noPicture`, `FileDiagnostic.answersNumbers`.
  public init(_ model: Model, in workspace: Workspace) throws(ExperimentError) {
    let inputs: [NetworkInput]
    switch model {
    case .network(let network):
      guard !network.outputs.isRegressor else { throw ExperimentError.file(.answersNumbers(network.name)) }
      inputs = network.definition.inputs
    case .hybrid(let hybrid): throw .loop(.hybrid(hybrid.name, .explaining, of: hybrid.names))
    case .neighbors(let neighbors):
      guard !neighbors.extractor.isOpen else { throw .model(.readsNothingYet(neighbors.name)) }
      inputs = neighbors.extractor.definition.inputs
    }
    isFresh = model.state.isUntrained
    let shape = inputs.first?.shape ?? []
    let channels = shape.count == 2 ? 1 : shape.first ?? 0
    guard inputs.count == 1, (2...3).contains(shape.count), channels == 1 || channels == 3,
      let side = shape.suffix(2).min(), let longest = shape.suffix(2).max(), side >= 4, longest <= 2048
    else { throw ExperimentError.drawing(.noPicture(model.name, shape: shape)) }
    self.model = model
    self.shape = shape
    (height, width) = (shape[shape.count - 2], shape[shape.count - 1])
    let learnt = Self.scale(of: model, in: workspace)
    let image = shape.count == 3 ? inputs[0].image : nil
    input = image == nil ? .numbers(scale: learnt ?? 1 / 255) : .image
    tableScale = image == nil || learnt != nil || image?.isPlain == true ? learnt ?? 1 / 255 : nil
  }

  /// The pixels of a drawing as the model sees them, 0 to 255, [height, width].
  public func pixels(_ strokes: Strokes, isCentered: Bool) -> [UInt8] {
    strokes.pixels(width: width, height: height, isCentered: isCentered)
  }

  /// The model's answers to a picture, most probable first.
  ///
  /// - Parameters:
  ///   - pixels: As `pixels` gives them.
  ///   - featureCache: Has the machines of networks that read images.
  /// - Returns: A class and its probability for each output.
  /// - Throws: `ExperimentError` where the network cannot be run.
  public func answers(to pixels: [UInt8], on featureCache: FeatureCache) throws -> [LabelProbability] {
    return try ExperimentError.naming(model.name) {
      switch model {
      case .hybrid: return []
      case .neighbors(let neighbors):
        let vote = try neighbors.memory.classify(features(pixels, through: neighbors.extractor, featureCache))[0]
        return vote.probabilities.mostProbableFirst(answer: vote.label)
      case .network(let network):
        let parts = try TrainableParts(of: network)
        let probabilities = try parts.probabilities(features(pixels, through: parts.trunk, featureCache), batchSize: 1)
        return zip(network.outputs.labels, probabilities.row(0)).map {
          LabelProbability(label: $0, probability: Double($1))
        }.mostProbableFirst(answer: nil)
      }
    }
  }

  /// What an extractor makes of a picture, [1, features].
  private func features(_ pixels: [UInt8], through extractor: Extractor, _ featureCache: FeatureCache) throws -> Tensor
  {
    switch input {
    case .image:
      let bytes = pixels.flatMap { [$0, $0, $0] }
      return try featureCache.features(
        ofPictures: [PixelBuffer(width: width, height: height, bytes: bytes)], through: extractor)
    case .numbers(let scale):
      let plane = pixels.map { Float($0) * scale }
      let channels = shape.reduce(1, *) / plane.count
      let sample = Tensor(shape: [1] + shape, values: (0..<channels).flatMap { _ in plane })
      guard let name = extractor.definition.inputs.first?.name, !extractor.definition.layers.isEmpty else {
        return Tensor(shape: [1, sample.count], values: sample.values)
      }
      let output = try Network(extractor.definition).forward([name: sample])[extractor.definition.outputs[0]]
      let values = output?.values ?? []
      return Tensor(shape: [1, values.count], values: values)
    }
  }
}

extension ImagePreprocessing {
  /// Whether it does no more than divide by 255.
  fileprivate var isPlain: Bool {
    colorSpace != .bgr && channelScale == 1 / 255 && biases.allSatisfy { $0 == 0 } && meanImage == nil
  }
}

extension Drawable {
  /// What the numbers of the table a model learnt from are multiplied by; nil where it learnt from no table that is known.
  private static func scale(of model: Model, in workspace: Workspace) -> Float? {
    guard case .network(let network) = model, let data = network.training.last?.on,
      case .table(let table)? = try? workspace.selection(named: data)
    else { return nil }
    return table.dataset.scale
  }
}
