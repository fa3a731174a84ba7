import CommandLanguage
import Experiments
import Networks
import Tensors

extension LayerTable {
  /// Layers that move windows over maps, or make maps of another size.
  static let ofMaps: [LayerWord] = [
    LayerWord(
      "deconvolution", "Transposed convolution: enlarges feature maps.", outputs("Number of output feature maps."),
      extent("kernel", "Height and width of the kernels.", default: 3),
      extent("stride", "Factor by which height and width grow.", default: 1),
      padding("valid, same, or the number of rows and columns cut off each side."), bias, isActivated: true,
      examples: ["deconvolution 8 kernel=2 stride=2"], kind: WrittenLayer.deconvolution),
    pooling("l2Pool", "Takes the root of the sum of squares of each window.", .l2),
    LayerWord("globalMaxPool", "Takes the maximum of each feature map.", .pooling(.global(.max))),
    LayerWord("globalAveragePool", "Takes the mean of each feature map.", .pooling(.global(.average))),
    LayerWord(
      "upsample", "Enlarges feature maps by whole factors.", extent(place: "factor", "Factors of height and width."),
      key(
        "mode", .choice([("nearest", .nearest), ("bilinear", .bilinear)]), "Interpolation between the values.",
        default: Interpolation.nearest), examples: ["upsample 2 mode=bilinear"]
    ) { .upsample(factor: $1, interpolation: $2) },
    LayerWord(
      "resizeBilinear", "Resizes feature maps by bilinear interpolation.",
      extent(place: "size", "New height and width."), examples: ["resizeBilinear [14, 14]"]
    ) { .resample(ResampleDefinition(size: .target($1), grid: .strictEndpoints)) },
    LayerWord(
      "padding", "Pads feature maps at their borders.", margins("Padding of all sides, or [top, bottom, left, right]."),
      key(
        "mode", .choice([("constant", .constant(0)), ("reflection", .reflection), ("replication", .replication)]),
        "Values of the padding.", default: PaddingDefinition.Fill.constant(0)),
      number("value", -1e6...1e6, "With mode=constant: the value.", default: 0),
      examples: ["padding 1 mode=reflection"]
    ) { .padding(PaddingDefinition(filling: $2 == .constant(0) ? .constant($3) : $2, margins: $1)) },
    LayerWord(
      "crop", "Cuts rows and columns off feature maps.",
      margins("Number cut off all sides, or [top, bottom, left, right]."),
      examples: ["crop [0, 1, 0, 1]"]
    ) { .crop(CropDefinition(margins: $1)) },
    LayerWord(
      "slice", "Keeps a range of an axis.",
      place(
        "axis", .choice([("channel", SliceDefinition.Axis.channel), ("height", .height), ("width", .width)]),
        "The axis."),
      key("start", index, "First index kept; negative numbers count from the end.", default: 0),
      key("end", index, "Index after the last one kept; by default the axis' length."),
      key("stride", count, "Distance between two indices kept.", default: 1), examples: ["slice channel start=0 end=3"]
    ) { .slice(SliceDefinition(axis: $1, start: $2, end: $3 ?? $0.length(of: $1), stride: $4)) },
    LayerWord(
      "reorganizeData", "Moves values between channels and positions, block by block.",
      place(
        "mode",
        .choice([
          ("spaceToDepth", ReorganizeDefinition.Mode.spaceToDepth), ("depthToSpace", .depthToSpace),
          ("pixelShuffle", .pixelShuffle),
        ]), "Direction of the move."),
      key("blockSize", .integer(2...4000), "Height and width of a block.", default: 2),
      examples: ["reorganizeData pixelShuffle blockSize=2"]
    ) { .reorganize(ReorganizeDefinition(mode: $1, blockSize: $2)) },
  ]

  private static let index = ValueType.integer(-1_000_000...1_000_000)
}

extension WrittenLayer {
  fileprivate static func deconvolution(
    _ layer: inout Self, outputs: Int, kernel: Extent, stride: Extent, padding: Padding, bias: Bool
  ) throws -> LayerKind {
    try layer.needsMaps()
    return .convolution(
      ConvolutionDefinition(
        outputChannels: outputs, kernelSize: kernel, stride: stride, padding: padding,
        weights: try layer.weights([layer.shape[0], outputs, kernel.height, kernel.width]),
        bias: Self.bias(outputs, bias), isDeconvolution: true))
  }

  fileprivate func length(of axis: SliceDefinition.Axis) -> Int {
    let place =
      switch axis {
      case .channel: 0
      case .height: 1
      case .width: 2
      }
    return place < shape.count ? shape[place] : 1
  }
}

extension PoolingDefinition {
  /// One window, the whole map.
  fileprivate static func global(_ statistic: Statistic) -> PoolingDefinition {
    PoolingDefinition(statistic: statistic, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true)
  }
}
