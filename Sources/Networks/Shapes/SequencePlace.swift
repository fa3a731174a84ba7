/// One number of a sequence of maps.
struct SequencePlace {
  var step: Int
  var channel: Int
  var row: Int
  var column: Int

  init(_ step: Int, _ channel: Int, _ row: Int, _ column: Int) {
    self.step = step
    self.channel = channel
    self.row = row
    self.column = column
  }

  /// The number `index` of a shape unrolled in this order, step by step.
  init(_ index: Int, in shape: MapShape, _ order: AxisOrder) {
    step = index / shape.count
    let inside = index % shape.count
    if order == .channelFirst {
      (channel, row, column) = (inside / shape.pixels, inside % shape.pixels / shape.width, inside % shape.width)
    } else {
      let pixel = inside / shape.channels
      (channel, row, column) = (inside % shape.channels, pixel / shape.width, pixel % shape.width)
    }
  }

  /// Which number that is when the shape is unrolled in this order.
  func index(in shape: MapShape, _ order: AxisOrder) -> Int {
    step * shape.count
      + (order == .channelFirst
        ? (channel * shape.height + row) * shape.width + column
        : (row * shape.width + column) * shape.channels + channel)
  }

  /// Where axis i of the place is axis `axes[i]` of another, that other.
  func permuted(_ axes: [Int]) -> SequencePlace {
    var from = [0, 0, 0, 0]
    for (axis, value) in zip(axes, [step, channel, row, column]) { from[axis] = value }
    return SequencePlace(from[0], from[1], from[2], from[3])
  }
}
