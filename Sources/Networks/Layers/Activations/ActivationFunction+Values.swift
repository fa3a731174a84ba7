import Arithmetic
import Tensors

extension ActivationFunction {
  /// f(x) for channel c.
  func value(_ x: Float, _ c: Int) -> Float {
    switch self {
    case .relu: x < 0 ? 0 : x
    case .leakyRelu(let alpha): x < 0 ? alpha * x : x
    case .thresholdedRelu(let alpha): x < alpha ? 0 : x
    case .prelu(let alpha): x < 0 ? alpha.channel(c) * x : x
    case .linear(let alpha, let beta): alpha * x + beta
    case .tanh: ElementaryFunctions.tanh(x)
    case .scaledTanh(let alpha, let beta): alpha * ElementaryFunctions.tanh(beta * x)
    case .sigmoid: ElementaryFunctions.sigmoid(x)
    case .hardSigmoid(let alpha, let beta): min(max(alpha * x + beta, 0), 1)
    case .elu(let alpha): x < 0 ? alpha * ElementaryFunctions.expMinusOne(x) : x
    case .softsign: x / (1 + abs(x))
    case .softplus: ElementaryFunctions.softplus(x)
    case .parametricSoftplus(let alpha, let beta): alpha.channel(c) * ElementaryFunctions.softplus(beta.channel(c) * x)
    }
  }

  /// f′(x) for channel c, given y = f(x) as well.
  func slope(_ x: Float, _ y: Float, _ c: Int) -> Float {
    switch self {
    case .relu: x > 0 ? 1 : 0
    case .leakyRelu(let alpha): x < 0 ? alpha : 1
    case .thresholdedRelu(let alpha): x >= alpha ? 1 : 0
    case .prelu(let alpha): x < 0 ? alpha.channel(c) : 1
    case .linear(let alpha, _): alpha
    case .tanh: 1 - y * y
    case .scaledTanh(let alpha, let beta):
      { (t: Float) in alpha * beta * (1 - t * t) }(ElementaryFunctions.tanh(beta * x))
    case .sigmoid: y * (1 - y)
    case .hardSigmoid(let alpha, let beta): (0...1).contains(alpha * x + beta) ? alpha : 0
    case .elu(let alpha): x < 0 ? y + alpha : 1
    case .softsign: 1 / ((1 + abs(x)) * (1 + abs(x)))
    case .softplus: ElementaryFunctions.sigmoid(x)
    case .parametricSoftplus(let alpha, let beta):
      alpha.channel(c) * beta.channel(c) * ElementaryFunctions.sigmoid(beta.channel(c) * x)
    }
  }
}

extension Tensor {
  /// A parameter's number for a channel, or the one for all.
  fileprivate func channel(_ c: Int) -> Float { values.count == 1 ? values[0] : values[c] }
}
