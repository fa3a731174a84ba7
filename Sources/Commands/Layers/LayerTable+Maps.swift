import CommandLanguage
import Language
import Networks
import Tensors

extension LayerTable {
  /// Layers that move windows over maps, or make maps of another size.
  static let ofMaps: [LayerWord] = [
    LayerWord(
      CommandDeclaration(
        "deconvolution", "A convolution backwards, from small maps to large ones.",
        positionals: [PositionalDeclaration("outputChannels", count, "How many maps it makes.")],
        arguments: [
          ArgumentDeclaration("kernel", extent, "The kernels' height and width.", default: "3"),
          ArgumentDeclaration("stride", extent, "How many times as large the maps become.", default: "1"),
          ArgumentDeclaration("padding", .text, "valid, same, or how much is cut off around.", default: "valid"),
          bias, activation,
        ] + common, examples: ["deconvolution 8 kernel=2 stride=2"])
    ) { (layer) throws(Fault) in .convolution(try layer.deconvolution()) },
    LayerWord(
      pooling("l2Pool", "Takes the root of the sum of squares of each window.")
    ) { (layer) throws(Fault) in .pooling(try layer.pooling(.l2)) },
    LayerWord(plain("globalMaxPool", "Takes the largest number of each map."), .pooling(.global(.max))),
    LayerWord(plain("globalAveragePool", "Takes the mean of each map."), .pooling(.global(.average))),
    LayerWord(
      CommandDeclaration(
        "upsample", "Enlarges maps by whole factors.",
        positionals: [PositionalDeclaration("factor", extent, "How many times as high and wide.")],
        arguments: [
          ArgumentDeclaration(
            "mode", .choice(["nearest", "bilinear"]), "What stands between numbers.", default: "nearest")
        ] + common, examples: ["upsample 2 mode=bilinear"])
    ) { (layer) throws(Fault) in
      .upsample(
        factor: try layer.extent(layer.arguments.positionals[0]),
        interpolation: layer.arguments.word("mode") == "bilinear" ? .bilinear : .nearest)
    },
    LayerWord(
      CommandDeclaration(
        "resizeBilinear", "Brings maps to a size, linearly between their numbers.",
        positionals: [PositionalDeclaration("size", extent, "The new height and width.")], arguments: common,
        examples: ["resizeBilinear [14, 14]"])
    ) { (layer) throws(Fault) in
      .resample(
        ResampleDefinition(size: .target(try layer.extent(layer.arguments.positionals[0])), grid: .strictEndpoints))
    },
    LayerWord(
      CommandDeclaration(
        "padding", "Surrounds maps.",
        positionals: [PositionalDeclaration("amount", margin, "How much: all sides, or [top, bottom, left, right].")],
        arguments: [
          ArgumentDeclaration(
            "mode", .choice(["constant", "reflection", "replication"]), "What stands there.", default: "constant"),
          ArgumentDeclaration("value", .decimal(-1e6...1e6), "With mode=constant: the number.", default: "0"),
        ] + common, examples: ["padding 1 mode=reflection"])
    ) { (layer) throws(Fault) in
      .padding(PaddingDefinition(filling: layer.filling, margins: try layer.margins(layer.arguments.positionals[0])))
    },
    LayerWord(
      CommandDeclaration(
        "crop", "Cuts rows and columns off maps.",
        positionals: [PositionalDeclaration("amount", margin, "How many: all sides, or [top, bottom, left, right].")],
        arguments: common, examples: ["crop [0, 1, 0, 1]"])
    ) { (layer) throws(Fault) in .crop(CropDefinition(margins: try layer.margins(layer.arguments.positionals[0]))) },
    LayerWord(
      CommandDeclaration(
        "slice", "Keeps a part of an axis.",
        positionals: [PositionalDeclaration("axis", .choice(["channel", "height", "width"]), "The axis.")],
        arguments: [
          ArgumentDeclaration("start", place, "The first entry kept; negative ones count from the end.", default: "0"),
          ArgumentDeclaration("end", place, "The entry before which it ends; the axis' length when left out."),
          ArgumentDeclaration("stride", count, "From one entry kept to the next.", default: "1"),
        ] + common, examples: ["slice channel start=0 end=3"])
    ) { .slice($0.slice) },
    LayerWord(
      CommandDeclaration(
        "reorganizeData", "Moves numbers between the channels and the map, block by block.",
        positionals: [
          PositionalDeclaration("mode", .choice(["spaceToDepth", "depthToSpace", "pixelShuffle"]), "Which way.")
        ],
        arguments: [
          ArgumentDeclaration("blockSize", .integer(2...4000), "The height and width of a block.", default: "2")
        ] + common, examples: ["reorganizeData pixelShuffle blockSize=2"])
    ) { .reorganize($0.reorganization) },
  ]

  private static let margin = ArgumentKind.list(.integer(0...10_000))
  private static let place = ArgumentKind.integer(-1_000_000...1_000_000)
}

extension WrittenLayer {
  fileprivate mutating func deconvolution() throws(Fault) -> ConvolutionDefinition {
    try needsMaps()
    let outputs = arguments.positionals[0].integer
    let kernel = try extent("kernel") ?? Extent(3, 3)
    return ConvolutionDefinition(
      outputChannels: outputs, kernelSize: kernel, stride: try extent("stride") ?? Extent(1, 1),
      padding: try padding(), weights: try weights([shape[0], outputs, kernel.height, kernel.width]),
      bias: bias(outputs), isDeconvolution: true)
  }

  fileprivate var filling: PaddingDefinition.Filling {
    switch arguments.word("mode") {
    case "reflection": .reflection
    case "replication": .replication
    default: .constant(number("value", 0))
    }
  }

  fileprivate func margins(_ value: CheckedValue) throws(Fault) -> Margins {
    let numbers = value.list.map(\.integer)
    switch numbers.count {
    case 1: return Margins(top: numbers[0], bottom: numbers[0], left: numbers[0], right: numbers[0])
    case 4: return Margins(top: numbers[0], bottom: numbers[1], left: numbers[2], right: numbers[3])
    default:
      throw Fault(
        .layerWithoutShape(layer: value.text, needs: "one number, or four: [top, bottom, left, right]"), at: value.span)
    }
  }

  fileprivate var slice: SliceDefinition {
    let (axis, place): (SliceDefinition.Axis, Int) =
      switch arguments.positionals[0].word {
      case "channel": (.channel, 0)
      case "height": (.height, 1)
      default: (.width, 2)
      }
    let length = place < shape.count ? shape[place] : 1
    return SliceDefinition(
      axis: axis, start: arguments.integer("start") ?? 0, end: arguments.integer("end") ?? length,
      stride: arguments.integer("stride") ?? 1)
  }

  fileprivate var reorganization: ReorganizeDefinition {
    let mode: ReorganizeDefinition.Mode =
      switch arguments.positionals[0].word {
      case "spaceToDepth": .spaceToDepth
      case "depthToSpace": .depthToSpace
      default: .pixelShuffle
      }
    return ReorganizeDefinition(mode: mode, blockSize: arguments.integer("blockSize") ?? 2)
  }
}

extension PoolingDefinition {
  /// One window, the whole map.
  fileprivate static func global(_ statistic: Statistic) -> PoolingDefinition {
    PoolingDefinition(statistic: statistic, kernelSize: Extent(1, 1), stride: Extent(1, 1), isGlobal: true)
  }
}
