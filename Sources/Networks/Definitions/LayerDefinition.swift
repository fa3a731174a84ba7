/// One layer as a model describes it: its name, the tensors it reads and makes, what it does, and its parameters.
///
/// The vocabulary is Core ML's (`NeuralNetworkLayer`), its defaults filled in, so that nothing here is implicit.
public struct LayerDefinition: Sendable, Equatable, Codable {
  /// The layer's name, unique in its network.
  public var name: String
  /// The names of the tensors it reads, in the order its kind asks for.
  public var inputs: [String]
  /// The names of the tensors it makes.
  public var outputs: [String]
  /// What it computes, with its settings and parameters.
  public var kind: LayerKind
  /// Whether training may change its parameters.
  public var isUpdatable: Bool
  /// How predictions compute it in 8 bits, if it is a convolution or a fully connected layer that training does not change. Nil for
  /// single precision.
  public var quantization: LayerQuantization?

  /// Describes a layer.
  public init(name: String, inputs: [String], outputs: [String], kind: LayerKind, isUpdatable: Bool = false) {
    self.name = name
    self.inputs = inputs
    self.outputs = outputs
    self.kind = kind
    self.isUpdatable = isUpdatable
  }
}
