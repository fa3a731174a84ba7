import Tensors

/// What a layer's runner is made of: its place, and the shapes and steps of what it reads and makes.
struct RunnerContext {
  var place: LayerPlace
  var inputs: [Placement]
  var outputs: [Placement]
  /// Where the gradients of its outputs lie; nil where none is needed.
  var outputGradients: [Placement?]
  /// Whether negative results become 0 before they are stored: a rectifier was fused into this layer.
  var rectifies: Bool
  /// What each number of a row is multiplied by before it is stored: a layer that does so was fused into this one.
  var factors: Tensor?
  /// A function of single numbers that was fused into this layer.
  var function: FusedFunction?

  /// The same for one step of a sequence.
  var step: RunnerContext {
    var result = self
    result.inputs = inputs.map(\.step)
    result.outputs = outputs.map(\.step)
    result.outputGradients = outputGradients.map { $0?.step }
    return result
  }

  var input: MapShape { inputs[0].shape }
  var output: MapShape { outputs[0].shape }
}

/// Where a layer stands among the tensors, by number.
struct LayerPlace {
  var name: String
  /// Its number among the runners.
  var index: Int
  var inputs: [Int]
  var outputs: [Int]
  /// What becomes of the gradient of each input.
  var gradientModes: [GradientMode]

  /// Whether something below needs the gradient of the first input.
  var needsInputGradient: Bool { gradientModes[0] != .unneeded }
  /// Whether this layer is the first to write the gradient of its first input.
  var writesInputGradientFirst: Bool { gradientModes[0] == .first }
}

/// What a layer does to the gradient of one of its inputs in the backward pass.
enum GradientMode {
  /// Nothing below needs it; no one has written it yet; others have, and this layer's part is added.
  case unneeded, first, additional
}
