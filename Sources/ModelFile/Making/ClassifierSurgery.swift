public import Networks
public import Tensors

/// Changing what a network tells apart: its classifier layer, the last that learns before the scores.
extension NetworkDefinition {
  /// The place of the layer that makes the scores: the last convolution or fully connected layer on the way back from the
  /// first output through softmax, activations, dropout, flattening and pooling. Nil where something else is in between.
  public var classifierLayer: Int? {
    guard var tensor = outputs.first else { return nil }
    for index in layers.indices.reversed() where layers[index].outputs.contains(tensor) {
      switch layers[index].kind {
      case .innerProduct, .convolution: return index
      case .softmax, .activation, .dropout, .flatten, .pooling:
        guard let input = layers[index].inputs.first else { return nil }
        tensor = input
      default: return nil
      }
    }
    return nil
  }

  /// How many scores the network makes, where that can be told without following shapes: the numbers of a fully
  /// connected layer, or the maps of a convolution, unless these are flattened before they are averaged to one number.
  public var scoreCount: Int? {
    guard let index = classifierLayer else { return nil }
    switch layers[index].kind {
    case .innerProduct(let layer): return layer.outputChannels
    case .convolution(let layer):
      let after = layers[(index + 1)...].map(\.kind)
      let isAveraged = after.contains { if case .pooling(let pooling) = $0 { pooling.isGlobal } else { false } }
      let isFlattened = after.contains { if case .flatten = $0 { true } else { false } }
      return isFlattened && !isAveraged ? nil : layer.outputChannels
    default: return nil
    }
  }

  /// The part of the network that makes these tensors: layers they do not depend on go.
  ///
  /// - Throws: `cannotExpress(.noSuchTensor)` for a tensor that neither an input nor a layer makes.
  public func part(making tensors: [String]) throws(ModelFileError) -> NetworkDefinition {
    let known = Set(inputs.map(\.name)).union(layers.flatMap(\.outputs))
    for tensor in tensors where !known.contains(tensor) { throw .cannotExpress(.noSuchTensor(tensor)) }
    var needed = Set(tensors)
    var kept: [LayerDefinition] = []
    for layer in layers.reversed() where layer.outputs.contains(where: needed.contains) {
      needed.formUnion(layer.inputs)
      kept.append(layer)
    }
    return NetworkDefinition(
      inputs: inputs.filter { needed.contains($0.name) }, layers: kept.reversed(), outputs: tensors)
  }

  /// The network up to a tensor, a vector or maps of size 1 × 1, and a new classifier on it: flattening, a fully
  /// connected layer that may be trained, and softmax. No other layer may be trained then.
  ///
  /// - Parameters:
  ///   - tensor: What the classifier reads.
  ///   - weights: [classes, numbers in the tensor].
  ///   - bias: [classes].
  ///   - layer: The name of the fully connected layer; a number is put after it if it is taken.
  ///   - flattens: Whether the tensor is unrolled first; one that is a vector need not be.
  ///   - scores: The name of the tensor with the probabilities.
  /// - Returns: The network whose one output is the probabilities.
  /// - Throws: `cannotExpress` for an unknown tensor or a taken name of the scores.
  public func addingClassifier(
    on tensor: String, weights: Tensor, bias: Tensor, layer: String = "fullyconnected0",
    flattens: Bool = true, scores: String = "labelProbability"
  ) throws(ModelFileError) -> NetworkDefinition {
    precondition(weights.shape.count == 2 && bias.shape == [weights.shape[0]], "a row of weights and a bias per class")
    var result = try part(making: [tensor])
    for index in result.layers.indices { result.layers[index].isUpdatable = false }
    let taken = result.names
    guard !taken.contains(scores) else { throw .cannotExpress(.duplicateName(scores)) }
    var fresh = FreshNames(besides: taken.union([scores]))
    let flat = flattens ? fresh.name("flatten0_output") : tensor
    let logits = fresh.name(layer + "_output")
    let head = InnerProductDefinition(
      inputChannels: weights.shape[1], outputChannels: weights.shape[0], weights: weights, bias: bias)
    if flattens {
      result.layers.append(
        LayerDefinition(name: fresh.name("flatten0"), inputs: [tensor], outputs: [flat], kind: .flatten(.channelFirst)))
    }
    result.layers += [
      LayerDefinition(
        name: fresh.name(layer), inputs: [flat], outputs: [logits], kind: .innerProduct(head), isUpdatable: true),
      LayerDefinition(name: fresh.name("softmax"), inputs: [logits], outputs: [scores], kind: .softmax),
    ]
    result.outputs = [scores]
    return result
  }

  /// The network with further classes: rows added to the classifier layer, after those that are there.
  ///
  /// - Parameters:
  ///   - classes: How many are added.
  ///   - weights: [new classes, …], each row as long as those that are there; nil for zeros.
  ///   - bias: [new classes]; nil for zeros.
  /// - Returns: The network with the longer classifier layer.
  /// - Throws: `cannotExpress(.noClassifierLayer)` where there is none.
  public func growingClassifier(
    by classes: Int, weights: Tensor? = nil, bias: Tensor? = nil
  ) throws(ModelFileError) -> NetworkDefinition {
    precondition(classes > 0, "growing by \(classes) classes")
    guard let index = classifierLayer else { throw .cannotExpress(.noClassifierLayer) }
    var result = self
    switch layers[index].kind {
    case .innerProduct(var layer):
      layer.weights = layer.weights.appendingRows(classes, weights)
      layer.bias = grownBias(layer.bias, of: layer.outputChannels, by: classes, bias)
      layer.outputChannels += classes
      result.layers[index].kind = .innerProduct(layer)
    case .convolution(var layer) where layer.groups == 1 && !layer.isDeconvolution:
      layer.weights = layer.weights.appendingRows(classes, weights)
      layer.bias = grownBias(layer.bias, of: layer.outputChannels, by: classes, bias)
      layer.outputChannels += classes
      result.layers[index].kind = .convolution(layer)
    default: throw .cannotExpress(.noClassifierLayer)
    }
    return result
  }

  /// A layer without a bias gets one only when the new classes have one.
  private func grownBias(_ bias: Tensor?, of count: Int, by classes: Int, _ rows: Tensor?) -> Tensor? {
    guard bias != nil || rows != nil else { return nil }
    return (bias ?? Tensor(shape: [count])).appendingRows(classes, rows)
  }
}

extension Tensor {
  /// The same with so many further entries of the outermost axis, zeros unless given.
  fileprivate func appendingRows(_ count: Int, _ rows: Tensor?) -> Tensor {
    let shape = [self.shape[0] + count] + self.shape.dropFirst()
    let added = rows?.values ?? [Float](repeating: 0, count: count * self.shape.dropFirst().reduce(1, *))
    return Tensor(shape: shape, values: values + added)
  }
}
