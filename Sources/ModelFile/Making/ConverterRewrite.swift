public import Networks

/// One layer that was written otherwise, with the same result: what it was, and what it is now.
public struct Rewrite: Sendable, Equatable {
  /// The layer's name.
  public let layer: String
  /// The format's name for what it was, for example `softmaxND`.
  public let from: String
  /// The format's name for what it is; nil for one that became part of the layer before it.
  public let to: String?
}

/// A model with layers that a converter wrote in the newer, general form put into the older one that can be trained:
/// softmaxND as softmax, batchedMatmul with constant weights as innerProduct, the addition of a constant after it as its
/// bias, what only turns maps into vectors as flatten, the mean of whole maps as a pooling, and values held between two bounds as
/// a chain of older functions. What does not mean the same stays as it is.
public struct RewrittenModel {
  /// The model; the very same where nothing was rewritten.
  public private(set) var model: ModelFile
  /// What was rewritten.
  public private(set) var rewrites: [Rewrite] = []

  /// Rewrites what can be rewritten.
  public init(_ file: ModelFile) {
    model = file
    if file.kind.isPipeline { rewriteParts() }
    if file.kind.isNetwork { rewriteLayers() }
  }

  private mutating func rewriteParts() {
    let parts = model.pipeline.models.map(RewrittenModel.init)
    guard parts.contains(where: { !$0.rewrites.isEmpty }), let row = try? model.pipeline.replacing(parts.map(\.model))
    else { return }
    (model, rewrites) = (row, parts.flatMap(\.rewrites))
  }

  private mutating func rewriteLayers() {
    var rewriter = ConverterRewriter(
      model.layers,
      outputs: Set(model.description.outputs.map(\.name) + (model.neuralNetwork.scoreTensor.map { [$0] } ?? [])))
    rewriter.rewrite()
    guard !rewriter.rewrites.isEmpty else { return }
    var (result, content) = (model, model.content)
    content[repeated: 1].messages = rewriter.wires
    if rewriter.isOfOldKinds, model.description.takesDefaultMapping {
      content.set(5, 0)
      content.set(6, 0)
    }
    result.content = content
    guard (try? result.network())?.means(rewriter.rewrites) == true else { return }
    (model, rewrites) = (result, rewriter.rewrites)
  }
}

extension ModelDescription {
  /// Whether inputs are such that the older reading of shapes, [C] and [C, H, W], says the same as the exact one.
  fileprivate var takesDefaultMapping: Bool {
    inputs.allSatisfy { input in
      if case .multiArray(let array) = input.type {
        [1, 3].contains(array.shape.count)
      } else {
        true
      }
    }
  }
}

extension NetworkDefinition {
  /// Whether every rewritten layer reads what its new form takes for the same: a vector, or maps of size 1 × 1.
  fileprivate func means(_ rewrites: [Rewrite]) -> Bool {
    guard let shapes = try? shapes() else { return false }
    let changed = Set(
      rewrites.filter { $0.to == "softmax" || $0.to == "innerProduct" }.map(\.layer))
    let areVectors = layers.filter { changed.contains($0.name) }.allSatisfy { layer in
      guard let shape = layer.inputs.first.flatMap({ shapes[$0] }) else { return false }
      return shape.count == 1 || shape.dropFirst().allSatisfy { $0 == 1 }
    }
    let averaged = Set(rewrites.filter { $0.to == "pooling" }.map(\.layer))
    return areVectors
      && layers.filter { averaged.contains($0.name) }.allSatisfy { layer in
        layer.inputs.first.flatMap { shapes[$0] }?.count == 3
      }
  }
}

/// Goes through the layers of a network and puts each into the older form where there is one.
private struct ConverterRewriter {
  /// The layers as they are now.
  private(set) var records: [LayerRecord]
  /// What was rewritten so far.
  private(set) var rewrites: [Rewrite] = []
  /// Tensors the model gives: they must not vanish.
  private let outputs: Set<String>
  /// The layers that make constant tensors, by tensor.
  private let constants: [String: LayerRecord]

  init(_ records: [LayerRecord], outputs: Set<String>) {
    self.records = records
    self.outputs = outputs
    let makers = records.filter { $0.typeNumber == 1070 && $0.outputs.count == 1 }
    constants = Dictionary(makers.map { ($0.outputs[0], $0) }) { first, _ in first }
  }

  var wires: [WireMessage] { records.map(\.wire) }

  /// Whether only layer types are left that every version of the format has.
  var isOfOldKinds: Bool { records.allSatisfy { ($0.typeNumber ?? 0) < 600 } }

  mutating func rewrite() {
    let chains = LayerChains(records)
    records = chains.expanded
    rewrites = chains.rewrites
    for index in records.indices {
      switch records[index].typeNumber {
      case 950: replace(index, by: 175, WireMessage())
      case 1045:
        if let product = innerProduct(records[index]) {
          replace(index, by: 140, product, inputs: 1)
        }
      case 1120, 1125, 1130, 1140, 1150: replace(index, by: 301, WireMessage())
      default: break
      }
    }
    drawInBiases()
    guard !rewrites.isEmpty else { return }
    let read = Set(records.flatMap(\.inputs)).union(outputs)
    records.removeAll { $0.typeNumber == 1070 && !$0.outputs.contains(where: read.contains) }
  }

