public import Operations
public import Tensors

/// What a layer computes. Cases are added as the engine learns them; the switches that give a kind its shapes, parameters,
/// initial weights, traits, runner and fields of a file are exhaustive, so that a new one does not compile without them. A
/// `default` stands only where a few kinds are picked out of all.
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
  /// A recurrent layer over a sequence: simple, gated, or long short-term memory.
  case recurrent(RecurrentDefinition)
  /// Appends sequences to each other.
  case sequenceConcat
  /// A sequence so many times over.
  case sequenceRepeat(count: Int)
  /// An operation on tensors of any rank: what it reads and makes lies row-major as a vector, or as a sequence of maps.
  case operation(TensorOperation)
}

/// In which order a multi-dimensional tensor is unrolled: [C, H, W] as it lies, or [H, W, C] as Keras does.
public enum AxisOrder: Sendable, Equatable, Codable { case channelFirst, channelLast }
