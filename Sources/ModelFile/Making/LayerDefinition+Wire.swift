import Networks

extension LayerDefinition {
  /// The layer as it is stored, on the ground of the one it came from.
  ///
  /// - Throws: `cannotExpress` for a kind that the format does not have, or numbers that cannot be stored this way.
  func encoded(over base: LayerRecord?, precision: WeightPrecision) throws(ModelFileError) -> WireMessage {
    guard let number = kind.typeNumber else { throw .cannotExpress(.layerKind(layer: name)) }
    let base = base?.typeNumber == number ? base : nil
    var wire = base?.wire ?? WireMessage()
    wire.set(1, name)
    wire[repeated: 2].texts = inputs
    wire[repeated: 3].texts = outputs
    wire.set(10, isUpdatable)
    do {
      let content = try kind.encoded(
        over: base?.content ?? WireMessage(), old: (try? base?.definition())?.kind, outputCount: outputs.count,
        precision: precision, isUpdatable: isUpdatable)
      wire.set(number, message: content)
    } catch {
      throw .cannotExpress(.numbers(layer: name))
    }
    return wire
  }
}

extension LayerKind {
  /// The field the kind is stored in; nil for a kind the format does not have.
  var typeNumber: Int? {
    switch self {
    case .convolution: 100
    case .pooling: 120
    case .activation: 130
    case .innerProduct: 140
    case .embedding: 150
    case .batchNormalization: 160
    case .meanVarianceNormalization: 165
    case .l2Normalization: 170
    case .softmax: 175
    case .localResponseNormalization: 180
    case .crop: 190
    case .padding: 200
    case .upsample: 210
    case .unary: 220
    case .add: 230
    case .multiply: 231
    case .average: 240
    case .scale: 245
    case .bias: 250
    case .maximum: 260
    case .minimum: 261
    case .dot: 270
    case .reduce: 280
    case .loadConstant: 290
    case .reshape: 300
    case .flatten: 301
    case .permute: 310
    case .concat, .sequenceConcat: 320
    case .split: 330
    case .resample(let definition): if case .target = definition.size { 211 } else { 210 }
    case .cropResize: 212
    case .sequenceRepeat: 340
    case .reorganize: 345
    case .recurrent(let definition): definition.typeNumber
    case .slice: 350
    case .dropout, .operation: nil
    }
  }

  fileprivate func encoded(
    over base: WireMessage, old: LayerKind?, outputCount: Int, precision: WeightPrecision, isUpdatable: Bool
  ) throws(Unstorable) -> WireMessage {
    var writer = LayerWriter(base)
    switch self {
    case .activation(let function): return try LayerWriter.activation(function, over: base, precision: precision)
    case .recurrent(let definition):
      return try LayerWriter.recurrent(definition, over: base, precision: precision, isUpdatable: isUpdatable)
    case .convolution(let new): new.write(to: &writer, over: old?.convolution)
    case .pooling(let new): new.write(to: &writer, over: old?.pooling)
    case .batchNormalization(let new): new.write(to: &writer, over: old?.batchNormalization)
    case .meanVarianceNormalization(let new): new.write(to: &writer, over: old?.meanVarianceNormalization)
    case .localResponseNormalization(let new): new.write(to: &writer, over: old?.localResponseNormalization)
    case .padding(let new): new.write(to: &writer, over: old?.padding)
    case .crop(let new): new.write(to: &writer, over: old?.crop)
    case .reduce(let new): new.write(to: &writer, over: old?.reduce)
    case .unary(let new): new.write(to: &writer, over: old?.unary)
    case .innerProduct(let new): new.write(to: &writer)
    case .embedding(let new): new.write(to: &writer)
    case .slice(let new): new.write(to: &writer)
    case .l2Normalization(let epsilon): if self != old { writer.writeConstant(epsilon) }
    case .upsample(let factor, let interpolation): writer.writeUpsample(factor, interpolation)
    case .add(let constant), .multiply(let constant): writer.writeConstant(constant)
    case .scale(let scale, let bias): writer.writeScale(scale, bias: bias)
    case .bias(let tensor), .loadConstant(let tensor): writer.writeShaped(tensor)
    case .dot(let cosine): writer.content.set(1, cosine)
    case .reshape(let shape, let order): writer.writeReshape(shape, order: order)
    case .flatten(let order): writer.content.set(1, order == .channelFirst ? 0 : 1)
    case .permute(let axes): writer.content[repeated: 1].integers = axes
    case .split: writer.content.set(1, outputCount)
    case .concat, .sequenceConcat: writer.content.set(100, self == .sequenceConcat)
    case .resample(let new): if self != old { new.write(to: &writer) }
    case .cropResize(let new): if self != old { new.write(to: &writer) }
    case .reorganize(let new): new.write(to: &writer)
    case .sequenceRepeat(let count): if self != old { writer.content.set(1, count) }
    case .softmax, .dropout, .average, .maximum, .minimum, .operation: break
    }
    return try writer.finished(precision, isUpdatable: isUpdatable)
  }

  // The definitions of those kinds whose settings have defaults that a file may leave out.
  private var convolution: ConvolutionDefinition? { if case .convolution(let own) = self { own } else { nil } }
  private var pooling: PoolingDefinition? { if case .pooling(let own) = self { own } else { nil } }
  private var batchNormalization: BatchNormalizationDefinition? {
    if case .batchNormalization(let own) = self { own } else { nil }
  }
  private var meanVarianceNormalization: MeanVarianceNormalizationDefinition? {
    if case .meanVarianceNormalization(let own) = self { own } else { nil }
  }
  private var localResponseNormalization: LocalResponseNormalizationDefinition? {
    if case .localResponseNormalization(let own) = self { own } else { nil }
  }
  private var padding: PaddingDefinition? { if case .padding(let own) = self { own } else { nil } }
  private var crop: CropDefinition? { if case .crop(let own) = self { own } else { nil } }
  private var reduce: ReduceDefinition? { if case .reduce(let own) = self { own } else { nil } }
  private var unary: UnaryDefinition? { if case .unary(let own) = self { own } else { nil } }
}

extension RecurrentDefinition {
  /// The field the layer is stored in.
  fileprivate var typeNumber: Int {
    switch cell {
    case .simple: 400
    case .gated: 410
    case .longShortTerm: backward == nil ? 420 : 430
    }
  }
}
