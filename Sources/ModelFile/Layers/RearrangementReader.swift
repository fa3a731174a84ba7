import Networks

/// Reads the layers that move numbers without changing them, or take some of them.
struct RearrangementReader {
  /// The layer's settings and numbers.
  let layer: LayerReader

  /// The format's statistics and axes, in the order of their numbers.
  static let reduceStatistics: [ReduceDefinition.Statistic] = [
    .sum, .average, .product, .logSum, .sumOfSquares, .l1, .l2, .maximum, .minimum, .argumentOfMaximum,
  ]
  static let reduceAxes: [ReduceDefinition.Axes] = [.channelHeightWidth, .heightWidth, .channel, .height, .width]

  private static let orders: [AxisOrder] = [.channelFirst, .channelLast]

  func flatten() throws(ModelFileError) -> AxisOrder {
    try layer.expect()
    return try layer.choice(1, "mode", of: RearrangementReader.orders)
  }

  /// A target shape of four lengths states the sequence's first.
  func reshape() throws(ModelFileError) -> LayerKind {
    try layer.expect()
    let shape = layer.content[repeated: 1].integers
    guard shape.count == 3 || shape.count == 4 else {
      throw layer.fail(.listLength(field: "targetShape", allowed: [3, 4], actual: shape.count))
    }
    for length in shape { try layer.check(length, "targetShape", least: 1) }
    return .reshape(targetShape: shape, order: try layer.choice(2, "mode", of: RearrangementReader.orders))
  }

  func permute() throws(ModelFileError) -> LayerKind {
    try layer.expect()
    let given = layer.content[repeated: 1].counts
    let axes = given.isEmpty ? [0, 1, 2, 3] : given
    guard axes.count == 4 else { throw layer.fail(.listLength(field: "axis", allowed: [4], actual: axes.count)) }
    for axis in axes where !(0...3).contains(axis) || axes.count(where: { $0 == axis }) > 1 {
      throw layer.fail(.choice(field: "axis", value: axis))
    }
    return .permute(axes: axes)
  }

  func concat() throws(ModelFileError) -> LayerKind {
    try layer.expect(inputs: 1...Int.max)
    return layer.content.bool(100) ? .sequenceConcat : .concat
  }

  func split() throws(ModelFileError) -> LayerKind {
    try layer.expect(outputs: 1...Int.max)
    let parts = layer.content.count(1)
    guard parts == layer.record.outputs.count else {
      throw layer.fail(.tensorCount(field: "output", allowed: parts...parts, actual: layer.record.outputs.count))
    }
    return .split
  }

  func padding() throws(ModelFileError) -> PaddingDefinition {
    try layer.expect()
    let margins = try layer.margins(layer.content.message(10))
    switch layer.content.oneOf([1, 2, 3]) {
    case (1, let constant)?: return PaddingDefinition(filling: .constant(constant.float(1)), margins: margins)
    case (2, _)?: return PaddingDefinition(filling: .reflection, margins: margins)
    case (_, _)?: return PaddingDefinition(filling: .replication, margins: margins)
    case nil: throw layer.fail(.noPaddingKind)
    }
  }

  func crop() throws(ModelFileError) -> CropDefinition {
    try layer.expect(inputs: 1...2)
    return CropDefinition(
      margins: try layer.margins(layer.content.message(1)), offset: try layer.extent(5, "offset", absent: 0, least: 0))
  }

  func slice() throws(ModelFileError) -> SliceDefinition {
    try layer.expect()
    let axis: SliceDefinition.Axis = try layer.choice(4, "axis", of: [.channel, .height, .width])
    let start = layer.content.integer(1)
    try layer.check(start, "startIndex", least: -LayerReader.largestSize)
    let end = layer.content.integer(2)
    try layer.check(end, "endIndex", least: -LayerReader.largestSize)
    return SliceDefinition(axis: axis, start: start, end: end, stride: try layer.size(3, "stride"))
  }

  func reduce() throws(ModelFileError) -> ReduceDefinition {
    try layer.expect()
    return ReduceDefinition(
      statistic: try layer.choice(1, "mode", of: RearrangementReader.reduceStatistics),
      axes: try layer.choice(3, "axis", of: RearrangementReader.reduceAxes),
      epsilon: layer.content.float(2, absent: 1e-6))
  }
}
