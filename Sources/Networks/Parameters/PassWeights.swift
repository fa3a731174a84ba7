/// A convolution's weights in the orders its passes read them in: one for the forward pass, and one for the backward pass where
/// it goes on below the layer.
struct PassWeights {
  private let parameters: ConvolutionParameters
  private let forwardPacking: ConvolutionParameters.WeightOrder
  private var packedForward: UnsafePointer<Float>?
  private var packedBackward: (packing: ConvolutionParameters.WeightOrder, weights: UnsafePointer<Float>)?

  init(_ parameters: ConvolutionParameters, forward: ConvolutionParameters.WeightOrder) {
    self.parameters = parameters
    forwardPacking = forward
  }

  /// Whether a copy has to be made, or made anew. `backward` is the order of the backward pass; nil where it ends at the layer.
  func isStale(backward: ConvolutionParameters.WeightOrder?) -> Bool {
    if packedForward == nil || !parameters.isCurrent(forwardPacking) { return true }
    guard let backward else { return false }
    return packedBackward?.packing != backward || !parameters.isCurrent(backward)
  }

  /// Brings the copies up to date.
  mutating func prepare(backward: ConvolutionParameters.WeightOrder?) {
    packedForward = parameters.packed(forwardPacking)
    if let backward { packedBackward = (backward, parameters.packed(backward)) }
  }

  /// The weights for the forward pass, which have been prepared.
  var forward: UnsafePointer<Float> {
    guard let packedForward else { preconditionFailure("\(parameters.weights.key.layer) was not prepared") }
    return packedForward
  }

  /// The weights for the backward pass; nil where it ends at the layer.
  var backward: UnsafePointer<Float>? { packedBackward?.weights }
}
