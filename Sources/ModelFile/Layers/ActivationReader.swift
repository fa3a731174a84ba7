import Networks
import Tensors

/// Reads activations.
struct ActivationReader {
  /// The layer's settings and numbers.
  let layer: LayerReader

  /// The functions by the numbers of their fields.
  static let activationNames = [
    5: "linear", 10: "ReLU", 15: "leakyReLU", 20: "thresholdedReLU", 25: "PReLU", 30: "tanh", 31: "scaledTanh",
    40: "sigmoid", 41: "sigmoidHard", 50: "ELU", 60: "softsign", 70: "softplus", 71: "parametricSoftplus",
  ]
  static let activationFields = activationNames.keys.sorted()

  func activation() throws(ModelFileError) -> ActivationFunction {
    try layer.expect()
    return try function()
  }

  /// The function an activation's message holds.
  func function() throws(ModelFileError) -> ActivationFunction {
    guard let (number, function) = layer.content.oneOf(ActivationReader.activationFields) else {
      throw layer.fail(.noType)
    }
    let (alpha, beta) = (function.float(1), function.float(2))
    switch number {
    case 5: return .linear(alpha: alpha, beta: beta)
    case 10: return .relu
    case 15: return .leakyRelu(alpha: alpha)
    case 20: return .thresholdedRelu(alpha: alpha)
    case 25: return .prelu(alpha: try parameters(function, 1, "alpha"))
    case 30: return .tanh
    case 31: return .scaledTanh(alpha: alpha, beta: beta)
    case 40: return .sigmoid
    case 41: return .hardSigmoid(alpha: alpha, beta: beta)
    case 50: return .elu(alpha: alpha)
    case 60: return .softsign
    case 70: return .softplus
    default:
      return .parametricSoftplus(
        alpha: try parameters(function, 1, "alpha"), beta: try parameters(function, 2, "beta"))
    }
  }

  /// Numbers per channel, or one for all; the file does not say how many channels there are.
  private func parameters(_ function: WireMessage, _ number: Int, _ field: String) throws(ModelFileError) -> Tensor {
    let parameters = WeightParameters(function.message(number) ?? WireMessage())
    guard parameters.encoding != nil else { throw layer.fail(.weights(field: field, .missing)) }
    guard let count = parameters.storedCount else { throw layer.fail(.weights(field: field, .uncountable)) }
    return try layer.tensor(parameters, field, shape: [count])
  }
}
