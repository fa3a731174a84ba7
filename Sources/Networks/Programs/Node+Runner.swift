import Operations

extension Node {
  /// What runs this node: for most layers, every step of a sequence by itself.
  func runner(
    _ context: RunnerContext, _ blueprint: Blueprint, _ bytes: ByteMaps, inPlace: [Bool]?
  ) throws(NetworkError) -> any LayerRunner {
    if let quantized = try quantizedRunner(context, bytes) { return quantized }
    let isWhole = if case .layer(let layer) = work { layer.kind.isSequential && channelTable == nil } else { false }
    if isWhole { return try stepRunner(context, blueprint, inPlace: inPlace) }
    let steps = context.inputs.first?.shape.steps ?? 1
    let inner = try stepRunner(context.step, blueprint, inPlace: inPlace)
    return steps == 1 ? inner : StepwiseRunner(inner, steps: steps)
  }

  /// What runs one step, or, of a layer that sees a sequence as a whole, all of it.
  private func stepRunner(
    _ context: RunnerContext, _ blueprint: Blueprint, inPlace: [Bool]?
  ) throws(NetworkError) -> any LayerRunner {
    let layer: LayerDefinition
    switch work {
    case .unroll(let order): return FlattenRunner(context, order)
    case .function(let function): return FunctionRunner(context, function)
    case .layer(let definition): layer = definition
    }
    let parameters = self.parameters.map { .convolution($0) } ?? blueprint.layerParameters[layer.name] ?? .none
    switch layer.kind {
    case .convolution: return try convolutionRunner(context, parameters.convolution.required(layer))
    case .innerProduct: return InnerProductRunner(context, parameters.innerProduct.required(layer))
    case .pooling(let definition): return try PoolingRunner(context, definition)
    case .activation(let function): return ActivationRunner(context, function)
    case .softmax: return SoftmaxRunner(context)
    case .flatten(let order): return FlattenRunner(context, order)
    case .concat: return ConcatRunner(context, isInPlace: inPlace ?? inputs.map { _ in false })
    case .add(let constant): return CombinationRunner(context, .add(constant: constant))
    case .multiply(let constant): return CombinationRunner(context, .multiply(constant: constant))
    case .dropout(let probability): return DropoutRunner(context, probability: probability)
    case .average: return CombinationRunner(context, .average)
    case .maximum: return CombinationRunner(context, .maximum)
    case .minimum: return CombinationRunner(context, .minimum)
    case .dot(let isCosine): return DotProductRunner(context, isCosine: isCosine)
    case .batchNormalization(let definition):
      if layer.isUpdatable { return BatchNormalizationRunner(context, definition, parameters.table.required(layer)) }
      return definition.runner(context)
    case .meanVarianceNormalization(let definition): return NormalizationRunner(context, definition)
    case .l2Normalization(let epsilon): return NormalizationRunner(context, l2Epsilon: epsilon)
    case .localResponseNormalization(let definition): return LocalResponseNormalizationRunner(context, definition)
    case .padding(let definition):
      return RearrangementRunner(
        context, filling: definition.constant, origins: [definition.origin(in: context.input)])
    case .crop(let definition):
      return RearrangementRunner(context, origins: [definition.origin(in: context.inputs.map(\.shape))])
    case .slice(let definition):
      return RearrangementRunner(context, origins: [definition.origin(in: context.input)])
    case .split:
      return RearrangementRunner(context, origins: Reshaping.parts(outputs.count, channels: context.output.channels))
    case .permute(let axes):
      if layer.kind.isSequential { return SequenceRearrangementRunner(context, permuting: axes) }
      return RearrangementRunner(context, origins: [Reshaping.permutation(axes: axes)])
    case .reshape(_, let order):
      if layer.kind.isSequential { return SequenceRearrangementRunner(context, reshaping: order) }
      if order == .channelFirst, context.input.pixels == 1 { return UnflattenRunner(context) }
      return RearrangementRunner(
        context, origins: [Reshaping.reshaping(from: context.input, to: context.output, order: order)])
    case .reduce(let definition): return ReductionRunner(context, definition)
    case .unary(let definition): return UnaryRunner(context, definition)
    case .scale(let scale, let bias): return try AffineRunner(context, scale: scale, bias: bias)
    case .bias(let bias): return try AffineRunner(context, scale: nil, bias: bias)
    case .loadConstant(let tensor): return ConstantRunner(context, tensor)
    case .upsample(let factor, .nearest):
      return RearrangementRunner(context, origins: [Reshaping.repetition(factor: factor)])
    case .upsample(let factor, .bilinear):
      return ResamplingRunner(context, ResampleDefinition(factor: factor, input: context.input))
    case .resample(let definition): return ResamplingRunner(context, definition)
    case .cropResize(let definition): return CropResizeRunner(context, definition)
    case .reorganize(let definition):
      return RearrangementRunner(context, origins: [definition.origin(in: context.input)])
    case .embedding(let definition): return EmbeddingRunner(context, definition, parameters.table.required(layer))
    case .recurrent(let definition):
      return RecurrentRunner(context, definition, parameters.recurrent.required(layer))
    case .sequenceConcat: return SequenceRearrangementRunner(joining: context)
    case .sequenceRepeat: return SequenceRearrangementRunner(repeating: context)
    case .operation(let operation):
      if let own = channelTable { return try AffineRunner(context, scale: own.factors, bias: own.offsets) }
      return OperationRunner(context, operation, parameters.table ?? [:])
    }
  }

  /// What runs a convolution, with what was fused into it.
  private func convolutionRunner(
    _ context: RunnerContext, _ parameters: ConvolutionParameters
  ) throws(NetworkError) -> any LayerRunner {
    switch pooling {
    case .average: AveragedConvolutionRunner(context, parameters)
    case .blockwise(let maxima): try BlockwisePooledConvolutionRunner(context, parameters, maxima)
    case .maxima: try PooledConvolutionRunner(context, parameters)
    case nil: try ConvolutionRunner(context, parameters)
    }
  }
}

extension BatchNormalizationDefinition {
  /// What runs a frozen batch normalisation.
  fileprivate func runner(_ context: RunnerContext) -> any LayerRunner {
    guard computesStatistics else { return AffineRunner(context, self) }
    return NormalizationRunner(
      context, group: isInstance ? .channel : .batchChannel, centers: true, divisor: .deviation, epsilon: epsilon,
      gamma: gamma, beta: beta)
  }
}

extension Optional {
  /// A layer's parameters; the blueprint has those of every layer that has any.
  fileprivate func required(_ layer: LayerDefinition) -> Wrapped {
    guard let self else { preconditionFailure("\(layer.name) has no parameters") }
    return self
  }
}
