import Tensors

/// The shapes of a network's tensors, found layer by layer: adding a layer costs what that layer costs, however many there
/// are before it.
public struct ShapeInference: Sendable {
  /// The shape of every tensor so far, by name.
  private(set) var shapes: [String: MapShape] = [:]
  private var names: Set<String> = []

  /// Begins with a network's inputs.
  ///
  /// - Throws: The first fact that makes them impossible.
  public init(inputs: [NetworkInput]) throws(NetworkError) {
    for input in inputs {
      try MemoryLimit.check([input.sequenceLength] + input.shape, layer: nil)
      guard let shape = MapShape(input.shape), input.sequenceLength >= 1 else {
        throw .invalidInput(name: input.name, shape: input.shape)
      }
      try input.checkImage()
      if shapes.updateValue(shape.repeated(input.sequenceLength), forKey: input.name) != nil {
        throw .duplicateTensor(layer: input.name, name: input.name)
      }
    }
  }

  /// Adds a layer that reads tensors made before it.
  ///
  /// - Throws: The first fact that makes it impossible.
  public mutating func add(_ layer: LayerDefinition) throws(NetworkError) {
    guard names.insert(layer.name).inserted else { throw .duplicateLayer(name: layer.name) }
    var read: [MapShape] = []
    for name in layer.inputs {
      guard let shape = shapes[name] else { throw .unknownTensor(layer: layer.name, name: name) }
      read.append(shape)
    }
    let made = try layer.outputShapes(of: read)
    guard made.count == layer.outputs.count else {
      throw .wrongTensorCount(layer: layer.name, expected: made.count, actual: layer.outputs.count)
    }
    for (name, shape) in zip(layer.outputs, made) {
      try MemoryLimit.check(shape.lengths, layer: layer.name)
      if shapes.updateValue(shape, forKey: name) != nil { throw .duplicateTensor(layer: layer.name, name: name) }
    }
  }

  /// The shape of a tensor of one sample, [C] or [C, H, W]; nil when there is no such tensor.
  public func shape(of tensor: String) -> [Int]? { shapes[tensor]?.lengths }

  /// The shape of one step of a tensor, [C] or [C, H, W], and of how many it consists; nil when there is no such tensor.
  public func sequence(of tensor: String) -> (step: [Int], steps: Int)? {
    shapes[tensor].map { ($0.step.lengths, $0.steps) }
  }
}

extension NetworkInput {
  /// Checks that what is done to an image's pixels fits the shape they are written to.
  fileprivate func checkImage() throws(NetworkError) {
    guard let image else { return }
    let channels = image.colorSpace == .grayscale ? 1 : 3
    func check(_ part: NetworkError.ImagePart, _ expected: Int, _ actual: Int) throws(NetworkError) {
      guard expected == actual else { throw .imageInput(name: name, part, expected: expected, actual: actual) }
    }
    try check(.channels, channels, shape.count == 3 ? shape[0] : 1)
    try check(.biases, channels, image.biases.count)
    try check(.meanNumbers, shape.reduce(1, *), image.meanImage?.count ?? shape.reduce(1, *))
  }
}

extension NetworkDefinition {
  /// The shape of every tensor, by name; throws the first fact that makes the network impossible.
  func inferShapes() throws(NetworkError) -> [String: MapShape] {
    var inference = try ShapeInference(inputs: inputs)
    for layer in layers { try inference.add(layer) }
    for name in outputs where inference.shapes[name] == nil { throw .unknownTensor(layer: nil, name: name) }
    return inference.shapes
  }
}
