/// The windows of a layer, down and across.
struct WindowGeometry: Equatable {
  var rows: WindowAxis
  var columns: WindowAxis

  /// Lays out windows over an input.
  ///
  /// Valid: floor((input + padding - extent) / stride) + 1 whole windows. Same: ceil(input / stride) windows. Include last
  /// pixel: Caffe's ceil((input + 2 p - kernel) / stride) + 1, less one that would begin beyond the padded map.
  init(
    layer: String, input: MapShape, kernel: Extent, stride: Extent, dilation: Extent = Extent(1, 1), padding: Padding
  ) throws(NetworkError) {
    try WindowGeometry.check(kernel, "kernelSize", layer)
    try WindowGeometry.check(stride, "stride", layer)
    try WindowGeometry.check(dilation, "dilation", layer)
    rows = WindowAxis(
      input: input.height, output: 0, kernel: kernel.height, stride: stride.height, dilation: dilation.height,
      before: 0,
      after: 0)
    columns = WindowAxis(
      input: input.width, output: 0, kernel: kernel.width, stride: stride.width, dilation: dilation.width, before: 0,
      after: 0)
    switch padding {
    case .valid(let margins):
      for side in [margins.top, margins.bottom, margins.left, margins.right] where side < 0 || side > 1 << 24 {
        throw .invalidSetting(layer: layer, setting: "padding", value: side)
      }
      rows.layValid(before: margins.top, after: margins.bottom)
      columns.layValid(before: margins.left, after: margins.right)
    case .same(let topLeftHeavy):
      rows.laySame(heavyBefore: topLeftHeavy)
      columns.laySame(heavyBefore: topLeftHeavy)
    case .includeLastPixel(let down, let across):
      for side in [down, across] where side < 0 || side > 1 << 24 {
        throw .invalidSetting(layer: layer, setting: "padding", value: side)
      }
      let isPadded = down > 0 || across > 0
      rows.layIncludingLast(padding: down, isPadded: isPadded)
      columns.layIncludingLast(padding: across, isPadded: isPadded)
    }
    guard rows.output > 0, columns.output > 0 else { throw .emptyOutput(layer: layer, input: input.lengths) }
  }

  /// Refuses windows for a row of which, with their gaps, steps and borders, no memory could hold the part of a map they lie
  /// on, or in the backward pass the part of the stretched map: `NetworkError.tooLarge`.
  func checkBand(channels: Int, layer: String) throws(NetworkError) {
    let width = max((columns.output - 1) * columns.stride, columns.input - 1) + columns.extent
    try MemoryLimit.check([channels, rows.extent, width], layer: layer)
  }

  private static func check(_ extent: Extent, _ setting: String, _ layer: String) throws(NetworkError) {
    for value in [extent.height, extent.width] where value < 1 || value > 1 << 24 {
      throw .invalidSetting(layer: layer, setting: setting, value: value)
    }
  }

  init(rows: WindowAxis, columns: WindowAxis) {
    self.rows = rows
    self.columns = columns
  }
}

extension WindowAxis {
  fileprivate mutating func layValid(before: Int, after: Int) {
    (self.before, self.after) = (before, after)
    let room = input + before + after - extent
    output = room < 0 ? 0 : room / stride + 1
  }

  fileprivate mutating func laySame(heavyBefore: Bool) {
    output = (input + stride - 1) / stride
    let total = max(0, (output - 1) * stride + extent - input)
    before = heavyBefore ? total - total / 2 : total / 2
    after = total - before
  }

  fileprivate mutating func layIncludingLast(padding: Int, isPadded: Bool) {
    (before, after) = (padding, padding)
    let room = input + 2 * padding - kernel
    guard room >= 0 else { return output = 0 }
    output = (room + stride - 1) / stride + 1
    if isPadded, (output - 1) * stride >= input + padding { output -= 1 }
  }
}
