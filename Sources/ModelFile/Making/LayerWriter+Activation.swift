public import Networks
import Tensors

extension LayerWriter {
  /// An activation as it is stored: the function's own message inside that of the layer. Numbers of its own are never
  /// quantised: there are few, and no setting would say how many.
  static func activation(
    _ function: ActivationFunction, over base: WireMessage, precision: WeightPrecision
  ) throws(Unstorable) -> WireMessage {
    let (number, (alpha, beta)) = (function.fieldNumber, settings(of: function))
    let fields = ActivationReader.activationFields
    let earlier = base.oneOf(fields)
    var inside = LayerWriter(earlier?.number == number ? earlier?.message ?? WireMessage() : WireMessage())
    switch function {
    case .prelu(let alpha): inside.set(1, alpha)
    case .parametricSoftplus(let alpha, let beta):
      inside.set(1, alpha)
      inside.set(2, beta)
    default:
      inside.content.set(1, alpha)
      inside.content.set(2, beta)
    }
    var result = base
    let own = precision.quantizes ? .float32 : precision
    result.set(oneOf: fields, number, message: try inside.finished(own, isUpdatable: false))
    return result
  }

  private static func settings(of function: ActivationFunction) -> (alpha: Float, beta: Float) {
    switch function {
    case .linear(let alpha, let beta), .scaledTanh(let alpha, let beta), .hardSigmoid(let alpha, let beta):
      (alpha, beta)
    case .leakyRelu(let alpha), .thresholdedRelu(let alpha), .elu(let alpha): (alpha, 0)
    case .relu, .prelu, .tanh, .sigmoid, .softsign, .softplus, .parametricSoftplus: (0, 0)
    }
  }
}

extension ActivationFunction {
  /// The format's name for the function, such as `leakyReLU`.
  public var formatName: String { ActivationReader.activationNames[fieldNumber] ?? "" }

  /// The field the function is stored in.
  var fieldNumber: Int {
    switch self {
    case .linear: 5
    case .relu: 10
    case .leakyRelu: 15
    case .thresholdedRelu: 20
    case .prelu: 25
    case .tanh: 30
    case .scaledTanh: 31
    case .sigmoid: 40
    case .hardSigmoid: 41
    case .elu: 50
    case .softsign: 60
    case .softplus: 70
    case .parametricSoftplus: 71
    }
  }
}
