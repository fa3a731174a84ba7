/// How several processes share a layer's work on a mini-batch.
enum BatchDistribution {
  /// Not at all: each computes all samples.
  case whole
  /// Each computes its own samples, which depend on no others.
  case samples
  /// The same, and the parameters' gradients are summed in these chunks of samples.
  case chunks(Chunks)
  /// Each computes its own samples, and the parameters' gradients from those of all.
  case gradients

  /// Whether all processes compute all samples.
  var isWhole: Bool { if case .whole = self { true } else { false } }
  /// Whether nothing but chunks' sums is exchanged.
  var isBySample: Bool {
    switch self {
    case .whole, .gradients: false
    case .samples, .chunks: true
    }
  }
}

/// A layer whose parameters' gradients are sums over the whole mini-batch, taken after the gradients of its inputs.
protocol BatchGradientRunner: LayerRunner {
  /// The first half of the backward pass: the gradients of the inputs, sample by sample; and those of the outputs before the
  /// rectifier that is fused into it.
  func inputGradients(_ space: Workspace)
  /// The other half, from all samples; ranks that share a mini-batch may share out its rows and bring them to each other.
  func parameterGradients(_ space: Workspace, _ shared: SharedBatch?)
  /// The bytes that are saved of each sample for it; nil for none.
  var savedForGradients: SavedBytes? { get }
}

extension BatchGradientRunner {
  var savedForGradients: SavedBytes? { nil }
}
