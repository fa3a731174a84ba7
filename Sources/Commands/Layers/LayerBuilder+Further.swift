import Language
import Networks
import Tensors

/// The kinds of the layers beside the usual ones.
extension LayerBuilder {
  /// A layer of maps; nil for another.
  mutating func mapKind(_ name: String, _ arguments: Arguments, _ shape: [Int]) throws(Fault) -> LayerKind? {
    switch name {
    case "deconvolution": return .convolution(try deconvolution(arguments, shape))
    case "l2Pool": return .pooling(try pooling(.l2, arguments))
    case "globalMaxPool": return Self.global(.max)
    case "globalAveragePool": return Self.global(.average)
    case "upsample":
      return .upsample(
        factor: try extent(arguments.positionals[0]),
        interpolation: arguments.word("mode") == "bilinear" ? .bilinear : .nearest)
    case "resizeBilinear":
      return .resample(
        ResampleDefinition(size: .target(try extent(arguments.positionals[0])), grid: .strictEndpoints))
    case "padding":
      let filling: PaddingDefinition.Filling =
        switch arguments.word("mode") {
        case "reflection": .reflection
        case "replication": .replication
        default: .constant(Float(arguments.decimal("value") ?? 0))
        }
      return .padding(PaddingDefinition(filling: filling, margins: try margins(arguments.positionals[0])))
    case "crop": return .crop(CropDefinition(margins: try margins(arguments.positionals[0])))
    case "slice": return .slice(slice(arguments, shape))
    case "reorganizeData":
      let mode: ReorganizeDefinition.Mode =
        switch arguments.positionals[0].word {
        case "spaceToDepth": .spaceToDepth
        case "depthToSpace": .depthToSpace
        default: .pixelShuffle
        }
      return .reorganize(ReorganizeDefinition(mode: mode, blockSize: arguments.integer("blockSize") ?? 2))
    default: return nil
    }
  }

  /// A layer of numbers each by itself, or brought to a common measure; nil for another.
  func measureKind(_ name: String, _ arguments: Arguments, _ shape: [Int]) -> LayerKind? {
    func number(_ key: String, _ usual: Float) -> Float { arguments.decimal(key).map { Float($0) } ?? usual }
    switch name {
    case "batchnorm":
      let channels = shape.first ?? 1
      let (zeros, ones) = (
        Tensor(shape: [channels]), Tensor(shape: [channels], values: [Float](repeating: 1, count: channels))
      )
      return .batchNormalization(
        BatchNormalizationDefinition(
          channels: channels, gamma: ones, beta: zeros, mean: zeros, variance: ones, epsilon: number("epsilon", 1e-5)))
    case "mvn":
      return .meanVarianceNormalization(
        MeanVarianceNormalizationDefinition(
          acrossChannels: arguments.bool("acrossChannels") ?? false,
          normalizesVariance: arguments.bool("normalizeVariance") ?? true))
    case "l2normalize": return .l2Normalization(epsilon: 1e-6)
    case "lrn":
      return .localResponseNormalization(
        LocalResponseNormalizationDefinition(
          alpha: number("alpha", 1e-4), beta: number("beta", 0.75), localSize: arguments.integer("localSize") ?? 5,
          k: number("k", 1)))
    case "prelu": return .activation(.prelu(alpha: Tensor(shape: [1], values: [number("alpha", 0.25)])))
    case "thresholdedRelu": return .activation(.thresholdedRelu(alpha: number("alpha", 1)))
    case "hardSigmoid": return .activation(.hardSigmoid(alpha: number("alpha", 0.2), beta: number("beta", 0.5)))
    case "scaledTanh": return .activation(.scaledTanh(alpha: number("alpha", 1.7159), beta: number("beta", 0.6667)))
    case "softsign": return .activation(.softsign)
    case "unary":
      let function = LayerTable.functions.first { $0.name == arguments.positionals[0].word }?.function ?? .magnitude
      return .unary(
        UnaryDefinition(
          function: function, alpha: number("alpha", 1), epsilon: number("epsilon", 1e-6), shift: number("shift", 0),
          scale: number("scale", 1)))
    case "reduce": return .reduce(reduction(arguments))
    case "average": return .average
    case "max": return .maximum
    case "min": return .minimum
    case "dot": return .dot(cosine: arguments.bool("cosineSimilarity") ?? false)
    default: return nil
    }
  }

