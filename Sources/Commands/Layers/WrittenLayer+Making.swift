import CommandLanguage
import Experiments
import Language
import Networks
import Tensors

/// What layers are made of, and what some of them need.
extension WrittenLayer {
  /// The most bytes the weights of one layer may take: 2 GiB.
  private static let weightLimit = 1 << 31
  /// How often the weights are there at least: in the model, in the engine that computes with them, and while they are
  /// written down. Training needs more.
  private static let copies = 3

  /// A tensor of zeros for a layer's weights.
  ///
  /// - Throws: `ModelError.network` where it would be too large to make.
  mutating func weights(_ shape: [Int]) throws(Diagnostic) -> Tensor {
    let bytes = MemoryLimit.bytes(of: shape)
    do throws(NetworkError) {
      guard bytes <= Self.weightLimit else {
        throw .tooLarge(layer: arguments[LayerTable.name]?.word ?? word, bytes: bytes)
      }
      weightBytes += bytes
      try MemoryLimit.checkAvailable(Self.copies * weightBytes)
    } catch {
      throw Diagnostic(.network(model, error), at: arguments.commandSpan)
    }
    return Tensor(shape: shape)
  }

  /// So many biases of 0, where there are to be any.
  static func bias(_ count: Int, _ isThere: Bool) -> Tensor? { isThere ? Tensor(shape: [count]) : nil }

  /// What a layer needs and does not have.
  func lacks(_ needs: String, at span: Span? = nil) -> Diagnostic {
    Diagnostic(.layerWithoutShape(layer: word, needs: needs), at: span ?? arguments.commandSpan)
  }

  /// Refuses what is no map: `ModelError.layerWithoutShape`.
  func needsMaps() throws(Diagnostic) {
    guard shape.count == 3 else { throw lacks("maps, [C, H, W], and is given \(shape)") }
  }

  static func innerProduct(_ layer: inout Self, outputs: Int, bias: Bool) throws -> LayerKind {
    let inputs = layer.shape.reduce(1, *)
    return .innerProduct(
      InnerProductDefinition(
        inputChannels: inputs, outputChannels: outputs, weights: try layer.weights([outputs, inputs]),
        bias: Self.bias(outputs, bias)))
  }

  static func convolution(
    _ layer: inout Self, outputs: Int, kernel: Extent, stride: Extent, padding: Padding, dilation: Extent,
    groups: Int, bias: Bool
  ) throws -> LayerKind {
    try layer.needsMaps()
    let channels = layer.shape[0]
    guard channels.isMultiple(of: groups), outputs.isMultiple(of: groups) else {
      throw layer.lacks(
        "groups that divide both its \(channels) channels and its \(outputs) kernels",
        at: layer.arguments.span(of: LayerTable.groups))
    }
    return .convolution(
      ConvolutionDefinition(
        outputChannels: outputs, kernelSize: kernel, stride: stride, dilation: dilation, groups: groups,
        padding: padding, weights: try layer.weights([outputs, channels / groups, kernel.height, kernel.width]),
        bias: Self.bias(outputs, bias)))
  }
}
