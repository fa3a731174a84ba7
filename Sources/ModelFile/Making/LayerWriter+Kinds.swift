import Networks
import Tensors

/// One function for each kind of layer with settings: `old` is what the message at hand already says, nil when it is new.
extension LayerWriter {
  mutating func write(_ new: ConvolutionDefinition, old: ConvolutionDefinition?) {
    content.set(1, integer: new.outputChannels)
    content.set(2, integer: new.weights.shape[new.isDeconvolution ? 0 : 1])
    if new.groups != old?.groups { content.set(10, integer: new.groups) }
    if new.kernelSize != old?.kernelSize { set(20, new.kernelSize) }
    if new.stride != old?.stride { set(30, new.stride) }
    if new.dilation != old?.dilation { set(40, new.dilation) }
    if new.padding != old?.padding { set(new.padding, valid: 50, same: 51) }
    content.set(60, bool: new.isDeconvolution)
    content.set(70, bool: new.bias != nil)
    set(90, new.weights, channelAxis: new.isDeconvolution ? 1 : 0)
    set(91, new.bias)
    if new.outputShape != old?.outputShape {
      content.set(100, integers: new.outputShape.map { [$0.height, $0.width] } ?? [])
    }
  }

  mutating func write(_ new: InnerProductDefinition) {
    content.set(1, integer: new.inputChannels)
    content.set(2, integer: new.outputChannels)
    content.set(10, bool: new.bias != nil)
    set(20, new.weights)
    set(21, new.bias)
  }

  mutating func write(_ new: EmbeddingDefinition) {
    content.set(1, integer: new.inputDimension)
    content.set(2, integer: new.outputChannels)
    content.set(10, bool: new.bias != nil)
    set(20, new.weights)
    set(21, new.bias)
  }

  mutating func write(_ new: PoolingDefinition, old: PoolingDefinition?) {
    content.set(1, integer: new.statistic == .max ? 0 : new.statistic == .average ? 1 : 2)
    if new.kernelSize != old?.kernelSize { set(10, new.kernelSize) }
    if new.stride != old?.stride { set(20, new.stride) }
    if new.padding != old?.padding { set(new.padding, valid: 30, same: 31, lastPixel: 32) }
    content.set(50, bool: new.excludesPadding)
    content.set(60, bool: new.isGlobal)
  }

  mutating func write(_ new: BatchNormalizationDefinition, old: BatchNormalizationDefinition?) {
    content.set(1, integer: new.channels)
    content.set(5, bool: new.computesStatistics)
    content.set(6, bool: new.isInstance)
    if new.epsilon != old?.epsilon { content.set(10, float: new.epsilon) }
    set(15, new.gamma)
    set(16, new.beta)
    set(17, new.mean)
    set(18, new.variance)
  }

  mutating func write(_ new: MeanVarianceNormalizationDefinition, old: MeanVarianceNormalizationDefinition?) {
    content.set(1, bool: new.acrossChannels)
    content.set(2, bool: new.normalizesVariance)
    if new.epsilon != old?.epsilon { content.set(3, float: new.epsilon) }
  }

  mutating func write(_ new: LocalResponseNormalizationDefinition, old: LocalResponseNormalizationDefinition?) {
    content.set(1, float: new.alpha)
    content.set(2, float: new.beta)
    content.set(3, integer: new.localSize)
    if new.k != old?.k { content.set(4, float: new.k) }
  }

  mutating func write(_ new: PaddingDefinition, old: PaddingDefinition?) {
    if new.filling != old?.filling {
      var inside = WireMessage()
      switch new.filling {
      case .constant(let value):
        inside.set(1, float: value)
        content.set(oneOf: [1, 2, 3], 1, message: inside)
      case .reflection: content.set(oneOf: [1, 2, 3], 2)
      case .replication: content.set(oneOf: [1, 2, 3], 3)
      }
    }
    if new.margins != old?.margins { content.set(10, message: .borders(new.margins)) }
  }

  mutating func write(_ new: CropDefinition, old: CropDefinition?) {
    if new.margins != old?.margins { content.set(1, message: .borders(new.margins)) }
    if new.offset != old?.offset { set(5, new.offset) }
  }

  mutating func write(_ new: SliceDefinition) {
    content.set(1, integer: new.start)
    content.set(2, integer: new.end)
    content.set(3, integer: new.stride)
    content.set(4, integer: new.axis == .channel ? 0 : new.axis == .height ? 1 : 2)
  }

  mutating func write(_ new: ReduceDefinition, old: ReduceDefinition?) {
    content.set(1, integer: RearrangementReader.reduceStatistics.firstIndex(of: new.statistic) ?? 0)
    if new.epsilon != old?.epsilon { content.set(2, float: new.epsilon) }
    content.set(3, integer: RearrangementReader.reduceAxes.firstIndex(of: new.axes) ?? 0)
  }

  mutating func write(_ new: UnaryDefinition, old: UnaryDefinition?) {
    content.set(1, integer: LayerReader.unaryFunctions.firstIndex(of: new.function) ?? 0)
    content.set(2, float: new.alpha)
    if new.epsilon != old?.epsilon { content.set(3, float: new.epsilon) }
    content.set(4, float: new.shift)
    if new.scale != old?.scale { content.set(5, float: new.scale) }
  }

  mutating func writeScale(_ scale: Tensor, bias: Tensor?) {
    content.set(1, integers: scale.shape)
    set(2, scale)
    content.set(3, bool: bias != nil)
    content.set(4, integers: bias?.shape ?? [])
    set(5, bias)
  }

  mutating func writeShaped(_ tensor: Tensor) {
    content.set(1, integers: tensor.shape)
    set(2, tensor)
  }

  mutating func writeReshape(_ shape: [Int], order: AxisOrder) {
    if content.integers(1) != shape { content.set(1, integers: shape) }
    content.set(2, integer: order == .channelFirst ? 0 : 1)
  }

  mutating func writeUpsample(_ factor: Extent, _ interpolation: Interpolation) {
    if content.counts(1) != [factor.height, factor.width], !(content.counts(1).isEmpty && factor == Extent(1, 1)) {
      set(1, factor)
    }
    content.set(5, integer: interpolation == .nearest ? 0 : 1)
  }

  mutating func writeConstant(_ alpha: Float) { content.set(1, float: alpha) }
}