  /// A layer that lays numbers out otherwise, or goes through sequences; nil for another.
  mutating func sequenceKind(
    _ name: String, _ arguments: Arguments, _ shape: [Int], steps: Int
  ) throws(Fault) -> LayerKind? {
    switch name {
    case "reshape":
      let target = arguments.positionals[0]
      guard (3...4).contains(target.list.count) else {
        throw Fault(.layerWithoutShape(layer: "reshape", needs: "[C, H, W] or [Seq, C, H, W]"), at: target.span)
      }
      return .reshape(targetShape: target.list.map(\.integer), order: .channelFirst)
    case "permute":
      let axes = arguments.positionals[0]
      guard axes.list.map(\.integer).sorted() == [0, 1, 2, 3] else {
        throw Fault(
          .layerWithoutShape(layer: "permute", needs: "each of the axes 0, 1, 2, 3 once: Seq, C, H, W"), at: axes.span)
      }
      return .permute(axes: axes.list.map(\.integer))
    case "embedding":
      let (rows, outputs) = (arguments.integer("inputDim") ?? 1, arguments.positionals[0].integer)
      return .embedding(
        EmbeddingDefinition(
          inputDimension: rows, outputChannels: outputs, weights: try weights([outputs, rows], for: arguments),
          bias: arguments.bool("bias") ?? false ? Tensor(shape: [outputs]) : nil))
    case "simpleRecurrent": return .recurrent(try memory(.simple(.tanh), arguments, shape, steps))
    case "gru": return .recurrent(try memory(.gated(gate: .sigmoid, output: .tanh), arguments, shape, steps))
    case "uniDirectionalLSTM":
      let cell = LongShortTermDefinition(addsForgetBias: arguments.bool("forgetBias") ?? false)
      return .recurrent(try memory(.longShortTerm(cell), arguments, shape, steps))
    case "sequenceRepeat": return .sequenceRepeat(count: arguments.positionals[0].integer)
    case "sequenceConcat": return .sequenceConcat
    default: return nil
    }
  }

  private mutating func memory(
    _ cell: RecurrentDefinition.Cell, _ arguments: Arguments, _ shape: [Int], _ steps: Int
  ) throws(Fault) -> RecurrentDefinition {
    let (inputs, outputs) = (shape.reduce(1, *), arguments.positionals[0].integer)
    guard steps > 1 else {
      throw Fault(
        .layerWithoutShape(
          layer: arguments.declaration.name,
          needs: "a sequence, and is given \(shape). reshape and permute make one: "
            + "reshape [\(inputs), 1, 1, 1] has a step for each number"),
        at: arguments.commandSpan)
    }
    let empty = RecurrentWeights(input: Tensor(shape: [0]), recursion: Tensor(shape: [0]))
    var layer = RecurrentDefinition(
      cell: cell, inputSize: inputs, outputSize: outputs,
      returnsSequence: arguments.bool("sequenceOutput") ?? false, isReversed: arguments.bool("reverseInput") ?? false,
      parameters: empty)
    let rows = layer.gates * outputs
    layer.parameters = RecurrentWeights(
      input: try weights([rows, inputs], for: arguments), recursion: try weights([rows, outputs], for: arguments),
      bias: arguments.bool("bias") ?? true ? Tensor(shape: [rows]) : nil)
    return layer
  }

  private static func global(_ statistic: PoolingDefinition.Statistic) -> LayerKind {
    .pooling(
      PoolingDefinition(statistic: statistic, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true))
  }

  private func slice(_ arguments: Arguments, _ shape: [Int]) -> SliceDefinition {
    let (axis, place): (SliceDefinition.Axis, Int) =
      switch arguments.positionals[0].word {
      case "channel": (.channel, 0)
      case "height": (.height, 1)
      default: (.width, 2)
      }
    let length = place < shape.count ? shape[place] : 1
    return SliceDefinition(
      axis: axis, start: arguments.integer("start") ?? 0, end: arguments.integer("end") ?? length,
      stride: arguments.integer("stride") ?? 1)
  }

  private func reduction(_ arguments: Arguments) -> ReduceDefinition {
    let axes: ReduceDefinition.Axes =
      switch arguments.word("axis") {
      case "HW": .heightWidth
      case "C": .channel
      case "H": .height
      case "W": .width
      default: .channelHeightWidth
      }
    let statistic = LayerTable.statistics.first { $0.name == arguments.positionals[0].word }?.statistic ?? .sum
    return ReduceDefinition(statistic: statistic, axes: axes)
  }

  private mutating func deconvolution(
    _ arguments: Arguments, _ shape: [Int]
  ) throws(Fault) -> ConvolutionDefinition {
    guard shape.count == 3 else {
      throw Fault(
        .layerWithoutShape(layer: "deconvolution", needs: "maps, [C, H, W], and is given \(shape)"),
        at: arguments.commandSpan)
    }
    let outputs = arguments.positionals[0].integer
    let kernel = try extent(arguments, "kernel") ?? Extent(3, 3)
    return ConvolutionDefinition(
      outputChannels: outputs, kernelSize: kernel, stride: try extent(arguments, "stride") ?? Extent(1, 1),
      padding: try padding(arguments),
      weights: try weights([shape[0], outputs, kernel.height, kernel.width], for: arguments),
      bias: arguments.bool("bias") ?? true ? Tensor(shape: [outputs]) : nil, isDeconvolution: true)
  }

  private func margins(_ value: CheckedValue) throws(Fault) -> Margins {
    let numbers = value.list.map(\.integer)
    switch numbers.count {
    case 1: return Margins(top: numbers[0], bottom: numbers[0], left: numbers[0], right: numbers[0])
    case 4: return Margins(top: numbers[0], bottom: numbers[1], left: numbers[2], right: numbers[3])
    default:
      throw Fault(
        .layerWithoutShape(layer: value.text, needs: "one number, or four: [top, bottom, left, right]"), at: value.span)
    }
  }
}
