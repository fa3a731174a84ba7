import Networks
public import Tensors
import Training

/// Sets the last fully connected layer of a network from the features below it, at one stroke instead of step by step.
public struct HeadFitter: Sendable {
  /// The network, all layers but the last fully connected one taken as they are.
  public let model: NetworkModel
  /// The samples it is fitted to.
  public let selection: Selection
  /// The output of each of their dataset's classes.
  public let places: [Int]

  private let layer: Int
  private let parts: TrainableParts

  /// Finds the layer, and what lies below it.
  ///
  /// - Throws: `LoopDiagnostic.noHead` where no fully connected layer feeds the softmax at the end, `ModelError.tooManyClasses`.
  public init(_ model: NetworkModel, on selection: Selection) throws(ExperimentError) {
    try Model.network(model).checkAnswers(selection)
    var definition = model.definition
    guard let last = definition.layers.last, last.kind == .softmax,
      let layer = definition.layers.firstIndex(where: { $0.outputs == last.inputs }),
      case .innerProduct = definition.layers[layer].kind
    else { throw ExperimentError.loop(.noHead(model.name, last: model.definition.layers.last?.name ?? "")) }
    for index in definition.layers.indices { definition.layers[index].isUpdatable = index == layer }
    self.model = model
    self.selection = selection
    self.layer = layer
    places = try model.assigning(selection).outputs
    // What standardises stays as it is: the last layer reads what it gives.
    parts = try TrainableParts(of: model, as: definition.withFixedStandardization)
  }

  /// The layer's name.
  public var layerName: String { model.definition.layers[layer].name }

  /// What the layer reads of each sample, [samples, features].
  ///
  /// - Throws: `ExperimentError` where a photo cannot be read, `Interruption`.
  public func features(by inference: Inference) throws -> Tensor {
    if case .table(let table) = selection { try parts.trunk.checkRoom(for: table) }
    return try inference.features(of: selection, variant: .original, through: parts)
  }

  /// The output of each sample's class.
  public var targets: [Int] { LabelIndex(selection.labels).outputs(of: selection.truths, among: places) }

  /// The network with these numbers in the layer and the layers below it as they are, which it begins with from now on.
  public func model(weights: Tensor, biases: Tensor) throws(ExperimentError) -> NetworkModel {
    var model = model
    model.returnToStart()
    model.definition = self.model.definition
    model.outputs.classes = try self.model.assigning(selection).classes
    model.outputs.initialClasses = model.outputs.classes.count
    guard case .innerProduct(var product) = model.definition.layers[layer].kind else { return model }
    product.weights = Tensor(shape: product.weights.shape, values: weights.values)
    product.bias = biases
    model.definition.layers[layer].kind = .innerProduct(product)
    model.initial.definition = model.definition
    return model
  }
}
