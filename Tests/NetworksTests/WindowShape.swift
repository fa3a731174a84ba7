import Networks
import Tensors
import Testing

/// A convolution whose weights' gradient is compared with the definition.
struct WindowShape: Sendable {
  var channels: Int, outputs: Int
  var kernel = 3, stride = 1
  var margin: Int, height: Int, width: Int
  var rows: Int { (height + 2 * margin - kernel) / stride + 1 }
  var columns: Int { (width + 2 * margin - kernel) / stride + 1 }

  /// The convolution `c`, which learns, and what comes behind it.
  func network(then rest: [(String, LayerKind)] = []) -> NetworkDefinition {
    let margins = Margins(top: margin, bottom: margin, left: margin, right: margin)
    let layer = ConvolutionDefinition(
      outputChannels: outputs, kernelSize: Extent(kernel, kernel), stride: Extent(stride, stride),
      padding: .valid(margins), weights: random([outputs, channels, kernel, kernel], seed: 1),
      bias: random([outputs], seed: 2))
    return chain([channels, height, width], [("c", .convolution(layer))] + rest, updatable: ["c"])
  }

  /// Random inputs and targets for so many samples.
  func samples(_ count: Int) -> (inputs: Tensor, targets: Tensor) {
    (random([count, channels, height, width], seed: 3), random([count, outputs, rows, columns], seed: 4))
  }

  /// What one step of SGD at rate 1 takes away from the weights.
  static func gradient(_ network: Network, _ inputs: Tensor, _ targets: Tensor) throws -> [Float] {
    let key = ParameterKey(layer: "c", part: .weights)
    let before = try #require(network[parameter: key]).values
    var state = OptimizerState(.sgd(learningRate: 1))
    _ = try network.trainStep(inputs: ["x": inputs], targets: .values(targets), optimizer: &state)
    return zip(before, try #require(network[parameter: key]).values).map { $0 - $1 }
  }

  /// The gradient of one weight by definition: Σ over samples and windows of slope · input, in double precision.
  func gradient(of inputs: Tensor, slopes: [Double], at place: Int) -> Double {
    let (tapX, tapY) = (place % kernel, place / kernel % kernel)
    let (channel, output) = (place / kernel / kernel % channels, place / kernel / kernel / channels)
    var sum = 0.0
    for sample in 0..<inputs.shape[0] {
      for row in 0..<rows where (0..<height).contains(row * stride - margin + tapY) {
        let line = ((sample * channels + channel) * height + row * stride - margin + tapY) * width
        for column in 0..<columns where (0..<width).contains(column * stride - margin + tapX) {
          sum +=
            slopes[((sample * outputs + output) * rows + row) * columns + column]
            * Double(inputs.values[line + column * stride - margin + tapX])
        }
      }
    }
    return sum
  }
}
