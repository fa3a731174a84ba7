public import Networks

extension LayerRecord {
  /// Whether `definition()` knows layers of this type.
  public var isKnown: Bool { typeNumber.map { LayerRecord.readers[$0] != nil } ?? false }

  /// The layer as the engine knows it, its numbers expanded to single precision.
  ///
  /// - Throws: `unsupportedLayers` for a type the engine does not know, `layer` when the layer contradicts itself.
  public func definition() throws(ModelFileError) -> LayerDefinition {
    guard let typeNumber else { throw .layer(layerName, .noType) }
    guard let read = LayerRecord.readers[typeNumber] else { throw .unsupportedLayers([layerName]) }
    return LayerDefinition(
      name: name, inputs: inputs, outputs: outputs, kind: try read(LayerReader(self)), isUpdatable: isUpdatable)
  }

  private typealias Reader = @Sendable (LayerReader) throws(ModelFileError) -> LayerKind

  /// How each type is read, by its field number.
  private static let readers: [Int: Reader] = [
    100: { reader throws(ModelFileError) in .convolution(try reader.convolution()) },
    120: { reader throws(ModelFileError) in .pooling(try reader.pooling()) },
    130: { reader throws(ModelFileError) in .activation(try ActivationReader(layer: reader).activation()) },
    140: { reader throws(ModelFileError) in .innerProduct(try reader.innerProduct()) },
    150: { reader throws(ModelFileError) in .embedding(try reader.embedding()) },
    160: { reader throws(ModelFileError) in .batchNormalization(try reader.batchNormalization()) },
    165: { reader throws(ModelFileError) in .meanVarianceNormalization(try reader.meanVarianceNormalization()) },
    170: { reader throws(ModelFileError) in
      try reader.simple(.l2Normalization(epsilon: reader.content.float(1, absent: 1e-6)))
    },
    175: { reader throws(ModelFileError) in try reader.simple(.softmax) },
    180: { reader throws(ModelFileError) in .localResponseNormalization(try reader.localResponseNormalization()) },
    190: { reader throws(ModelFileError) in .crop(try RearrangementReader(layer: reader).crop()) },
    200: { reader throws(ModelFileError) in .padding(try RearrangementReader(layer: reader).padding()) },
    210: { reader throws(ModelFileError) in try ResamplingReader(layer: reader).upsample() },
    211: { reader throws(ModelFileError) in try ResamplingReader(layer: reader).resizeBilinear() },
    212: { reader throws(ModelFileError) in try ResamplingReader(layer: reader).cropResize() },
    220: { reader throws(ModelFileError) in .unary(try reader.unary()) },
    230: { reader throws(ModelFileError) in
      try reader.simple(.add(constant: reader.content.float(1)), inputs: 1...Int.max)
    },
    231: { reader throws(ModelFileError) in
      try reader.simple(.multiply(constant: reader.content.float(1)), inputs: 1...Int.max)
    },
    240: { reader throws(ModelFileError) in try reader.simple(.average, inputs: 1...Int.max) },
    245: { reader throws(ModelFileError) in try reader.scale() },
    250: { reader throws(ModelFileError) in
      try reader.expect()
      return .bias(try reader.shaped(shape: 1, values: 2, "bias"))
    },
    260: { reader throws(ModelFileError) in try reader.simple(.maximum, inputs: 1...Int.max) },
    261: { reader throws(ModelFileError) in try reader.simple(.minimum, inputs: 1...Int.max) },
    270: { reader throws(ModelFileError) in try reader.simple(.dot(cosine: reader.content.bool(1)), inputs: 2...2) },
    280: { reader throws(ModelFileError) in .reduce(try RearrangementReader(layer: reader).reduce()) },
    290: { reader throws(ModelFileError) in
      try reader.expect(inputs: 0...0)
      return .loadConstant(try reader.shaped(shape: 1, values: 2, "data", ranks: [3]))
    },
    300: { reader throws(ModelFileError) in try RearrangementReader(layer: reader).reshape() },
    301: { reader throws(ModelFileError) in .flatten(try RearrangementReader(layer: reader).flatten()) },
    310: { reader throws(ModelFileError) in try RearrangementReader(layer: reader).permute() },
    320: { reader throws(ModelFileError) in try RearrangementReader(layer: reader).concat() },
    330: { reader throws(ModelFileError) in try RearrangementReader(layer: reader).split() },
    340: { reader throws(ModelFileError) in
      let count = reader.content.count(1)
      try reader.check(count, "nRepetitions", least: 0)
      return try reader.simple(.sequenceRepeat(count: max(count, 1)))
    },
    345: { reader throws(ModelFileError) in try ResamplingReader(layer: reader).reorganize() },
    350: { reader throws(ModelFileError) in .slice(try RearrangementReader(layer: reader).slice()) },
    400: { reader throws(ModelFileError) in try RecurrentReader(layer: reader).simpleRecurrent() },
    410: { reader throws(ModelFileError) in try RecurrentReader(layer: reader).gatedRecurrent() },
    420: { reader throws(ModelFileError) in try RecurrentReader(layer: reader).longShortTerm(isBidirectional: false) },
    430: { reader throws(ModelFileError) in try RecurrentReader(layer: reader).longShortTerm(isBidirectional: true) },
  ]
}

extension LayerReader {
  /// A kind without numbers of its own, once the counts of tensors are right.
  fileprivate func simple(_ kind: LayerKind, inputs: ClosedRange<Int> = 1...1) throws(ModelFileError) -> LayerKind {
    try expect(inputs: inputs)
    return kind
  }
}
