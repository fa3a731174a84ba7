import Experiments
import Networks
import Tensors
import Training

/// Sets the last fully connected layer of a network from the features below it, at one stroke instead of step by step.
struct HeadFitting {
  /// The network, all layers but the last fully connected one taken as they are.
  let model: NetworkModel
  /// The samples it is fitted to.
  let selection: Selection
  /// The output of each of their dataset's classes.
  let places: [Int]

  private let layer: Int
  private let parts: TrainableParts

  /// Finds the layer, and what lies below it.
  ///
  /// - Throws: `LoopFact.noHead` where no fully connected layer feeds the softmax at the end, `Fact.tooManyClasses`.
  init(_ model: NetworkModel, on selection: Selection) throws(Fault) {
    var definition = model.definition
    guard let last = definition.layers.last, last.kind == .softmax,
      let layer = definition.layers.firstIndex(where: { $0.outputs == last.inputs }),
      case .innerProduct = definition.layers[layer].kind
    else { throw Fault(.loop(.noHead(model.name, last: model.definition.layers.last?.name ?? ""))) }
    for index in definition.layers.indices { definition.layers[index].isUpdatable = index == layer }
    self.model = model
    self.selection = selection
    self.layer = layer
    places = try model.claiming(selection).outputs
    parts = try TrainableParts(of: definition, source: model.source, scaling: model.scaling)
  }

  /// The layer's name.
  var layerName: String { model.definition.layers[layer].name }

  /// What the layer reads of each sample, [samples, features].
  ///
  /// - Throws: `Fault` where a photo cannot be read, `Interruption`.
  func features(in session: Session, on stage: Stage) throws -> Tensor {
    if case .table(let table) = selection { try parts.trunk.checkRoom(for: table) }
    return try session.features(of: selection, variant: .original, through: parts, stage: stage)
  }

  /// The output of each sample's class.
  var targets: [Int] {
    let index = LabelIndex(selection.labels)
    return selection.truths.map { label in index.position(of: label).map { places[$0] } ?? 0 }
  }

  /// The network with these numbers in the layer, new from the ground: nothing of an earlier training is left.
  func model(weights: Tensor, biases: Tensor) throws(Fault) -> NetworkModel {
    var model = model
    model.returnToStart()
    model.classes = try self.model.claiming(selection).classes
    model.starterClassCount = model.classes.count
    guard case .innerProduct(var product) = model.definition.layers[layer].kind else { return model }
    product.weights = Tensor(shape: product.weights.shape, values: weights.values)
    product.bias = biases
    model.definition.layers[layer].kind = .innerProduct(product)
    model.starter = model.definition
    return model
  }
}