  private mutating func replace(
    _ index: Int, by number: Int, _ content: WireMessage, inputs: Int? = nil
  ) {
    let record = records[index]
    guard let old = record.typeNumber, let type = LayerType.name(number) else { return }
    var wire = record.wire
    wire.remove(old)
    // Ranks and shapes of the general form do not belong to the older one.
    wire.remove(4)
    wire.remove(5)
    if let inputs { wire[repeated: 2].texts = Array(record.inputs.prefix(inputs)) }
    wire.set(number, message: content)
    records[index] = LayerRecord(wire)
    rewrites.append(Rewrite(layer: record.name, from: record.type ?? "", to: type))
  }

  /// A product with a constant matrix, whether the layer holds it or reads it, as a fully connected layer.
  private func innerProduct(_ record: LayerRecord) -> WireMessage? {
    let content = record.content
    guard !content.bool(1) else { return nil }
    var product = WireMessage()
    if record.inputs.count == 1, let weights = content.message(8) {
      product.set(1, content.count(5))
      product.set(2, content.count(6))
      product.set(10, content.bool(7))
      product.set(20, message: weights)
      if content.bool(7) { product.set(21, message: content.message(9)) }
      return product
    }
    guard record.inputs.count == 2, let matrix = constant(record.inputs[1]),
      matrix.shape.count >= 2,
      matrix.shape.dropLast(2).allSatisfy({ $0 == 1 })
    else { return nil }
    let (rows, columns) = (
      matrix.shape[matrix.shape.count - 2], matrix.shape[matrix.shape.count - 1]
    )
    let isTransposed = content.bool(2)
    product.set(1, isTransposed ? columns : rows)
    product.set(2, isTransposed ? rows : columns)
    product.set(
      20,
      message: WeightParameters.float32(
        isTransposed ? matrix.values : matrix.values.transposed(rows, columns)))
    return product
  }

  /// The addition of a constant to what a fully connected layer alone makes becomes that layer's bias.
  private mutating func drawInBiases() {
    var makers: [String: Int] = [:]
    for (index, record) in records.enumerated()
    where record.typeNumber == 140 && !record.content.bool(10) {
      if let output = record.outputs.first { makers[output] = index }
    }
    var readers: [String: Int] = [:]
    for tensor in records.flatMap(\.inputs) { readers[tensor, default: 0] += 1 }
    var gone: Set<Int> = []
    for index in records.indices where records[index].typeNumber == 880 {
      let sum = records[index]
      guard sum.inputs.count == 2, let output = sum.outputs.first else { continue }
      for (place, tensor) in sum.inputs.enumerated() {
        guard let maker = makers[tensor], readers[tensor] == 1, !outputs.contains(tensor),
          let bias = constant(sum.inputs[1 - place]),
          bias.values.count == records[maker].content.count(2)
        else { continue }
        makers[tensor] = nil
        take(bias.values, into: maker, output: output)
        gone.insert(index)
        rewrites.append(Rewrite(layer: sum.name, from: sum.type ?? "", to: nil))
        break
      }
    }
    records = records.indices.filter { !gone.contains($0) }.map { records[$0] }
  }

  /// Gives a fully connected layer a bias, and what it makes another name.
  private mutating func take(_ bias: [Float], into maker: Int, output: String) {
    var product = records[maker].content
    product.set(10, true)
    product.set(21, message: WeightParameters.float32(bias))
    var wire = records[maker].wire
    wire.set(140, message: product)
    wire[repeated: 3].texts = [output]
    records[maker] = LayerRecord(wire)
  }

  /// The numbers of a constant tensor, in single precision.
  private func constant(_ tensor: String) -> (shape: [Int], values: [Float])? {
    guard let record = constants[tensor],
      let parameters = record.content.message(2).map(WeightParameters.init)
    else { return nil }
    let shape = record.content[repeated: 1].counts
    guard let layout = WeightLayout([1] + shape, channelAxis: 0),
      let values = try? parameters.values(layout)
    else {
      return nil
    }
    return (shape, values)
  }
}

extension [Float] {
  /// A matrix of so many rows and columns with both exchanged.
  fileprivate func transposed(_ rows: Int, _ columns: Int) -> [Float] {
    (0..<columns).flatMap { column in (0..<rows).map { self[$0 * columns + column] } }
  }
}

/// A model's network as the engine knows it, of a pipeline of networks all of them as one. One with layers that a converter wrote in a form
/// unknown here is written otherwise first, where that can be done with the same result.
public struct RunnableModel {
  /// The file, rewritten where that was necessary.
  public let file: ModelFile
  /// The network.
  public let definition: NetworkDefinition

  /// - Throws: as `ModelFile.network()`.
  public init(_ file: ModelFile) throws(ModelFileError) {
    if file.pipeline.isChainOfNetworks {
      let old = file.pipeline.models
      var models: [ModelFile] = []
      for model in old { models.append(try RunnableModel(model).file) }
      self.file = models == old ? file : try file.pipeline.replacing(models)
      definition = try self.file.pipeline.chain().definition
      return
    }
    do {
      definition =
        file.kind == .mlProgram ? try file.program.network(joiningInputs: true) : try file.network()
      self.file = file
    } catch .unsupportedLayers(let layers) {
      let rewritten = RewrittenModel(file)
      guard !rewritten.rewrites.isEmpty else { throw .unsupportedLayers(layers) }
      definition = try rewritten.model.network()
      self.file = rewritten.model
    }
  }

  /// Whether every layer of a model is known as it is written.
  public static func isKnown(_ file: ModelFile) -> Bool {
    file.layers.allSatisfy { $0.type == nil || $0.isKnown } && file.pipeline.models.allSatisfy(isKnown)
  }
}
