import Networks
import Tensors

extension LayerWriter {
  /// An activation as it is stored: the function's own message inside that of the layer. Numbers of its own are never
  /// quantised: there are few, and no setting would say how many.
  static func activation(
    _ function: ActivationFunction, over base: WireMessage, precision: WeightPrecision
  ) throws(Unstorable) -> WireMessage {
    let (number, alpha, beta) = fields(of: function)
    let fields = LayerReader.activationFields
    let earlier = base.oneOf(fields)
    var inside = LayerWriter(earlier?.number == number ? earlier?.message ?? WireMessage() : WireMessage())
    switch function {
    case .prelu(let alpha): inside.set(1, alpha)
    case .parametricSoftplus(let alpha, let beta):
      inside.set(1, alpha)
      inside.set(2, beta)
    default:
      inside.content.set(1, float: alpha)
      inside.content.set(2, float: beta)
    }
    var result = base
    let own = precision.quantizes ? .float32 : precision
    result.set(oneOf: fields, number, message: try inside.finished(own, isUpdatable: false))
    return result
  }

  private static func fields(of function: ActivationFunction) -> (number: Int, alpha: Float, beta: Float) {
    switch function {
    case .linear(let alpha, let beta): (5, alpha, beta)
    case .relu: (10, 0, 0)
    case .leakyRelu(let alpha): (15, alpha, 0)
    case .thresholdedRelu(let alpha): (20, alpha, 0)
    case .prelu: (25, 0, 0)
    case .tanh: (30, 0, 0)
    case .scaledTanh(let alpha, let beta): (31, alpha, beta)
    case .sigmoid: (40, 0, 0)
    case .hardSigmoid(let alpha, let beta): (41, alpha, beta)
    case .elu(let alpha): (50, alpha, 0)
    case .softsign: (60, 0, 0)
    case .softplus: (70, 0, 0)
    case .parametricSoftplus: (71, 0, 0)
    }
  }
}
