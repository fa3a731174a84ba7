/// A network as a model describes it: inputs, layers in order of execution, outputs. A value; it can be cut, extended
/// and changed freely. `Network` is the machine made of it.
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

/// How the 8-bit pixels of an image become the numbers of a tensor: y = channelScale · x + bias of the channel.
///
/// The bias is *added* (format field `NeuralNetworkImageScaler`), whatever its sign.
public struct ImagePreprocessing: Sendable, Equatable, Codable {
  /// In which order the channels lie in the tensor.
  public enum ColorSpace: Sendable, Equatable, Codable { case grayscale, rgb, bgr }

  /// In which order the channels lie in the tensor.
  public var colorSpace: ColorSpace
  /// The factor of every channel.
  public var channelScale: Float
  /// What is added to each channel, in the tensor's channel order; one number for grayscale, three otherwise.
  public var biases: [Float]
  /// What is subtracted from each number, [C, H, W], where the model has a mean image.
  public var meanImage: [Float]?

  /// Describes an image's preprocessing.
  public init(
    colorSpace: ColorSpace, channelScale: Float = 1, biases: [Float]? = nil, meanImage: [Float]? = nil
  ) {
    self.colorSpace = colorSpace
    self.channelScale = channelScale
    self.biases = biases ?? [Float](repeating: 0, count: colorSpace == .grayscale ? 1 : 3)
    self.meanImage = meanImage
  }
}
