public import Tensors

/// One layer as a model describes it: its name, the tensors it reads and makes, what it does, and its parameters.
///
/// The vocabulary is Core ML's (`NeuralNetworkLayer`), its defaults filled in, so that nothing here is implicit.
public struct LayerDefinition: Sendable, Equatable, Codable {
  /// The layer's name, unique in its network.
  public var name: String
  /// The names of the tensors it reads, in the order its kind asks for.
  public var inputs: [String]
  /// The names of the tensors it makes.
  public var outputs: [String]
  /// What it computes, with its settings and parameters.
  public var kind: LayerKind
  /// Whether training may change its parameters.
  public var isUpdatable: Bool

  /// Describes a layer.
  public init(name: String, inputs: [String], outputs: [String], kind: LayerKind, isUpdatable: Bool = false) {
    self.name = name
    self.inputs = inputs
    self.outputs = outputs
    self.kind = kind
    self.isUpdatable = isUpdatable
  }
}

/// What a layer computes. Cases are added as the engine learns them; every switch over them is exhaustive.
public enum LayerKind: Sendable, Equatable, Codable {
  /// A two-dimensional convolution or deconvolution.
  case convolution(ConvolutionDefinition)
  /// A fully connected layer.
  case innerProduct(InnerProductDefinition)
  /// Maximum, average or L2 over windows.
  case pooling(PoolingDefinition)
  /// A function of each number by itself.
  case activation(ActivationFunction)
  /// The exponentials of the channels, divided by their sum, at every position.
  case softmax
  /// [C, H, W] to a vector.
  case flatten(AxisOrder)
  /// Stacking along the channels.
  case concat
  /// The sum, elementwise, of several tensors, or of one with a constant.
  case add(constant: Float)
  /// The product, elementwise, of several tensors, or of one with a constant.
  case multiply(constant: Float)
  /// Zeroes each number with this probability while training and scales the others up; nothing otherwise.
  case dropout(probability: Float)
  /// The mean, elementwise, of several tensors.
  case average
  /// The largest, elementwise, of several tensors.
  case maximum
  /// The smallest, elementwise, of several tensors.
  case minimum
  /// The product over the channels of two tensors, summed; divided by both lengths when it is the cosine.
  case dot(cosine: Bool)
  /// Shifts and scales each channel to a common mean and variance, then by its own factor and offset.
  case batchNormalization(BatchNormalizationDefinition)
  /// Shifts each sample's maps to mean 0 and, where asked, scales them to variance 1.
  case meanVarianceNormalization(MeanVarianceNormalizationDefinition)
  /// Divides each sample by its Euclidean length, sqrt(Σ x² + epsilon).
  case l2Normalization(epsilon: Float)
  /// Divides each number by a power of its neighbours' squares, across channels.
  case localResponseNormalization(LocalResponseNormalizationDefinition)
  /// Surrounds each map.
  case padding(PaddingDefinition)
  /// Cuts rows and columns off each side, or, with a second input, cuts out a window of that input's size.
  case crop(CropDefinition)
  /// Every stride-th entry of one axis, from a start to an end.
  case slice(SliceDefinition)
  /// Cuts the channels into as many equal parts as there are outputs.
  case split
  /// Reorders the axes [Seq, C, H, W]: axis i of the output is axis `axes[i]` of the input.
  case permute(axes: [Int])
  /// The same numbers under another shape [C, H, W], or [Seq, C, H, W], unrolled and filled in this order.
  case reshape(targetShape: [Int], order: AxisOrder)
  /// One number in place of all those along some axes; the axes stay, with length 1.
  case reduce(ReduceDefinition)
  /// A function of each number by itself, after a shift and a scale.
  case unary(UnaryDefinition)
  /// Factors, and offsets where given: shapes [1], [C], [1, H, W] or [C, H, W].
  case scale(scale: Tensor, bias: Tensor?)
  /// Offsets: shape [1], [C], [1, H, W] or [C, H, W].
  case bias(Tensor)
  /// A tensor of its own, [C, H, W], the same for every sample.
  case loadConstant(Tensor)
  /// Enlarges each map by whole factors.
  case upsample(factor: Extent, interpolation: Interpolation)
  /// Maps of another size, computed from the numbers around each place.
  case resample(ResampleDefinition)
  /// Cuts boxes, given by a second input, out of a map and brings them to one size.
  case cropResize(CropResizeDefinition)
  /// Moves numbers between the channels and the map, block by block.
  case reorganize(ReorganizeDefinition)
  /// Looks up one row of a table for each whole number it reads.
  case embedding(EmbeddingDefinition)
  /// Walks along a sequence with a memory: simple recurrent, gated recurrent, long short-term memory.
  case recurrent(RecurrentDefinition)
  /// Appends sequences to each other.
  case sequenceConcat
  /// A sequence so many times over.
  case sequenceRepeat(count: Int)
}

/// In which order a multi-dimensional tensor is unrolled: [C, H, W] as it lies, or [H, W, C] as Keras does.
public enum AxisOrder: Sendable, Equatable, Codable { case channelFirst, channelLast }

