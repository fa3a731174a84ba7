import Networks
import Operations

extension NetworkDefinition {
  /// Whether its last numbers are no probabilities, as converters write classifiers of PyTorch: sums of any size or logarithms, of which
  /// a softmax makes probabilities. Layers that networks of the older format end in are taken for what they are; one that may give
  /// probabilities is believed.
  var endsInScores: Bool {
    guard let output = outputs.first, let end = maker(of: withoutRenaming(output)) else { return false }
    switch end.kind {
    case .softmax, .activation(.sigmoid), .activation(.hardSigmoid): return false
    case .operation(let operation):
      switch operation.kind {
      case .softmax, .map(.sigmoid), .map(.hardSigmoid), .map(.clip), .combine(.divide): return false
      default: return true
      }
    default: return isProgram || logSoftmax(of: output) != nil || endsInSums
    }
  }

  /// Whether what it ends in, perhaps in another shape or as its mean over all places, is a weighted sum.
  private var endsInSums: Bool {
    var end = outputs.first.flatMap(maker)
    while let layer = end {
      switch layer.kind {
      case .innerProduct, .convolution, .batchNormalization, .bias: return true
      case .flatten, .reshape: break
      case .pooling(let pooling) where pooling.statistic == .average: break
      default: return false
      }
      end = layer.inputs.first.flatMap(maker)
    }
    return false
  }

  /// The same with a softmax at its end: the one whose logarithm it gives, else one more.
  var endingInSoftmax: NetworkDefinition {
    guard let scores = outputs.first else { return self }
    if let read = logSoftmax(of: scores), let own = layers.last(where: { $0.kind == .softmax && $0.inputs == [read] }) {
      var copy = self
      copy.outputs[0] = own.outputs[0]
      return copy
    }
    let names = Set(inputs.map(\.name) + layers.flatMap { $0.outputs + [$0.name] })
    var name = "probabilities"
    while names.contains(name) { name += "_" }
    var copy = self
    copy.layers.append(LayerDefinition(name: name, inputs: [scores], outputs: [name], kind: .softmax))
    copy.outputs[0] = name
    return copy
  }
}
