import Networks
import Tensors

/// The shapes of a network's maps, checked.
struct ShapeCheck {
  /// The model.
  let model: ModelFile

  /// Layers made for another number of channels than they are given, as far as shapes can be followed from the inputs;
  /// where they cannot, nothing is said.
  var findings: [Finding] {
    guard let inputs = try? model.neuralNetwork.inputs() else { return [] }
    var shapes = Dictionary(inputs.map { ($0.name, MapShape($0.shape)) }) { first, _ in first }
    var found: [Finding] = []
    for layer in model.layers {
      let given = layer.inputs.map { shapes[$0] ?? nil }
      guard layer.isKnown, let definition = try? layer.definition() else { continue }
      if let wanted = definition.kind.inputCount(of: given.first ?? nil), wanted.expected != wanted.actual {
        found.append(
          Finding(
            .layers(.shape(expected: wanted.expected, actual: wanted.actual)), layer: layer.name, severity: .doubted))
      }
      let made = definition.kind.shape(from: given)
      for output in layer.outputs { shapes[output] = made }
    }
    return found
  }
}

/// The shape of one sample, [C, H, W].
private struct MapShape {
  var channels: Int
  var height: Int
  var width: Int

  init(channels: Int, height: Int, width: Int) {
    (self.channels, self.height, self.width) = (channels, height, width)
  }

  init?(_ shape: [Int]) {
    guard shape.count == 3 || shape.count == 1 else { return nil }
    self.init(channels: shape[0], height: shape.count == 3 ? shape[1] : 1, width: shape.count == 3 ? shape[2] : 1)
  }

  var count: Int? { [channels, height, width].product }
}

extension LayerKind {
  /// How many channels, or numbers, the layer is made for, and how many it gets.
  fileprivate func inputCount(of shape: MapShape?) -> (expected: Int, actual: Int)? {
    guard let shape else { return nil }
    switch self {
    case .convolution(let layer):
      let own = layer.weights.shape[layer.isDeconvolution ? 0 : 1]
      return (layer.isDeconvolution ? own : own * layer.groups, shape.channels)
    case .innerProduct(let layer): return shape.count.map { (layer.inputChannels, $0) }
    case .batchNormalization(let layer): return (layer.channels, shape.channels)
    default: return nil
    }
  }

  /// What the layer makes of such inputs; nil where that is not followed.
  fileprivate func shape(from inputs: [MapShape?]) -> MapShape? {
    guard let first = inputs.first ?? nil else { return nil }
    switch self {
    case .activation, .softmax, .dropout, .batchNormalization, .add, .multiply, .localResponseNormalization,
      .l2Normalization, .unary, .scale, .bias:
      return first
    case .innerProduct(let layer): return MapShape(channels: layer.outputChannels, height: 1, width: 1)
    case .flatten: return first.count.map { MapShape(channels: $0, height: 1, width: 1) }
    case .concat:
      let channels = inputs.compactMap(\.?.channels)
      guard channels.count == inputs.count else { return nil }
      return MapShape(channels: channels.reduce(0, +), height: first.height, width: first.width)
    case .convolution(let layer):
      guard !layer.isDeconvolution else { return nil }
      return first.windowed(
        layer.kernelSize, layer.stride, layer.dilation, layer.padding, channels: layer.outputChannels)
    case .pooling(let layer):
      if layer.isGlobal { return MapShape(channels: first.channels, height: 1, width: 1) }
      return first.windowed(layer.kernelSize, layer.stride, Extent(1, 1), layer.padding, channels: first.channels)
    case .average, .maximum, .minimum, .dot, .meanVarianceNormalization, .padding, .crop, .slice, .split, .permute,
      .reshape, .reduce, .loadConstant, .upsample, .resample, .cropResize, .reorganize, .embedding, .recurrent,
      .sequenceConcat, .sequenceRepeat, .operation:
      return nil
    }
  }
}

extension MapShape {
  fileprivate func windowed(
    _ kernel: Extent, _ stride: Extent, _ dilation: Extent, _ padding: Padding, channels: Int
  ) -> MapShape? {
    let high: Int?
    let wide: Int?
    switch padding {
    case .same:
      high = (height + stride.height - 1) / stride.height
      wide = (width + stride.width - 1) / stride.width
    case .valid(let margins):
      high = positions(height + margins.top + margins.bottom, kernel.height, stride.height, dilation.height)
      wide = positions(width + margins.left + margins.right, kernel.width, stride.width, dilation.width)
    case .includeLastPixel(let rows, let columns):
      high = hanging(height, rows, either: rows + columns, kernel.height, stride.height)
      wide = hanging(width, columns, either: rows + columns, kernel.width, stride.width)
    }
    guard let high, let wide, high > 0, wide > 0 else { return nil }
    return MapShape(channels: channels, height: high, width: wide)
  }

  /// How many whole windows fit.
  private func positions(_ length: Int, _ kernel: Int, _ stride: Int, _ dilation: Int) -> Int? {
    let (reach, overflow) = (kernel - 1).multipliedReportingOverflow(by: dilation)
    guard !overflow, length > reach else { return nil }
    return (length - reach - 1) / stride + 1
  }

  /// How many windows there are when the last may hang over the edge, but must begin before the lower padding.
  private func hanging(_ length: Int, _ padding: Int, either: Int, _ kernel: Int, _ stride: Int) -> Int? {
    let room = length + 2 * padding - kernel
    guard room >= 0 else { return nil }
    let count = (room + stride - 1) / stride + 1
    return either > 0 && (count - 1) * stride >= length + padding ? count - 1 : count
  }
}
