/// The messages of the format this room reads, and of their fields those that can be broken inside: texts, lists and
/// messages.
///
/// A model is gone through with it once, when it is read, so that everything above may rely on well-formed texts, lists
/// and messages. Fields that are not listed are kept and never looked into.
enum WireSchema: Hashable {
  case model, pipeline, pipelineOfKind, modelDescription, metadata, metadataEntry, featureDescription
  case featureType, imageType, sizes, imageSizeRange, arrayType, shapes, shape, shapeRange, dictionaryType
  case network, preprocessing, meanImage, stringLabels, integerLabels, layer, tensorShape, weights
  case quantization, linearQuantization, lookupTable, convolution, validPadding, borderAmounts, pooling
  case lastPixelPadding, innerProduct, activation, weightedActivation, batchnorm, padding, crop, upsample, scaleLayer
  case shapedWeights, reshape, permute, targetSize, simpleRecurrent, gru, longShortTerm, longShortTermWeights
  case updateParameters, lossLayer, loss, optimizer, sgd, adam
  case integerParameter, integerSet, doubleParameter, nearestNeighbors, nearestNeighborsIndex, floatVector
  case functionDescription, program, functionEntry, function, blockEntry, block, operation, argumentEntry, argument
  case binding, namedType, valueType, tensorType, dimension, listType, tupleType, mapType, stateType, valueEntry, value
  case blob, immediate, valueList, valueMap, valuePair, tensorValue, packedFloats, packedNumbers, packedTexts
  case onnxModel, onnxOperatorSet, onnxEntry, onnxGraph, onnxNode, onnxFunction, onnxAttribute, onnxTensor,
    onnxValueInfo, onnxType
  case onnxTensorType, onnxShape

  /// What a field holds.
  indirect enum Content {
    case text, numbers, floats
    /// A message of nothing but single numbers.
    case leaf
    case message(WireSchema)
  }

  /// The fields of this message by number.
  var fields: [Int: (name: String, content: Content)] { WireSchema.tables[self] ?? [:] }
}

/// Where in a model a fault lies.
struct LocatedError: Error {
  let fault: WireError
  /// The names of the fields that lead there, outermost first, with places in lists: `layers[3]`.
  var path: [String]
  /// The name of the layer it is in, where it could be read.
  var layer: String?
}

extension WireSchema {
  /// Goes through a message and everything in it that is listed here.
  func verify(_ bytes: Bytes, depth: Int = 0) throws(LocatedError) {
    let table = fields
    var counts: [Int: Int] = [:]
    var reader = WireReader(bytes)
    while true {
      let field: WireField?
      do { field = try reader.next() } catch { throw LocatedError(fault: error, path: []) }
      guard let field else { return }
      guard let (name, content) = table[field.number], case .bytes(let value) = field.value else { continue }
      if content.isUnpacked {
        counts[field.number, default: 0] += 1
        guard counts[field.number, default: 0] <= WireMessage.mostRepeated else {
          throw LocatedError(fault: WireError(.tooMany, at: field.extent.lowerBound), path: [name])
        }
      }
      do {
        try content.verify(value, field: field, depth: depth + 1)
      } catch var located {
        located.path.insert(name + place(of: field, in: bytes), at: 0)
        if self == .network, name == "layers", located.layer == nil { located.layer = WireSchema.layerName(value) }
        if self == .block, name == "operations", located.layer == nil {
          located.layer = WireMessage(value)[repeated: 3].messages.first.flatMap { WireSchema.layerName($0.bytes) }
        }
        throw located
      }
    }
  }

  /// `[3]` for the fourth of several fields of one number; nothing for a single one.
  private func place(of field: WireField, in bytes: Bytes) -> String {
    var before = 0
    var all = 0
    WireMessage(bytes).forEach {
      guard $0.number == field.number else { return }
      all += 1
      if $0.extent.lowerBound < field.extent.lowerBound { before += 1 }
    }
    return all > 1 ? "[\(before)]" : ""
  }

  private static func layerName(_ bytes: Bytes) -> String? {
    let name = WireMessage(bytes).text(1)
    return name.isEmpty ? nil : name
  }
}

extension WireSchema.Content {
  /// Whether what is made of such a message is many times as large as the message can be: of layers, models and the like,
  /// not of texts, numbers and examples, of which there may be millions.
  fileprivate var isUnpacked: Bool {
    switch self {
    case .message(.floatVector), .message(.metadataEntry), .text, .numbers, .floats: false
    case .message, .leaf: true
    }
  }

  fileprivate func verify(_ value: Bytes, field: WireField, depth: Int) throws(LocatedError) {
    let start = field.extent.lowerBound
    switch self {
    case .text:
      guard String(validating: value, as: UTF8.self) != nil else {
        throw LocatedError(fault: WireError(.notText, at: start), path: [])
      }
    case .floats:
      guard value.count.isMultiple(of: 4) else {
        throw LocatedError(fault: WireError(.brokenList, at: start), path: [])
      }
    case .numbers:
      var reader = WireReader(value)
      while reader.position < value.endIndex {
        do { _ = try reader.varint() } catch { throw LocatedError(fault: WireError(.brokenList, at: start), path: []) }
      }
    case .leaf:
      var reader = WireReader(value)
      do { while try reader.next() != nil {} } catch { throw LocatedError(fault: error, path: []) }
    case .message(let schema):
      guard depth <= WireMessage.deepestNesting else {
        throw LocatedError(fault: WireError(.tooDeep, at: start), path: [])
      }
      try schema.verify(value, depth: depth)
    }
  }
}
