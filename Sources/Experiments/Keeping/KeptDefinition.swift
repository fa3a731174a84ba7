import Networks
import Operations
import RunStore
import Tensors

/// A network as it is kept: its structure as text, its large parameters as references to content.
struct KeptDefinition: Sendable, Codable {
  /// The network without the numbers of its convolutions and fully connected layers; nil where another's is meant.
  var structure: NetworkDefinition?
  /// These numbers.
  let parameters: [Parameter]
  /// The numbers of its operations, in their order; absent where there are none, and in what was kept before.
  private let constants: [Constant]?

  /// All content it needs besides its owner's.
  var contents: [ContentHash] { (parameters.map(\.numbers) + (constants ?? []).map(\.numbers)).compactMap(\.content) }

  /// A constant of an operation.
  struct Constant: Sendable, Codable {
    let shape: [Int]
    let numbers: KeptNumbers
  }

  /// One parameter.
  struct Parameter: Sendable, Codable {
    let key: ParameterKey
    let shape: [Int]
    let numbers: KeptNumbers
  }

  /// Takes a network apart.
  init(_ definition: NetworkDefinition, _ packer: inout NumberPacker) {
    var structure = definition
    var parameters: [Parameter] = []
    for index in definition.layers.indices where definition.layers[index].isPacked {
      let layer = definition.layers[index]
      if let weights = layer.weights {
        parameters.append(Self.parameter(ParameterKey(layer: layer.name, part: .weights), weights, &packer))
        structure.layers[index].weights = Self.nothing
      }
      if let bias = layer.bias {
        parameters.append(Self.parameter(ParameterKey(layer: layer.name, part: .bias), bias, &packer))
        structure.layers[index].bias = Self.nothing
      }
    }
    var constants: [Constant] = []
    for index in definition.layers.indices {
      guard case .operation(var operation) = definition.layers[index].kind else { continue }
      constants += operation.constants.enumerated().map { constant, tensor in
        let place = NumberPlace(layer: definition.layers[index].name, part: nil, constant: constant)
        return Constant(shape: tensor.shape, numbers: packer.add(tensor, at: place))
      }
      operation.constants = operation.constants.map { _ in Self.nothing }
      structure.layers[index].kind = .operation(operation)
    }
    // Without its numbers a layer is in single precision.
    structure.quantizations = definition.quantizations
    self.structure = structure
    self.parameters = parameters
    self.constants = constants.isEmpty ? nil : constants
  }

  /// Puts a network together again; `structure` is that of the other one, where this has none of its own.
  ///
  /// - Throws: `KeepingError`.
  func definition(
    structure other: NetworkDefinition?, _ reader: inout NumberReader
  ) throws(KeepingError) -> NetworkDefinition {
    guard var definition = structure ?? other else { throw .damaged }
    let quantizations = definition.quantizations
    var count = 0
    for parameter in parameters {
      let place = NumberPlace(layer: parameter.key.layer, part: parameter.key.part, constant: 0)
      let tensor = try reader.tensor(parameter.shape, parameter.numbers, at: place)
      definition.setParameter(parameter.key, to: tensor)
      count += 1
    }
    let packed = definition.layers.filter(\.isPacked)
    let expected = packed.reduce(0) { $0 + ($1.weights == nil ? 0 : 1) + ($1.bias == nil ? 0 : 1) }
    let isFull = packed.allSatisfy { $0.weights != Self.nothing && $0.bias != Self.nothing }
    guard count == expected, isFull else { throw .damaged }
    try fill(&definition, &reader)
    definition.quantizations = quantizations
    return definition
  }

  /// Puts the numbers of operations where they were.
  private func fill(_ definition: inout NetworkDefinition, _ reader: inout NumberReader) throws(KeepingError) {
    var rest = (constants ?? [])[...]
    for index in definition.layers.indices {
      guard case .operation(var operation) = definition.layers[index].kind else { continue }
      var tensors: [Tensor] = []
      for number in operation.constants.indices {
        guard let constant = rest.popFirst() else { throw .damaged }
        let place = NumberPlace(layer: definition.layers[index].name, part: nil, constant: number)
        tensors.append(try reader.tensor(constant.shape, constant.numbers, at: place))
      }
      operation.constants = tensors
      definition.layers[index].kind = .operation(operation)
    }
    guard rest.isEmpty else { throw .damaged }
  }

  /// Stands where a parameter was taken out; no layer has such a parameter.
  private static let nothing = Tensor(shape: [0], values: [])

  private static func parameter(
    _ key: ParameterKey, _ tensor: Tensor, _ packer: inout NumberPacker
  ) -> Parameter {
    let place = NumberPlace(layer: key.layer, part: key.part, constant: 0)
    return Parameter(key: key, shape: tensor.shape, numbers: packer.add(tensor, at: place))
  }
}

extension LayerDefinition {
  /// Whether its parameters are kept apart from its structure: those of other kinds are small, and stay in it.
  fileprivate var isPacked: Bool {
    switch kind {
    case .convolution, .innerProduct: true
    default: false
    }
  }
}
