import Arithmetic
import Operations

extension FusedFunction {
  /// y = f(x) for each of some numbers that lie together; x and y may be the same.
  func apply(to x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>, count: Int) {
    switch self {
    case .activation(let function): function.apply(to: x, into: y, count: count)
    case .gate(.hardSigmoid(let alpha, let beta)):
      Elementwise.clip(x, by: alpha, plus: beta, to: 0...1, gates: true, into: y, count: count)
    case .gate: MappedFunction.swish.apply(to: x, into: y, count: count)
    case .element(let function): function.apply(to: x, into: y, count: count)
    case .sequence(let first, let second):
      first.apply(to: x, into: y, count: count)
      second.apply(to: y, into: y, count: count)
    }
  }

  /// The same in place for some channels of pixels of a map, from a pixel on.
  func apply(
    to pixels: UnsafeMutablePointer<Float>, step: Int, count: Int, channels: Int
  ) {
    if step == channels { return apply(to: pixels, into: pixels, count: count * channels) }
    // What it is, is found out once: of a short row that would take longer than the row.
    @inline(__always)
    func each(_ body: (UnsafeMutablePointer<Float>) -> Void) {
      for pixel in 0..<count { body(pixels + pixel * step) }
    }
    switch self {
    case .activation(let function): each { function.apply(to: $0, into: $0, count: channels) }
    case .gate(.hardSigmoid(let alpha, let beta)):
      each { Elementwise.clip($0, by: alpha, plus: beta, to: 0...1, gates: true, into: $0, count: channels) }
    case .gate: each { MappedFunction.swish.apply(to: $0, into: $0, count: channels) }
    case .element(let function): function.apply(toRows: pixels, step: step, rows: count, count: channels)
    case .sequence(let first, let second):
      first.apply(to: pixels, step: step, count: count, channels: channels)
      second.apply(to: pixels, step: step, count: count, channels: channels)
    }
  }
}

extension ActivationFunction {
  /// y = f(x) for each of some numbers of one channel, or of any where the function is the same for all.
  func apply(to x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>, count: Int) {
    switch self {
    case .relu: Elementwise.rectify(x, into: y, count: count)
    case .sigmoid: MappedFunction.sigmoid.apply(to: x, into: y, count: count)
    case .hardSigmoid(let alpha, let beta):
      Elementwise.clip(x, by: alpha, plus: beta, to: 0...1, into: y, count: count)
    case .linear(let alpha, let beta):
      Elementwise.clip(x, by: alpha, plus: beta, to: -.infinity ... .infinity, into: y, count: count)
    case .leakyRelu(let alpha): Elementwise.leak(x, by: alpha, into: y, count: count)
    case .thresholdedRelu(let alpha): Elementwise.threshold(x, from: alpha, into: y, count: count)
    default: for index in 0..<count { y[index] = value(x[index], 0) }
    }
  }

  /// Whether it has numbers of its own for each channel.
  var isPerChannel: Bool {
    switch self {
    case .prelu, .parametricSoftplus: true
    default: false
    }
  }
}
