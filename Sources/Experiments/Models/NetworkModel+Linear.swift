import Networks
public import Tensors
import Training

extension NetworkModel {
  /// A network of one fully connected layer on the numbers of a table: with softmax behind it for classes, without for a
  /// number to predict. Its weights are 0.
  public init(linear name: String, on table: TableSelection) {
    let shape = table.dataset.sampleShape
    let width = shape.reduce(1, *)
    let isRegression = table.dataset.isRegression
    let outputs = isRegression ? table.dataset.outputs : max(2, table.dataset.labels.count)
    let input = shape.count == 3 ? "image" : "input"
    var layers: [LayerDefinition] = []
    if shape.count > 1 {
      layers.append(
        LayerDefinition(name: "flatten0", inputs: [input], outputs: ["row"], kind: .flatten(.channelFirst)))
    }
    let product = InnerProductDefinition(
      inputChannels: width, outputChannels: outputs,
      weights: Tensor(shape: [outputs, width], values: [Float](repeating: 0, count: outputs * width)),
      bias: Tensor(shape: [outputs], values: [Float](repeating: 0, count: outputs)))
    let answer = isRegression ? NetworkOutputs.prediction : ClassifierSurgery.probabilities
    layers.append(
      LayerDefinition(
        name: "innerProduct0", inputs: [layers.last?.outputs[0] ?? input],
        outputs: [isRegression ? answer : "scores"], kind: .innerProduct(product), isUpdatable: true))
    if !isRegression {
      layers.append(LayerDefinition(name: "softmax0", inputs: ["scores"], outputs: [answer], kind: .softmax))
    }
    let definition = NetworkDefinition(
      inputs: [NetworkInput(name: input, shape: shape)], layers: layers, outputs: [answer])
    self.init(
      name: name, initial: InitialWeights(definition, initialization: .zero),
      outputs: isRegression ? .numbers(outputs, named: answer) : NetworkOutputs(outputs), source: NetworkSource(name))
  }

  /// The network with the weights that ridge regression found, [outputs, features], in its last layer, and the layers below it
  /// as they are, which it begins with from now on.
  public func fitted(weights: Tensor, bias: Tensor) -> NetworkModel {
    var model = self
    model.returnToStart()
    model.definition = definition
    guard let place = model.definition.layers.indices.last,
      case .innerProduct(var product) = model.definition.layers[place].kind
    else { return model }
    product.weights = Tensor(shape: product.weights.shape, values: weights.values)
    product.bias = bias
    model.definition.layers[place].kind = .innerProduct(product)
    model.initial.definition = model.definition
    return model
  }
}
