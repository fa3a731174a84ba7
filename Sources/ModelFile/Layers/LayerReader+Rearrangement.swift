import Networks

/// The layers that move numbers without changing them, or take some of them.
extension LayerReader {
  /// The format's statistics and axes, in the order of their numbers.
  static let reduceStatistics: [ReduceDefinition.Statistic] = [
    .sum, .average, .product, .logSum, .sumOfSquares, .l1, .l2, .maximum, .minimum, .argumentOfMaximum,
  ]
  static let reduceAxes: [ReduceDefinition.Axes] = [.channelHeightWidth, .heightWidth, .channel, .height, .width]

  private static let orders: [AxisOrder] = [.channelFirst, .channelLast]

  func flatten() throws(ModelFileError) -> AxisOrder {
    try expect()
    return try choice(1, "mode", of: LayerReader.orders)
  }

  /// A target shape of four lengths states the sequence's first.
  func reshape() throws(ModelFileError) -> LayerKind {
    try expect()
    let shape = content.integers(1)
    guard shape.count == 3 || shape.count == 4 else {
      throw fail(.listLength(field: "targetShape", allowed: [3, 4], actual: shape.count))
    }
    for length in shape { try check(length, "targetShape", least: 1) }
    return .reshape(targetShape: shape, order: try choice(2, "mode", of: LayerReader.orders))
  }

  func permute() throws(ModelFileError) -> LayerKind {
    try expect()
    let given = content.counts(1)
    let axes = given.isEmpty ? [0, 1, 2, 3] : given
    guard axes.count == 4 else { throw fail(.listLength(field: "axis", allowed: [4], actual: axes.count)) }
    for axis in axes where !(0...3).contains(axis) || axes.count(where: { $0 == axis }) > 1 {
      throw fail(.choice(field: "axis", value: axis))
    }
    return .permute(axes: axes)
  }

  func concat() throws(ModelFileError) -> LayerKind {
    try expect(inputs: 1...Int.max)
    return content.bool(100) ? .sequenceConcat : .concat
  }

  func split() throws(ModelFileError) -> LayerKind {
    try expect(outputs: 1...Int.max)
    let parts = content.count(1)
    guard parts == record.outputs.count else {
      throw fail(.tensorCount(field: "output", allowed: parts...parts, actual: record.outputs.count))
    }
    return .split
  }

  func padding() throws(ModelFileError) -> PaddingDefinition {
    try expect()
    let margins = try margins(content.message(10))
    switch content.oneOf([1, 2, 3]) {
    case (1, let constant)?: return PaddingDefinition(filling: .constant(constant.float(1)), margins: margins)
    case (2, _)?: return PaddingDefinition(filling: .reflection, margins: margins)
    case (_, _)?: return PaddingDefinition(filling: .replication, margins: margins)
    case nil: throw fail(.noPaddingKind)
    }
  }

  func crop() throws(ModelFileError) -> CropDefinition {
    try expect(inputs: 1...2)
    return CropDefinition(
      margins: try margins(content.message(1)), offset: try extent(5, "offset", absent: 0, least: 0))
  }

  func slice() throws(ModelFileError) -> SliceDefinition {
    try expect()
    let axis: SliceDefinition.Axis = try choice(4, "axis", of: [.channel, .height, .width])
    let start = content.integer(1)
    try check(start, "startIndex", least: -LayerReader.largestSize)
    let end = content.integer(2)
    try check(end, "endIndex", least: -LayerReader.largestSize)
    return SliceDefinition(axis: axis, start: start, end: end, stride: try size(3, "stride"))
  }

  func reduce() throws(ModelFileError) -> ReduceDefinition {
    try expect()
    return ReduceDefinition(
      statistic: try choice(1, "mode", of: LayerReader.reduceStatistics),
      axes: try choice(3, "axis", of: LayerReader.reduceAxes),
      epsilon: content.float(2, absent: 1e-6))
  }
}
