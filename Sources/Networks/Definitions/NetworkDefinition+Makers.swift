import Operations

extension NetworkDefinition {
  /// The layer that makes a tensor; nil for an input of the network, and for a tensor there is not.
  public func maker(of tensor: String) -> LayerDefinition? { layers.last { $0.outputs.contains(tensor) } }

  /// A tensor before the operations that only give it another name or shape.
  public func withoutRenaming(_ tensor: String) -> String {
    var tensor = tensor
    while let layer = maker(of: tensor), case .operation(let operation) = layer.kind, operation.isRenaming,
      let read = layer.inputs.first
    {
      tensor = read
    }
    return tensor
  }

  /// The softmax that makes a tensor, perhaps under another name or shape; nil where none does.
  public func softmax(of tensor: String) -> LayerDefinition? {
    maker(of: withoutRenaming(tensor)).flatMap { $0.kind == .softmax ? $0 : nil }
  }

  /// The scores of which a tensor is the logarithm of the softmax, by a layer each or as x − ln Σe^x; nil where it is anything else.
  public func logSoftmax(of tensor: String) -> String? {
    guard let end = maker(of: withoutRenaming(tensor)), let read = end.inputs.first else { return nil }
    switch end.kind {
    case .unary(let own) where own.function == .logarithm && own.scale == 1 && own.shift == 0:
      return softmax(of: read)?.inputs.first
    case .operation(let difference):
      guard difference.kind == .combine(.subtract), end.inputs.count == 2,
        let sum = maker(of: withoutRenaming(end.inputs[1])), case .operation(let operation) = sum.kind,
        case .reduce(.logSumExp, _) = operation.kind, sum.inputs.first == read
      else { return nil }
      return read
    default: return nil
    }
  }
}
