extension Node {
  /// What runs this node: for most layers, every step of a sequence by itself.
  func runner(
    _ context: RunnerContext, _ blueprint: Blueprint, inPlace: [Bool]?
  ) throws(NetworkError) -> any LayerRunner {
    if case .layer(let layer) = work, let runner = layer.sequenceRunner(context, blueprint) { return runner }
    let steps = context.inputs.first?.shape.steps ?? 1
    let inner = try stepRunner(context.step, blueprint, inPlace: inPlace)
    return steps == 1 ? inner : StepwiseRunner(inner, steps: steps)
  }

  private func stepRunner(
    _ context: RunnerContext, _ blueprint: Blueprint, inPlace: [Bool]?
  ) throws(NetworkError) -> any LayerRunner {
    let layer: LayerDefinition
    switch work {
    case .unroll(let order): return FlattenRunner(context, order)
    case .layer(let definition): layer = definition
    }
    switch layer.kind {
    case .convolution:
      guard let parameters = blueprint.convolutions[layer.name] else { break }
      if takesAverage { return AveragedConvolutionRunner(context, parameters) }
      if let takesInStrips { return try PooledStripsRunner(context, parameters, takesInStrips) }
      return takesMaxima
        ? try PooledConvolutionRunner(context, parameters) : try ConvolutionRunner(context, parameters)
    case .innerProduct:
      guard let parameters = blueprint.innerProducts[layer.name] else { break }
      return InnerProductRunner(context, parameters)
    case .pooling(let pooling): return try PoolingRunner(context, pooling)
    case .activation(let function): return ActivationRunner(context, function)
    case .softmax: return SoftmaxRunner(context)
    case .flatten(let order): return FlattenRunner(context, order)
    case .concat: return ConcatRunner(context, isInPlace: inPlace ?? inputs.map { _ in false })
    case .dropout(let probability): return DropoutRunner(context, probability: probability)
    case .unary(let definition): return UnaryRunner(context, definition)
    case .reduce(let definition): return ReductionRunner(context, definition)
    case .embedding(let definition):
      guard let parameters = blueprint.tables[layer.name] else { break }
      return EmbeddingRunner(context, definition, parameters)
    case .batchNormalization(let definition) where layer.isUpdatable:
      guard let parameters = blueprint.tables[layer.name] else { break }
      return BatchNormalizationRunner(context, definition, parameters)
    case .loadConstant(let tensor): return ConstantRunner(context, tensor)
    default: break
    }
    if let runner = layer.combinationRunner(context) { return runner }
    if let runner = try layer.normalizationRunner(context) { return runner }
    if let runner = layer.rearrangementRunner(context) { return runner }
    throw .unsupported(layer: layer.name, kind: layer.kind.label)
  }
}

extension LayerDefinition {
  /// What runs a layer that combines several tensors number by number.
  fileprivate func combinationRunner(_ context: RunnerContext) -> (any LayerRunner)? {
    switch kind {
    case .add(let constant): CombinationRunner(context, .add(constant: constant))
    case .multiply(let constant): CombinationRunner(context, .multiply(constant: constant))
    case .average: CombinationRunner(context, .average)
    case .maximum: CombinationRunner(context, .maximum)
    case .minimum: CombinationRunner(context, .minimum)
    case .dot(let isCosine): DotProductRunner(context, isCosine: isCosine)
    default: nil
    }
  }

  /// What runs a layer that shifts and scales.
  fileprivate func normalizationRunner(_ context: RunnerContext) throws(NetworkError) -> (any LayerRunner)? {
    switch kind {
    case .scale(let scale, let bias): return try AffineRunner(context, scale: scale, bias: bias)
    case .bias(let bias): return try AffineRunner(context, scale: nil, bias: bias)
    case .batchNormalization(let definition):
      guard definition.computesStatistics else { return AffineRunner(context, definition) }
      return NormalizationRunner(
        context, group: definition.isInstance ? .channel : .batchChannel, centers: true, divisor: .deviation,
        epsilon: definition.epsilon, gamma: definition.gamma, beta: definition.beta)
    case .meanVarianceNormalization(let definition):
      return NormalizationRunner(
        context, group: definition.acrossChannels ? .sample : .channel, centers: true,
        divisor: definition.normalizesVariance ? .deviation : .none, epsilon: definition.epsilon)
    case .l2Normalization(let epsilon):
      return NormalizationRunner(context, group: .sample, centers: false, divisor: .length, epsilon: epsilon)
    case .localResponseNormalization(let definition):
      return LocalResponseNormalizationRunner(context, definition)
    default: return nil
    }
  }

  /// What runs a layer that moves numbers.
  fileprivate func rearrangementRunner(_ context: RunnerContext) -> (any LayerRunner)? {
    switch kind {
    case .padding(let definition):
      return RearrangementRunner(
        context, filling: definition.constant, origins: [definition.origin(in: context.input)])
    case .crop(let definition):
      return RearrangementRunner(context, origins: [definition.origin(in: context.inputs.map(\.shape))])
    case .slice(let definition):
      return RearrangementRunner(context, origins: [definition.origin(in: context.input)])
    case .split:
      let part = context.output.channels
      return RearrangementRunner(
        context, origins: outputs.indices.map { index in { ($0 + index * part, $1, $2) } })
    case .permute(let axes): return RearrangementRunner(context, origins: [Reshaping.permutation(axes: axes)])
    case .reshape(_, let order):
      return RearrangementRunner(
        context, origins: [Reshaping.reshaping(from: context.input, to: context.output, order: order)])
    case .upsample(let factor, .nearest):
      return RearrangementRunner(context, origins: [Reshaping.repetition(factor: factor)])
    case .upsample(let factor, .bilinear):
      return ResamplingRunner(context, ResampleDefinition(factor: factor, input: context.input))
    case .resample(let definition): return ResamplingRunner(context, definition)
    case .reorganize(let definition):
      return RearrangementRunner(context, origins: [definition.origin(in: context.input)])
    default: return nil
    }
  }
}
