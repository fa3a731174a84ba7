import Arithmetic
import Tensors

/// A convolution's parameters inside the engine, with the packed copies its runners share.
final class ConvolutionParameters {
  let definition: ConvolutionDefinition
  let weights: Parameter
  let bias: Parameter?

  /// The order a sum wants its weights in.
  struct WeightOrder: Hashable {
    /// Whether it makes the second axis of the weights (as a deconvolution does) rather than the first.
    var isBackwards: Bool
    var form: Form
  }

  /// How weights lie.
  enum Form: Hashable {
    /// In panels for sums over windows; the same cut for the matrix unit.
    case windows, tiles
    /// 3 × 3 kernels transformed for fewer products, in panels; the same cut for the matrix unit.
    case winograd(Winograd), winogradTiles(Winograd)
    /// Transformed, [part][output][channel], for the backward pass.
    case winogradParts(Winograd)
    /// As they are but for the channels, which come last: [output][kernel row][kernel column][channel].
    case channelsLast
    /// Tap by tap, in each by channel of a group, in each by output: for groups of few channels.
    case byTap
  }

  private var packed: [WeightOrder: (buffer: FloatBuffer, version: Int)] = [:]

  init(_ definition: ConvolutionDefinition, layer: String, isTrainable: Bool) {
    self.definition = definition
    weights = Parameter(
      ParameterKey(layer: layer, part: .weights), definition.weights, isTrainable: isTrainable, isPacked: true)
    bias = definition.bias.map {
      Parameter(ParameterKey(layer: layer, part: .bias), $0, isTrainable: isTrainable)
    }
  }

  /// Whether training changes them.
  var isTrainable: Bool { weights.isTrainable }

  /// The present biases; nil without.
  var biases: UnsafePointer<Float>? { bias.map { UnsafePointer($0.values.pointer) } }

  /// Whether the weights lie packed in this order as they are now.
  func isCurrent(_ packing: WeightOrder) -> Bool { packed[packing]?.version == weights.version }

  /// The weights in the order a sum wants them in, up to date.
  func packed(_ packing: WeightOrder) -> UnsafePointer<Float> {
    if let known = packed[packing], known.version == weights.version { return UnsafePointer(known.buffer.pointer) }
    let groups = definition.groups
    let (first, second) = (weights.shape[0] / groups, weights.shape[1])
    let taps = weights.shape[2] * weights.shape[3]
    let (outputs, channels) = packing.isBackwards ? (second, first) : (first, second)
    let steps =
      packing.isBackwards
      ? (output: taps, tap: -1, channel: second * taps) : (output: second * taps, tap: 1, channel: taps)
    let count = packing.count(outputs: outputs, channels: channels, taps: taps)
    let buffer = packed[packing]?.buffer ?? FloatBuffer(count: groups * count)
    let plain = weights.passing()
    for group in 0..<groups {
      let start = plain.pointer + group * first * second * taps + (packing.isBackwards ? taps - 1 : 0)
      if packing.form == .byTap {
        for tap in 0..<taps {
          for channel in 0..<channels {
            let (from, to) = (tap * steps.tap + channel * steps.channel, (tap * channels + channel) * groups + group)
            for output in 0..<outputs { buffer.pointer[to * outputs + output] = start[from + output * steps.output] }
          }
        }
        continue
      }
      let target = buffer.pointer + group * count
      packing.pack(start, into: target, outputs: outputs, channels: channels, taps: taps, steps: steps)
    }
    withExtendedLifetime(plain) {}
    packed[packing] = (buffer, weights.version)
    return UnsafePointer(buffer.pointer)
  }
}

extension ConvolutionParameters.WeightOrder {
  /// How many floats a group's weights take.
  fileprivate func count(outputs: Int, channels: Int, taps: Int) -> Int {
    switch form {
    case .windows: PackedWeights.count(outputs: outputs, inner: taps * channels)
    case .tiles: TileFactor(depth: taps * channels).count(outputs)
    case .winograd(let winograd): winograd.packedCount(outputs: outputs, channels: channels)
    case .winogradTiles(let winograd): winograd.tiledCount(outputs: outputs, channels: channels)
    case .winogradParts(let winograd): winograd.parts * outputs * channels
    case .channelsLast, .byTap: outputs * taps * channels
    }
  }

  fileprivate func pack(
    _ weights: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, outputs: Int, channels: Int, taps: Int,
    steps: (output: Int, tap: Int, channel: Int)
  ) {
    switch form {
    case .windows:
      PackedWeights.pack(weights, into: target, outputs: outputs, taps: taps, channels: channels, steps: steps)
    case .tiles: cut(weights, into: target, outputs: outputs, channels: channels, taps: taps, steps: steps)
    case .winograd(let winograd):
      winograd.pack(weights, into: target, outputs: outputs, channels: channels, steps: steps)
    case .winogradTiles(let winograd):
      winograd.cut(weights, into: target, outputs: outputs, channels: channels, steps: steps)
    case .winogradParts(let winograd):
      winograd.transform(weights, into: target, outputs: outputs, channels: channels, steps: steps)
    case .channelsLast:
      for output in 0..<outputs {
        Elementwise.transpose(
          weights + output * steps.output, step: steps.channel, into: target + output * taps * channels, step: channels,
          rows: channels, columns: taps)
      }
    case .byTap: preconditionFailure("the taps of all channels lie among each other")
    }
  }

  /// Cuts weights for the matrix unit, numbers by tap, then by channel.
  private func cut(
    _ weights: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, outputs: Int, channels: Int, taps: Int,
    steps: (output: Int, tap: Int, channel: Int)
  ) {
    let (factor, width) = (TileFactor(depth: taps * channels), TileFactor.vectors)
    if taps == 1 {
      return factor.cut(
        .right, outputs, from: weights, vectorStep: steps.output, depthStep: steps.channel, into: target)
    }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width * factor.depth) { memory in
      guard let turned = memory.baseAddress else { return }
      for first in stride(from: 0, to: outputs, by: width) {
        let live = min(width, outputs - first)
        for output in 0..<live {
          for tap in 0..<taps {
            let (from, to) = (
              weights + (first + output) * steps.output + tap * steps.tap, turned + output * factor.depth
            )
            for channel in 0..<channels { to[tap * channels + channel] = from[channel * steps.channel] }
          }
        }
        factor.cut(
          .right, live, from: turned, vectorStep: factor.depth, depthStep: 1, into: target + factor.place(first))
      }
    }
  }
}
