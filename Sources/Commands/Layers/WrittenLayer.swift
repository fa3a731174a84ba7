import CommandLanguage
import Language
import Networks
import Tensors

/// A layer as it was written in a network's block, with what is known where it stands.
struct WrittenLayer {
  let arguments: Arguments
  /// What the network is called, for messages.
  let model: String
  /// The shape of one step of what it reads, and how many steps that has.
  let shape: [Int], steps: Int
  /// How many bytes the network's weights take, this layer's with them.
  var weightBytes: Int

  /// The word that was written: the layer's name, or another word for it.
  var word: String { arguments.call.name.value }

  /// The most bytes the weights of one layer may take: 2 GiB.
  private static let weightLimit = 1 << 31
  /// How often the weights are there at least: in the model, in the engine that computes with them, and while they are
  /// written down. Training needs more.
  private static let copies = 3

  /// A tensor of zeros for a layer's weights.
  ///
  /// - Throws: `Fact.network` where it would be too large to make.
  mutating func weights(_ shape: [Int]) throws(Fault) -> Tensor {
    let bytes = MemoryLimit.bytes(of: shape)
    do throws(NetworkError) {
      guard bytes <= Self.weightLimit else { throw .tooLarge(layer: arguments.word("name") ?? word, bytes: bytes) }
      weightBytes += bytes
      try MemoryLimit.checkAvailable(Self.copies * weightBytes)
    } catch {
      throw Fault(.network(model, error), at: arguments.commandSpan)
    }
    return Tensor(shape: shape)
  }

  /// So many biases of 0, unless bias=false was written.
  func bias(_ count: Int) -> Tensor? { arguments.bool("bias") ?? true ? Tensor(shape: [count]) : nil }

  /// A number under a key, or the usual one.
  func number(_ key: String, _ usual: Float) -> Float { arguments.decimal(key).map { Float($0) } ?? usual }

  /// Refuses what is no map: `Fact.layerWithoutShape`.
  func needsMaps() throws(Fault) {
    guard shape.count == 3 else {
      throw Fault(
        .layerWithoutShape(layer: word, needs: "maps, [C, H, W], and is given \(shape)"), at: arguments.commandSpan)
    }
  }

  /// A height and width under a key; nil where it was not given.
  func extent(_ key: String) throws(Fault) -> Extent? {
    guard let value = arguments[key] else { return nil }
    return try extent(value)
  }

  /// A height and width: one number for both, or two.
  func extent(_ value: CheckedValue) throws(Fault) -> Extent {
    let numbers = value.list.map(\.integer)
    guard (1...2).contains(numbers.count) else {
      throw Fault(.layerWithoutShape(layer: value.text, needs: "one number, or two: [height, width]"), at: value.span)
    }
    return Extent(numbers[0], numbers[numbers.count - 1])
  }

  /// What padding= says: valid, same, or a number.
  func padding() throws(Fault) -> Padding {
    guard let value = arguments["padding"] else { return .valid(Margins()) }
    if value.word == "valid" { return .valid(Margins()) }
    if value.word == "same" { return .same(topLeftHeavy: false) }
    guard let amount = Int(value.word), (0...10_000).contains(amount) else {
      throw Fault(
        .usage(.unknownChoice(argument: "padding", given: value.text, allowed: ["valid", "same", "a number"])),
        at: value.span)
    }
    return .valid(Margins(top: amount, bottom: amount, left: amount, right: amount))
  }

  mutating func innerProduct() throws(Fault) -> InnerProductDefinition {
    let inputs = shape.reduce(1, *)
    let outputs = arguments.positionals[0].integer
    return InnerProductDefinition(
      inputChannels: inputs, outputChannels: outputs, weights: try weights([outputs, inputs]), bias: bias(outputs))
  }

  mutating func convolution() throws(Fault) -> ConvolutionDefinition {
    try needsMaps()
    let outputs = arguments.positionals[0].integer
    let groups = arguments.integer("groups") ?? 1
    guard shape[0].isMultiple(of: groups), outputs.isMultiple(of: groups) else {
      throw Fault(
        .layerWithoutShape(
          layer: word, needs: "groups that divide both its \(shape[0]) maps and its \(outputs) kernels"),
        at: arguments["groups"]?.span ?? arguments.commandSpan)
    }
    let kernel = try extent("kernel") ?? Extent(3, 3)
    return ConvolutionDefinition(
      outputChannels: outputs, kernelSize: kernel, stride: try extent("stride") ?? Extent(1, 1),
      dilation: try extent("dilation") ?? Extent(1, 1), groups: groups, padding: try padding(),
      weights: try weights([outputs, shape[0] / groups, kernel.height, kernel.width]), bias: bias(outputs))
  }

  func pooling(_ statistic: PoolingDefinition.Statistic) throws(Fault) -> PoolingDefinition {
    let kernel = try extent(arguments.positionals[0])
    return PoolingDefinition(
      statistic: statistic, kernelSize: kernel, stride: try extent("stride") ?? kernel, padding: try padding(),
      excludesPadding: true)
  }
}
