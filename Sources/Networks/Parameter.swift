import Arithmetic
public import Tensors

/// Names one parameter of a network.
public struct ParameterKey: Sendable, Hashable, Codable {
  /// The parameters a layer can have that training may change.
  public enum Part: String, Sendable, Hashable, Codable, CaseIterable { case weights, bias }

  /// The layer's name.
  public let layer: String
  /// Which of its parameters.
  public let part: Part

  /// Names a parameter.
  public init(layer: String, part: Part) {
    self.layer = layer
    self.part = part
  }
}

/// A parameter inside the machine: its numbers, and its gradient when it is trained.
final class Parameter {
  let key: ParameterKey
  let shape: [Int]
  let isTrainable: Bool
  let values: FloatBuffer
  /// Counts the changes, so that packed copies know when they are stale.
  private(set) var version = 0
  /// Allocated when first asked for: a network that only predicts needs none.
  private(set) lazy var gradient = FloatBuffer(count: values.count)

  var count: Int { values.count }

  init(_ key: ParameterKey, _ tensor: Tensor, isTrainable: Bool) {
    self.key = key
    shape = tensor.shape
    self.isTrainable = isTrainable
    values = FloatBuffer(tensor.values)
  }

  func hasChanged() { version += 1 }

  var tensor: Tensor { Tensor(shape: shape, values: values.values) }
}

extension NetworkDefinition {
  /// The parameters of all convolutions and fully connected layers.
  public var parameters: [ParameterKey: Tensor] {
    var all: [ParameterKey: Tensor] = [:]
    for layer in layers {
      if let weights = layer.weights { all[ParameterKey(layer: layer.name, part: .weights)] = weights }
      if let bias = layer.bias { all[ParameterKey(layer: layer.name, part: .bias)] = bias }
    }
    return all
  }

  /// Puts a parameter's numbers in place of the present ones; nothing happens when there is no such parameter.
  public mutating func setParameter(_ key: ParameterKey, to tensor: Tensor) {
    guard let index = layers.firstIndex(where: { $0.name == key.layer }) else { return }
    switch key.part {
    case .weights: layers[index].weights = tensor
    case .bias: layers[index].bias = tensor
    }
  }
}

extension LayerDefinition {
  /// The weights of a convolution or fully connected layer; nil for other kinds. Setting them on other kinds does nothing.
  public var weights: Tensor? {
    get {
      switch kind {
      case .convolution(let convolution): convolution.weights
      case .innerProduct(let product): product.weights
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch kind {
      case .convolution(var convolution):
        convolution.weights = newValue
        kind = .convolution(convolution)
      case .innerProduct(var product):
        product.weights = newValue
        kind = .innerProduct(product)
      default: break
      }
    }
  }

  /// The bias of a convolution or fully connected layer, where it has one; nil for other kinds. Setting it on other kinds
  /// does nothing.
  public var bias: Tensor? {
    get {
      switch kind {
      case .convolution(let convolution): convolution.bias
      case .innerProduct(let product): product.bias
      default: nil
      }
    }
    set {
      switch kind {
      case .convolution(var convolution):
        convolution.bias = newValue
        kind = .convolution(convolution)
      case .innerProduct(var product):
        product.bias = newValue
        kind = .innerProduct(product)
      default: break
      }
    }
  }
}
