import Arithmetic
import Foundation
import Tensors

extension ActivationFunction {
  /// The shape of what comes out; checks parameters.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    switch self {
    case .prelu(let alpha): try check(alpha, "alpha", input, layer)
    case .parametricSoftplus(let alpha, let beta):
      try check(alpha, "alpha", input, layer)
      try check(beta, "beta", input, layer)
    default: break
    }
    return input
  }

  private func check(
    _ parameter: Tensor, _ name: String, _ input: MapShape, _ layer: String
  ) throws(NetworkError) {
    guard parameter.count == 1 || parameter.count == input.channels else {
      throw .parameterMismatch(layer: layer, parameter: name, expected: [input.channels], actual: parameter.shape)
    }
  }

  /// f(x) for channel c.
  func value(_ x: Float, _ c: Int) -> Float {
    switch self {
    case .relu: x < 0 ? 0 : x
    case .leakyRelu(let alpha): x < 0 ? alpha * x : x
    case .thresholdedRelu(let alpha): x >= alpha ? x : 0
    case .prelu(let alpha): x < 0 ? alpha.channel(c) * x : x
    case .linear(let alpha, let beta): alpha * x + beta
    case .tanh: tanhf(x)
    case .scaledTanh(let alpha, let beta): alpha * tanhf(beta * x)
    case .sigmoid: logistic(x)
    case .hardSigmoid(let alpha, let beta): min(max(alpha * x + beta, 0), 1)
    case .elu(let alpha): x < 0 ? alpha * expm1f(x) : x
    case .softsign: x / (1 + abs(x))
    case .softplus: smoothRectifier(x)
    case .parametricSoftplus(let alpha, let beta): alpha.channel(c) * smoothRectifier(beta.channel(c) * x)
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
      { (t: Float) in alpha * beta * (1 - t * t) }(tanhf(beta * x))
    case .sigmoid: y * (1 - y)
    case .hardSigmoid(let alpha, let beta): (0...1).contains(alpha * x + beta) ? alpha : 0
    case .elu(let alpha): x < 0 ? y + alpha : 1
    case .softsign: 1 / ((1 + abs(x)) * (1 + abs(x)))
    case .softplus: logistic(x)
    case .parametricSoftplus(let alpha, let beta):
      alpha.channel(c) * beta.channel(c) * logistic(beta.channel(c) * x)
    }
  }
}

/// 1 / (1 + e^-x), from the side where the exponential does not overflow.
private func logistic(_ x: Float) -> Float {
  if x >= 0 { return 1 / (1 + expf(-x)) }
  let power = expf(x)
  return power / (1 + power)
}

/// ln(1 + e^x), safe for large x.
private func smoothRectifier(_ x: Float) -> Float { max(x, 0) + log1pf(expf(-abs(x))) }

extension Tensor {
  /// A parameter's number for a channel, or the one for all.
  fileprivate func channel(_ c: Int) -> Float { values.count == 1 ? values[0] : values[c] }
}

/// Runs an activation.
final class ActivationRunner: LayerRunner {
  let place: LayerPlace
  private let function: ActivationFunction
  private let shape: MapShape

  init(_ context: RunnerContext, _ function: ActivationFunction) {
    place = context.place
    self.function = function
    shape = context.input
  }

  /// A guess at a number's cost, in multiplications.
  private var cost: Int { function == .relu ? 1 : 10 }

  var takesSamplesAlone: Bool { true }
  func goesBackAlone(_ samples: Int) -> Bool { true }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count * cost) { sample in
      let (x, y) = (source.sample(sample), target.sample(sample))
      for pixel in 0..<shape.pixels {
        let (from, to) = (x + pixel * source.pixelStep, y + pixel * target.pixelStep)
        if function == .relu {
          Elementwise.rectify(from, into: to, count: shape.channels)
        } else {
          for c in 0..<shape.channels { to[c] = function.value(from[c], c) }
        }
      }
    }
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    let (source, target) = (input(0, space), output(0, space))
    space.forEachSample(work: shape.count * cost) { sample in
      for pixel in 0..<shape.pixels {
        let x = source.sample(sample) + pixel * source.pixelStep
        let y = target.sample(sample) + pixel * target.pixelStep
        let from = gradient.sample(sample) + pixel * gradient.pixelStep
        let to = below.sample(sample) + pixel * below.pixelStep
        for c in 0..<shape.channels { to[c] += from[c] * function.slope(x[c], y[c], c) }
      }
    }
  }
}

/// The rectifier drawn into the layer before it.
enum Rectifier {
  /// Zeroes the gradient, in place, where the layer's result is not above 0.
  static func maskGradient(_ space: Workspace, _ gradient: Map, output: Map) {
    let shape = gradient.shape
    space.forEachSample(work: shape.count) { sample in
      let (from, to) = (output.sample(sample), gradient.sample(sample))
      if output.isDense, gradient.isDense {
        return Elementwise.rectifyGradient(to, output: from, count: shape.count)
      }
      for pixel in 0..<shape.pixels {
        Elementwise.rectifyGradient(
          to + pixel * gradient.pixelStep, output: from + pixel * output.pixelStep, count: shape.channels)
      }
    }
  }
}
