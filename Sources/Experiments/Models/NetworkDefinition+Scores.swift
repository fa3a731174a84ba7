import Networks
import Operations

extension NetworkDefinition {
  /// Whether its last numbers are no probabilities, as converters write classifiers of PyTorch: sums of any size, of which a softmax
  /// makes probabilities.
  var endsInScores: Bool {
    guard let output = outputs.first, let end = maker(of: withoutRenaming(output)) else { return false }
    switch end.kind {
    case .softmax, .activation(.sigmoid), .activation(.hardSigmoid): return false
    case .operation(let operation):
      switch operation.kind {
      case .softmax, .map(.sigmoid), .map(.hardSigmoid), .map(.clip), .combine(.divide): return false
      default: return true
      }
    default: return true
    }
  }

  /// The same with a softmax at its end.
  var endingInSoftmax: NetworkDefinition {
    guard let scores = outputs.first else { return self }
    let names = Set(inputs.map(\.name) + layers.flatMap { $0.outputs + [$0.name] })
    var name = "probabilities"
    while names.contains(name) { name += "_" }
    var copy = self
    copy.layers.append(LayerDefinition(name: name, inputs: [scores], outputs: [name], kind: .softmax))
    copy.outputs[0] = name
    return copy
  }
}
