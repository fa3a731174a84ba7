import Networks
import Tensors

/// The kinds of layers whose settings have no definition of their own.
extension LayerWriter {
  mutating func writeScale(_ scale: Tensor, bias: Tensor?) {
    content[repeated: 1].integers = scale.shape
    set(2, scale)
    content.set(3, bias != nil)
    content[repeated: 4].integers = bias?.shape ?? []
    set(5, bias)
  }

  mutating func writeShaped(_ tensor: Tensor) {
    content[repeated: 1].integers = tensor.shape
    set(2, tensor)
  }

  mutating func writeReshape(_ shape: [Int], order: AxisOrder) {
    if content[repeated: 1].integers != shape { content[repeated: 1].integers = shape }
    content.set(2, order == .channelFirst ? 0 : 1)
  }

  mutating func writeUpsample(_ factor: Extent, _ interpolation: Interpolation) {
    if content[repeated: 1].counts != [factor.height, factor.width],
      !(content[repeated: 1].counts.isEmpty && factor == Extent(1, 1))
    {
      set(1, factor)
    }
    content.set(5, interpolation == .nearest ? 0 : 1)
  }

  mutating func writeConstant(_ alpha: Float) { content.set(1, alpha) }
}