/// A convolution's settings and parameters (format field `ConvolutionLayerParams`).
public struct ConvolutionDefinition: Sendable, Equatable, Codable {
  /// How many channels it makes.
  public var outputChannels: Int
  /// The kernel's height and width.
  public var kernelSize: Extent
  /// The steps down and to the right from one window to the next.
  public var stride: Extent
  /// The steps between the kernel's own elements.
  public var dilation: Extent
  /// Into how many separate groups the channels are split.
  public var groups: Int
  /// What surrounds the input.
  public var padding: Padding
  /// The kernels: [outputChannels, inputChannels / groups, height, width]; for a deconvolution
  /// [inputChannels, outputChannels / groups, height, width].
  public var weights: Tensor
  /// One number per output channel, or none.
  public var bias: Tensor?
  /// Whether it runs backwards, from small to large.
  public var isDeconvolution: Bool
  /// A deconvolution's output height and width where the model states them.
  public var outputShape: Extent?

  /// Describes a convolution.
  public init(
    outputChannels: Int, kernelSize: Extent, stride: Extent = Extent(1, 1), dilation: Extent = Extent(1, 1),
    groups: Int = 1, padding: Padding = .valid(Margins()), weights: Tensor, bias: Tensor?,
    isDeconvolution: Bool = false, outputShape: Extent? = nil
  ) {
    self.outputChannels = outputChannels
    self.kernelSize = kernelSize
    self.stride = stride
    self.dilation = dilation
    self.groups = groups
    self.padding = padding
    self.weights = weights
    self.bias = bias
    self.isDeconvolution = isDeconvolution
    self.outputShape = outputShape
  }
}

/// A fully connected layer's settings and parameters (format field `InnerProductLayerParams`).
public struct InnerProductDefinition: Sendable, Equatable, Codable {
  /// How many numbers it reads per sample.
  public var inputChannels: Int
  /// How many numbers it makes per sample.
  public var outputChannels: Int
  /// The matrix: [outputChannels, inputChannels].
  public var weights: Tensor
  /// One number per output channel, or none.
  public var bias: Tensor?

  /// Describes a fully connected layer.
  public init(inputChannels: Int, outputChannels: Int, weights: Tensor, bias: Tensor?) {
    self.inputChannels = inputChannels
    self.outputChannels = outputChannels
    self.weights = weights
    self.bias = bias
  }
}

/// A pooling layer's settings (format field `PoolingLayerParams`).
public struct PoolingDefinition: Sendable, Equatable, Codable {
  /// What is taken of each window.
  public enum Statistic: Sendable, Equatable, Codable {
    /// The largest number, the mean, or the square root of the sum of squares.
    case max, average, l2
  }

  /// What is taken of each window.
  public var statistic: Statistic
  /// The window's height and width; ignored when `isGlobal`.
  public var kernelSize: Extent
  /// The steps from one window to the next.
  public var stride: Extent
  /// What surrounds the input.
  public var padding: Padding
  /// Whether an average counts only the real pixels of a window.
  public var excludesPadding: Bool
  /// Whether the one window is the whole map.
  public var isGlobal: Bool

  /// Describes a pooling layer.
  public init(
    statistic: Statistic, kernelSize: Extent, stride: Extent, padding: Padding = .valid(Margins()),
    excludesPadding: Bool = false, isGlobal: Bool = false
  ) {
    self.statistic = statistic
    self.kernelSize = kernelSize
    self.stride = stride
    self.padding = padding
    self.excludesPadding = excludesPadding
    self.isGlobal = isGlobal
  }
}

/// A height and a width, or a step down and a step to the right.
public struct Extent: Sendable, Equatable, Codable {
  /// The vertical part.
  public var height: Int
  /// The horizontal part.
  public var width: Int

  /// Makes an extent; height first, as in the format.
  public init(_ height: Int, _ width: Int) {
    self.height = height
    self.width = width
  }
}

/// How many rows and columns of padding lie on each side.
public struct Margins: Sendable, Equatable, Codable {
  /// Rows above, rows below, columns to the left and columns to the right.
  public var top: Int, bottom: Int, left: Int, right: Int

  /// Makes margins; none unless said.
  public init(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) {
    self.top = top
    self.bottom = bottom
    self.left = left
    self.right = right
  }
}

/// How a layer with windows treats its input's border.
public enum Padding: Sendable, Equatable, Codable {
  /// So many zeros on each side, and only whole windows.
  case valid(Margins)
  /// As many zeros as make the output ceil(input / stride) long; the odd one at the bottom right, or at the top left.
  case same(topLeftHeavy: Bool)
  /// Caffe's pooling: so many rows and columns on both sides, the last window may hang over the edge.
  case includeLastPixel(rows: Int, columns: Int)
}

/// A function applied to each number by itself (format field `ActivationParams`).
public enum ActivationFunction: Sendable, Equatable, Codable {
  /// max(0, x).
  case relu
  /// alpha · x below 0.
  case leakyRelu(alpha: Float)
  /// x where x ≥ alpha, else 0.
  case thresholdedRelu(alpha: Float)
  /// alpha · x below 0, one alpha per channel or one for all.
  case prelu(alpha: Tensor)
  /// alpha · x + beta.
  case linear(alpha: Float, beta: Float)
  /// The hyperbolic tangent.
  case tanh
  /// alpha · tanh(beta · x).
  case scaledTanh(alpha: Float, beta: Float)
  /// 1 / (1 + e^-x).
  case sigmoid
  /// alpha · x + beta, held between 0 and 1.
  case hardSigmoid(alpha: Float, beta: Float)
  /// alpha · (e^x - 1) below 0.
  case elu(alpha: Float)
  /// x / (1 + |x|).
  case softsign
  /// ln(1 + e^x).
  case softplus
  /// alpha · ln(1 + e^(beta · x)), parameters per channel.
  case parametricSoftplus(alpha: Tensor, beta: Tensor)
}
