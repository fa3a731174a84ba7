/// The layers that see a sequence as a whole: what they make of its length, and what runs them.
extension LayerKind {
  /// Whether the layer sees a sequence as a whole instead of step by step.
  var isSequential: Bool {
    switch self {
    case .recurrent, .sequenceConcat, .sequenceRepeat, .cropResize: true
    case .permute(let axes): axes.first != 0
    case .reshape(let target, _): target.count == 4
    default: false
    }
  }
}

extension LayerDefinition {
  /// The shapes of the tensors such a layer makes.
  func sequenceShapes(of inputs: [MapShape]) throws(NetworkError) -> [MapShape] {
    switch kind {
    case .recurrent(let definition):
      return try definition.outputShapes(of: inputs, outputs: outputs.count, layer: name)
    case .cropResize(let definition): return [try definition.outputShape(of: inputs, layer: name)]
    case .sequenceRepeat(let count):
      guard count >= 1, count <= 1 << 24 else {
        throw .invalidSetting(layer: name, setting: "nRepetitions", value: count)
      }
      let input = try only(inputs)
      return [input.repeated(input.steps * count)]
    case .sequenceConcat:
      guard let first = inputs.first else { throw .wrongTensorCount(layer: name, expected: 1, actual: 0) }
      for input in inputs where input.step != first.step {
        throw .shapeMismatch(layer: name, expected: first.step.lengths, actual: input.step.lengths)
      }
      return [first.repeated(inputs.reduce(0) { $0 + $1.steps })]
    case .permute(let axes): return [try Reshaping.permuted(only(inputs), axes: axes, layer: name)]
    case .reshape(let target, _): return [try Reshaping.reshaped(only(inputs), to: target, layer: name)]
    default: throw .unsupported(layer: name, kind: kind.label)
    }
  }
}
