extension ReduceDefinition {
  /// The shape of what comes out: the reduced axes have length 1.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    var shape = input
    if reducesChannels { shape.channels = 1 }
    if reducesRows { shape.height = 1 }
    if reducesColumns { shape.width = 1 }
    if statistic == .argumentOfMaximum, axes == .channelHeightWidth || axes == .heightWidth {
      throw .unsupported(layer: layer, kind: "reduce to an index over several axes")
    }
    return shape
  }

  var reducesChannels: Bool { axes == .channelHeightWidth || axes == .channel }
  var reducesRows: Bool { axes == .channelHeightWidth || axes == .heightWidth || axes == .height }
  var reducesColumns: Bool { axes == .channelHeightWidth || axes == .heightWidth || axes == .width }
}
