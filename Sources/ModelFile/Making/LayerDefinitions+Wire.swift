import Networks
import Tensors

// How the definition of each kind of layer is stored. `old` is what the message at hand already says, nil when it is new.

extension ConvolutionDefinition {
  func write(to writer: inout LayerWriter, over old: ConvolutionDefinition?) {
    writer.content.set(1, outputChannels)
    writer.content.set(2, weights.shape[isDeconvolution ? 0 : 1])
    if groups != old?.groups { writer.content.set(10, groups) }
    if kernelSize != old?.kernelSize { writer.set(20, kernelSize) }
    if stride != old?.stride { writer.set(30, stride) }
    if dilation != old?.dilation { writer.set(40, dilation) }
    if padding != old?.padding { writer.set(padding, valid: 50, same: 51) }
    writer.content.set(60, isDeconvolution)
    writer.content.set(70, bias != nil)
    writer.set(90, weights, channelAxis: isDeconvolution ? 1 : 0)
    writer.set(91, bias)
    if outputShape != old?.outputShape {
      writer.content[repeated: 100].integers = outputShape.map { [$0.height, $0.width] } ?? []
    }
  }
}

extension InnerProductDefinition {
  func write(to writer: inout LayerWriter) {
    writer.content.set(1, inputChannels)
    writer.content.set(2, outputChannels)
    writer.content.set(10, bias != nil)
    writer.set(20, weights)
    writer.set(21, bias)
  }
}

extension EmbeddingDefinition {
  func write(to writer: inout LayerWriter) {
    writer.content.set(1, inputDimension)
    writer.content.set(2, outputChannels)
    writer.content.set(10, bias != nil)
    writer.set(20, weights)
    writer.set(21, bias)
  }
}

extension PoolingDefinition {
  func write(to writer: inout LayerWriter, over old: PoolingDefinition?) {
    writer.content.set(1, statistic == .max ? 0 : statistic == .average ? 1 : 2)
    if kernelSize != old?.kernelSize { writer.set(10, kernelSize) }
    if stride != old?.stride { writer.set(20, stride) }
    if padding != old?.padding { writer.set(padding, valid: 30, same: 31, lastPixel: 32) }
    writer.content.set(50, excludesPadding)
    writer.content.set(60, isGlobal)
  }
}

extension BatchNormalizationDefinition {
  func write(to writer: inout LayerWriter, over old: BatchNormalizationDefinition?) {
    writer.content.set(1, channels)
    writer.content.set(5, computesStatistics)
    writer.content.set(6, isInstance)
    if epsilon != old?.epsilon { writer.content.set(10, epsilon) }
    writer.set(15, gamma)
    writer.set(16, beta)
    writer.set(17, mean)
    writer.set(18, variance)
  }
}

extension MeanVarianceNormalizationDefinition {
  func write(to writer: inout LayerWriter, over old: MeanVarianceNormalizationDefinition?) {
    writer.content.set(1, acrossChannels)
    writer.content.set(2, normalizesVariance)
    if epsilon != old?.epsilon { writer.content.set(3, epsilon) }
  }
}

extension LocalResponseNormalizationDefinition {
  func write(to writer: inout LayerWriter, over old: LocalResponseNormalizationDefinition?) {
    writer.content.set(1, alpha)
    writer.content.set(2, beta)
    writer.content.set(3, localSize)
    if k != old?.k { writer.content.set(4, k) }
  }
}

extension PaddingDefinition {
  func write(to writer: inout LayerWriter, over old: PaddingDefinition?) {
    if filling != old?.filling {
      var inside = WireMessage()
      switch filling {
      case .constant(let value):
        inside.set(1, value)
        writer.content.set(oneOf: [1, 2, 3], 1, message: inside)
      case .reflection: writer.content.set(oneOf: [1, 2, 3], 2)
      case .replication: writer.content.set(oneOf: [1, 2, 3], 3)
      }
    }
    if margins != old?.margins { writer.content.set(10, message: .borders(margins)) }
  }
}

extension CropDefinition {
  func write(to writer: inout LayerWriter, over old: CropDefinition?) {
    if margins != old?.margins { writer.content.set(1, message: .borders(margins)) }
    if offset != old?.offset { writer.set(5, offset) }
  }
}

extension SliceDefinition {
  func write(to writer: inout LayerWriter) {
    writer.content.set(1, start)
    writer.content.set(2, end)
    writer.content.set(3, stride)
    writer.content.set(4, axis == .channel ? 0 : axis == .height ? 1 : 2)
  }
}

extension ReduceDefinition {
  func write(to writer: inout LayerWriter, over old: ReduceDefinition?) {
    writer.content.set(1, RearrangementReader.reduceStatistics.firstIndex(of: statistic) ?? 0)
    if epsilon != old?.epsilon { writer.content.set(2, epsilon) }
    writer.content.set(3, RearrangementReader.reduceAxes.firstIndex(of: axes) ?? 0)
  }
}

extension UnaryDefinition {
  func write(to writer: inout LayerWriter, over old: UnaryDefinition?) {
    writer.content.set(1, LayerReader.unaryFunctions.firstIndex(of: function) ?? 0)
    writer.content.set(2, alpha)
    if epsilon != old?.epsilon { writer.content.set(3, epsilon) }
    writer.content.set(4, shift)
    if scale != old?.scale { writer.content.set(5, scale) }
  }
}

extension ResampleDefinition {
  func write(to writer: inout LayerWriter) {
    switch size {
    case .target(let target):
      writer.set(1, target)
      writer.setMode(2, ResamplingReader.samplingGrids.firstIndex(of: grid))
    case .factor(let height, let width):
      let isWhole =
        writer.content[repeated: 7].floatCount == 0 && height == height.rounded() && width == width.rounded()
      writer.content[repeated: 1].integers = isWhole ? [Int(height), Int(width)] : []
      if !isWhole { writer.content[repeated: 7].floats = [height, width] }
      writer.content.set(5, grid == .nearest ? 0 : 1)
      writer.content.set(6, grid == .strictEndpoints ? 1 : grid == .centers ? 2 : 0)
    }
  }
}

extension CropResizeDefinition {
  func write(to writer: inout LayerWriter) {
    writer.set(1, targetSize)
    writer.content.set(2, isNormalized)
    writer.setMode(3, ResamplingReader.samplingGrids.firstIndex(of: grid))
    writer.setMode(4, ResamplingReader.boxCoordinates.firstIndex(of: coordinates))
    if writer.content.float(5, absent: 1) != spatialScale { writer.content.set(5, spatialScale) }
  }
}

extension ReorganizeDefinition {
  func write(to writer: inout LayerWriter) {
    writer.content.set(1, ResamplingReader.reorganizations.firstIndex(of: mode) ?? 0)
    writer.content.set(2, blockSize)
  }
}
