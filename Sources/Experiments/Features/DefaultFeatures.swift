public import Networks
import Operations

extension NetworkDefinition {
  /// The tensor that is taken as features where no layer is named: what the layer reads that tells the network's own
  /// classes apart, a fully connected one or a convolution of one place; as a rule the mean of each last map. Where
  /// nothing of the kind is at its end, as in SqueezeNet, what goes into the softmax. Empty for a network without layers.
  public var defaultFeatures: String {
    guard let output = isProgram ? outputs.first : layers.last?.outputs.first else { return "" }
    let end = maker(of: withoutRenaming(output))
    let scores = end?.kind == .softmax ? end?.inputs.first ?? "" : logSoftmax(of: output) ?? output
    let shapes = (try? shapes()) ?? [:]
    guard let classifier = maker(of: withoutRearranging(scores, shapes)), isClassifier(classifier, shapes),
      let read = classifier.inputs.first
    else { return scores }
    let features = withoutRearranging(read, shapes)
    return maker(of: features) == nil ? scores : features
  }

  /// The tensor of what is told apart: before a softmax at its end, or what a fully connected layer there makes; of a program that
  /// ends otherwise what it gives. Nil for other networks that do.
  var scores: String? {
    guard let output = isProgram ? outputs.first : layers.last?.outputs.first else { return nil }
    if let scores = logSoftmax(of: output) { return withoutRenaming(scores) }
    let answer = withoutRenaming(output)
    switch maker(of: answer)?.kind {
    case .softmax: return maker(of: answer)?.inputs.first.map(withoutRenaming)
    case .innerProduct: return answer
    default: return isProgram ? output : nil
    }
  }

  /// Whether it ends in a softmax or in its logarithm: its answer is probabilities, or theirs.
  var endsInSoftmax: Bool {
    guard let output = outputs.first, let end = maker(of: withoutRenaming(output)) else { return false }
    if logSoftmax(of: output) != nil { return true }
    if case .operation(let operation) = end.kind, case .softmax = operation.kind { return true }
    return end.kind == .softmax
  }

  /// Whether operations of a program are among its layers: its last layer need not make its answer.
  public var isProgram: Bool {
    layers.contains { if case .operation = $0.kind { true } else { false } }
  }

  /// Whether every output of a layer is a sum of all that goes in.
  private func isClassifier(_ layer: LayerDefinition, _ shapes: [String: [Int]]) -> Bool {
    switch layer.kind {
    case .innerProduct: true
    case .convolution: layer.inputs.first.map { Self.isOnePlace(shapes[$0]) } ?? false
    default: false
    }
  }

  /// A tensor before the layers that leave every number as it is and in its order.
  private func withoutRearranging(_ tensor: String, _ shapes: [String: [Int]]) -> String {
    var tensor = tensor
    while let layer = maker(of: tensor), layer.inputs.count == 1 {
      switch layer.kind {
      case .dropout: break
      case .flatten, .reshape:
        guard Self.isOnePlace(shapes[layer.inputs[0]]) else { return tensor }
      case .operation(let operation):
        guard operation.isRenaming, Self.isOnePlace(shapes[layer.inputs[0]]) else { return tensor }
      default: return tensor
      }
      tensor = layer.inputs[0]
    }
    return tensor
  }

  private static func isOnePlace(_ shape: [Int]?) -> Bool {
    guard let shape else { return false }
    return shape.count == 1 || shape.count == 3 && shape[1] * shape[2] == 1
  }
}
