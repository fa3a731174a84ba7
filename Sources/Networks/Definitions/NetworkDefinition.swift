/// A network as a model describes it: inputs, layers in order of execution, outputs. A value; it can be cut, extended
/// and changed freely. `Network` is compiled of it.
public struct NetworkDefinition: Sendable, Equatable, Codable {
  /// What goes in.
  public var inputs: [NetworkInput]
  /// The layers, in order of execution: each reads tensors made before it.
  public var layers: [LayerDefinition]
  /// The names of the tensors that come out.
  public var outputs: [String]

  /// Describes a network.
  public init(inputs: [NetworkInput], layers: [LayerDefinition], outputs: [String]) {
    self.inputs = inputs
    self.layers = layers
    self.outputs = outputs
  }
}

/// One input of a network.
public struct NetworkInput: Sendable, Equatable, Codable {
  /// The name of the tensor it fills.
  public var name: String
  /// The shape of one sample: [C, H, W], or [C] for a vector.
  public var shape: [Int]
  /// What is done to the pixels, when the input is an image.
  public var image: ImagePreprocessing?
  /// How many such shapes one sample holds, one after another: the format's axis Seq.
  public var sequenceLength: Int
  /// Whether it may be left out; it is all zeros then.
  public var isOptional: Bool

  /// Describes an input.
  public init(
    name: String, shape: [Int], image: ImagePreprocessing? = nil, sequenceLength: Int = 1, isOptional: Bool = false
  ) {
    self.name = name
    self.shape = shape
    self.image = image
    self.sequenceLength = sequenceLength
    self.isOptional = isOptional
  }
}
