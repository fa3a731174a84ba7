public import Networks

extension NetworkDefinition {
  /// The tensor that is taken as features where no layer is named: what the layer reads that tells the network's own
  /// classes apart, a fully connected one or a convolution of one place; as a rule the mean of each last map. Where
  /// nothing of the kind is at its end, as in SqueezeNet, what goes into the softmax. Empty for a network without layers.
  public var defaultFeatures: String {
    guard let last = layers.last else { return "" }
    let scores = (last.kind == .softmax ? last.inputs.first : last.outputs.first) ?? ""
    let shapes = (try? shapes()) ?? [:]
    guard let classifier = maker(of: withoutRearranging(scores, shapes)), isClassifier(classifier, shapes),
      let read = classifier.inputs.first
    else { return scores }
    let features = withoutRearranging(read, shapes)
    return maker(of: features) == nil ? scores : features
  }

  private func maker(of tensor: String) -> LayerDefinition? { layers.last { $0.outputs.contains(tensor) } }

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
