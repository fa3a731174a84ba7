public import Tensors

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
