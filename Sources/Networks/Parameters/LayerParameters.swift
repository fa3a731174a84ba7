import Operations

extension LayerDefinition {
  /// Whether it is a product with weights that is run with packed ones.
  fileprivate var isLinear: Bool {
    if case .operation(let operation) = kind, operation.kind == .linear { true } else { false }
  }
}

/// A layer's parameters inside the engine, in the form its runners take.
enum LayerParameters {
  case none
  case convolution(ConvolutionParameters)
  case innerProduct(InnerProductParameters)
  case recurrent(RecurrentParameters)
  /// Those of embeddings, batch normalisations and operations.
  case table([ParameterKey.Part: Parameter])

  init(_ layer: LayerDefinition) {
    switch layer.kind {
    case .convolution(let definition):
      self = .convolution(ConvolutionParameters(definition, layer: layer.name, isTrainable: layer.isUpdatable))
    case .innerProduct(let definition):
      self = .innerProduct(InnerProductParameters(definition, layer: layer.name, isTrainable: layer.isUpdatable))
    case .recurrent(let definition): self = .recurrent(RecurrentParameters(definition, layer))
    case .embedding, .batchNormalization, .operation:
      let parts = ParameterKey.Part.allCases.compactMap { part in layer[part].map { (part, $0) } }
      self = .table(
        Dictionary(
          uniqueKeysWithValues: parts.map { part, tensor in
            let key = ParameterKey(layer: layer.name, part: part)
            return (
              part,
              Parameter(key, tensor, isTrainable: layer.isUpdatable, isPacked: part == .weights && layer.isLinear)
            )
          }))
    case .pooling, .activation, .softmax, .flatten, .concat, .add, .multiply, .dropout, .average, .maximum, .minimum,
      .dot, .meanVarianceNormalization, .l2Normalization, .localResponseNormalization, .padding, .crop, .slice, .split,
      .permute, .reshape, .reduce, .unary, .scale, .bias, .loadConstant, .upsample, .resample, .cropResize, .reorganize,
      .sequenceConcat, .sequenceRepeat:
      self = .none
    }
  }

  /// All of them, weights before bias.
  var all: [Parameter] {
    switch self {
    case .none: []
    case .convolution(let own): [own.weights] + (own.bias.map { [$0] } ?? [])
    case .innerProduct(let own): [own.weights] + (own.bias.map { [$0] } ?? [])
    case .recurrent(let own): own.named
    case .table(let own): ParameterKey.Part.allCases.compactMap { own[$0] }
    }
  }

  var convolution: ConvolutionParameters? { if case .convolution(let own) = self { own } else { nil } }
  var innerProduct: InnerProductParameters? { if case .innerProduct(let own) = self { own } else { nil } }
  var recurrent: RecurrentParameters? { if case .recurrent(let own) = self { own } else { nil } }
  var table: [ParameterKey.Part: Parameter]? { if case .table(let own) = self { own } else { nil } }
}
