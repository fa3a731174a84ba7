import Arithmetic

/// A sum over windows of a map, in groups of channels: a convolution forward, or the gradient of one (which is the same sum
/// over the stretched gradient), or a deconvolution.
///
/// Output (y, x) sums over taps k the stretched input at `y * stride - before + k * dilation`, where the input is stretched by
/// `stretch - 1` zeros between neighbours.
final class Correlation {
  let input: MapShape
  let output: MapShape
  private let rows: WindowAxis
  private let columns: WindowAxis
  private let stretch: Extent
  private let groups: Int

  /// Whether windows can be read from the map as it lies, without a border or stretching, or minding the border that is given.
  private let isDirect: Bool
  private let border: Windows.Border?
  /// Neighbouring taps of a row lie together in memory and are read as one.
  private let mergesTaps: Bool
  private let taps: TapOffsets
  private let bandColumns: Int
  let rowsPerBlock: Int
  private let cut: BlockCut
  private let method: Method

  /// How it is summed.
  private enum Method {
    /// Window by window in the vector units.
    case windows
    /// The same where every channel is a group of its own, and where groups have few channels.
    case depthwise, fewChannels
    /// Single pixels on the matrix unit.
    case tiles(TileFactor)
    /// Larger kernels on the matrix unit.
    case tiledWindows(TiledWindows)
    /// 3 × 3 kernels in fewer products: where enough channels share the transforms.
    case winograd(WinogradSum)

    /// Whether a map is added on the way.
    var addsMaps: Bool {
      switch self {
      case .tiles, .tiledWindows: false
      case .windows, .depthwise, .fewChannels, .winograd: true
      }
    }
  }

  /// Prepares the sum; `rows` and `columns` hold the stretched input's windows, `pixelStep` is the input map's.
  init(
    input: MapShape, output: MapShape, rows: WindowAxis, columns: WindowAxis, stretch: Extent = Extent(1, 1),
    groups: Int, pixelStep: Int
  ) {
    self.input = input
    self.output = output
    self.rows = rows
    self.columns = columns
    self.stretch = stretch
    self.groups = groups
    let isWithin = stretch == Extent(1, 1) && rows.lies && columns.lies
    border =
      !isWithin && stretch == Extent(1, 1) && groups > 1 && groups == input.channels && groups == output.channels
        && Windows.Border.suits(
          kernel: (rows.kernel, columns.kernel), stride: columns.stride, dilation: columns.dilation)
      ? Windows.Border(
        above: rows.before, left: columns.before, height: input.height, width: input.width, rowStride: rows.stride,
        rowDilation: rows.dilation) : nil
    isDirect = isWithin || border != nil
    let windowColumns = (output.width - 1) * columns.stride + columns.extent
    let step = isDirect ? pixelStep : input.channels
    let rowStep = isDirect ? input.width * pixelStep : windowColumns * input.channels
    mergesTaps = groups == 1 && columns.dilation == 1 && step == input.channels
    let columnOffsets = (0..<(mergesTaps ? 1 : columns.kernel)).map { $0 * columns.dilation * step }
    taps = TapOffsets((0..<rows.kernel).flatMap { y in columnOffsets.map { y * rows.dilation * rowStep + $0 } })
    method = Correlation.method(
      input: input, output: output, rows: rows, columns: columns, isStretched: stretch != Extent(1, 1),
      isDirect: isDirect, groups: groups, pixelStep: pixelStep)
    bandColumns = windowColumns
    switch method {
    case .winograd(let sum): rowsPerBlock = sum.rowsPerBlock
    case .tiledWindows: rowsPerBlock = output.height
    case .tiles:
      // Whole tiles of pixels, of which a thread cuts about 128 kB at a time; more where the weights come from afar each time.
      let isHeavy = input.channels * output.channels >= 1 << 18
      let pixels = min(max(20_000 / input.channels / 32 * 32, isHeavy ? 112 : 32), 256)
      rowsPerBlock = min(max((pixels + output.width / 2) / output.width, 1), output.height)
    case .windows, .depthwise, .fewChannels:
      rowsPerBlock = Correlation.rowsPerBlock(
        output: output, rows: rows, bandRow: isDirect ? 0 : windowColumns * input.channels,
        workPerRow: output.width * output.channels * rows.kernel * columns.kernel * input.channels / groups,
        isWhole: groups == 1)
    }
    var work = BlockCut.Work(
      height: output.height, width: output.width, outputs: output.channels,
      depth: rows.kernel * columns.kernel * input.channels / groups, channels: input.channels, mostRows: rowsPerBlock)
    switch method {
    case .winograd(let sum): work = sum.blockWork
    case .tiledWindows, .tiles: work.fewestWindows = .max / 2
    case .windows, .depthwise, .fewChannels:
      if groups == 1 { (work.fewestWindows, work.panel) = (Correlation.fewestWindows, PackedWeights.panel) }
      if !isDirect {
        let row = windowColumns * input.channels
        work.copies = (rows.stride * row, (rows.extent - rows.stride) * row)
      }
    }
    cut = BlockCut(work)
  }

  private static func method(
    input: MapShape, output: MapShape, rows: WindowAxis, columns: WindowAxis, isStretched: Bool, isDirect: Bool,
    groups: Int, pixelStep: Int
  ) -> Method {
    guard groups == 1 else {
      if groups == input.channels, groups == output.channels { return .depthwise }
      let suits = Windows.suitsGroups(inputs: input.channels / groups, outputs: output.channels / groups)
      return suits ? .fewChannels : .windows
    }
    let areTilesWorthwhile = areTilesWorthwhile(channels: input.channels, outputs: output.channels)
    if !isStretched, rows.isPlainThree, columns.isPlainThree, input.channels % 16 == 0, output.channels % 16 == 0,
      WinogradSum.isWorthwhile(input: input, output: output, usesTiles: areTilesWorthwhile)
    {
      return .winograd(
        WinogradSum(input: input, output: output, rows: rows, columns: columns, usesTiles: areTilesWorthwhile))
    }
    guard isDirect else { return .windows }
    if rows.isPoint, columns.isPoint {
      return areTilesWorthwhile ? .tiles(TileFactor(depth: input.channels)) : .windows
    }
    let tiled = TiledWindows(
      rows: rows, columns: columns, input: input, outputs: output.channels, pixelStep: pixelStep)
    return tiled.map { .tiledWindows($0) } ?? .windows
  }

  /// How its weights are to lie.
  var form: ConvolutionParameters.Form {
    switch method {
    case .windows: .windows
    case .depthwise, .fewChannels: .byTap
    case .tiles, .tiledWindows: .tiles
    case .winograd(let sum): sum.usesTiles ? .winogradTiles(sum.winograd) : .winograd(sum.winograd)
    }
  }

  /// How the weights are to lie for `sum`, by whatever method whole maps are summed.
  var windowForm: ConvolutionParameters.Form {
    switch method {
    case .depthwise, .fewChannels: .byTap
    default: .windows
    }
  }

  /// Whether the matrix unit is: where enough outputs share the work of cutting, and enough channels that of storing.
  static func areTilesWorthwhile(channels: Int, outputs: Int) -> Bool {
    TileFactor.isSupported && channels >= 128 && outputs >= 32
  }

  /// Blocks of about two million multiplications (some ten microseconds), whose band fits the nearer cache. Where all channels are
  /// summed, a block has enough windows for the weights to be worth their way, on the larger cache at most.
  private static func rowsPerBlock(
    output: MapShape, rows: WindowAxis, bandRow: Int, workPerRow: Int, isWhole: Bool
  ) -> Int {
    func fitting(_ count: Int, _ band: Int) -> Int {
      bandRow > 0 ? min(count, max(1, (band / bandRow - rows.extent) / rows.stride)) : count
    }
    var count = fitting(max(1, 2_000_000 / max(workPerRow, 1)), 1 << 15)
    if isWhole { count = max(count, fitting((fewestWindows + output.width - 1) / output.width, 1 << 16)) }
    return min(count, output.height)
  }

  /// Fewer windows than these leave the weights' way from memory too long, or fill no whole tiles.
  private static let fewestWindows = 48

  /// The length of one group's packed weights.
  private var packedStep: Int {
    PackedWeights.count(outputs: output.channels / groups, inner: windowCount * (input.channels / groups))
  }

  /// The products per output number and group are this times the group's channels.
  private var windowCount: Int { rows.kernel * columns.kernel }

  /// How many multiplications one sample takes.
  var work: Int { output.count * windowCount * (input.channels / groups) }

  /// How many floats of scratch a thread needs for its band.
  var scratchCount: Int {
    switch method {
    case .winograd(let sum): sum.scratchCount
    case .tiledWindows(let windows): windows.scratchCount
    case .tiles(let factor): factor.count(rowsPerBlock * output.width)
    case .windows, .depthwise, .fewChannels:
      isDirect ? 0 : ((rowsPerBlock - 1) * rows.stride + rows.extent) * bandColumns * input.channels
    }
  }

  /// Sums into the output map, adds another map where one is given, and rectifies or applies a function then; `packed` holds the
  /// groups one after the other.
  func run(
    _ space: Workspace, from source: Map, to target: Map, packed: UnsafePointer<Float>, bias: UnsafePointer<Float>?,
    ending: Windows.Ending, adding other: Map? = nil, then function: FusedFunction? = nil
  ) {
    let blocks = cut.count
    // A map that lies as the output does is added, and the sum rectified, before it is stored.
    let addend = method.addsMaps && other?.pixelStep == target.pixelStep ? other : nil
    let rectifies = addend != nil && function == .activation(.relu)
    space.threads.run(space.batch * blocks, work: space.batch * work) { index, worker in
      let (block, sample) = (index % blocks, index / blocks)
      let (rows, outputs) = cut.extent(block)
      let isCopied = other != nil && addend == nil
      if let other, isCopied { target.copy(rows: rows, channels: outputs, of: other, sample) }
      run(
        block: block, sample: sample, from: source, to: target, packed: packed, bias: bias,
        ending: isCopied ? .accumulate : rectifies ? .rectify : ending, adding: addend?.sample(sample),
        scratch: space.threads.scratch(worker))
      guard let function, !rectifies else { return }
      function.apply(
        to: target.sample(sample) + rows.lowerBound * target.rowStep + outputs.lowerBound, step: target.pixelStep,
        count: rows.count * output.width, channels: outputs.count)
    }
  }

  /// The same for one sample, on this thread alone.
  func run(
    sample: Int, from source: Map, to target: Map, packed: UnsafePointer<Float>, bias: UnsafePointer<Float>?,
    ending: Windows.Ending, scratch: UnsafeMutablePointer<Float>
  ) {
    for block in 0..<cut.count {
      run(
        block: block, sample: sample, from: source, to: target, packed: packed, bias: bias, ending: ending,
        scratch: scratch)
    }
  }

  private func run(
    block: Int, sample: Int, from source: Map, to target: Map, packed: UnsafePointer<Float>,
    bias: UnsafePointer<Float>?, ending: Windows.Ending, adding addend: UnsafePointer<Float>? = nil,
    scratch: UnsafeMutablePointer<Float>
  ) {
    let (rows, outputs) = cut.extent(block)
    let first = rows.lowerBound
    switch method {
    case .winograd(let winograd):
      winograd.sum(
        rows: rows, outputs: outputs, of: source.sample(sample), map: source, into: target.sample(sample), map: target,
        packed: packed, bias: bias, ending: ending, adding: addend, scratch: scratch)
    case .tiledWindows(let windows):
      windows.convolve(
        source.sample(sample), weights: packed, bias: bias, ending: ending, into: target.sample(sample),
        rowStep: target.rowStep, pixelStep: target.pixelStep, scratch: scratch)
    case .tiles(let factor):
      let pixels = rows.count * output.width
      factor.cut(
        .left, pixels, from: source.sample(sample) + first * source.rowStep, vectorStep: source.pixelStep, depthStep: 1,
        into: scratch)
      TileProduct(
        left: scratch, right: packed, factor: factor, rows: pixels, columns: output.channels,
        result: target.sample(sample) + first * target.rowStep, step: target.pixelStep, bias: bias, ending: ending
      ).multiply()
    case .windows, .depthwise, .fewChannels:
      sum(
        rows: rows, outputs: outputs, of: source.sample(sample), map: source, into: target.sample(sample), map: target,
        packed: packed, bias: bias, ending: ending, adding: addend, scratch: scratch)
    }
  }

  /// Sums some rows, at most `rowsPerBlock`, of a sample, and where it is no sum in groups some outputs from a panel's first on, or
  /// all. For those alone that are summed window by window.
  func sum(
    rows range: Range<Int>, outputs made: Range<Int>? = nil, of sample: UnsafeMutablePointer<Float>, map source: Map,
    into result: UnsafeMutablePointer<Float>, map target: Map, packed: UnsafePointer<Float>,
    bias: UnsafePointer<Float>?, ending: Windows.Ending, adding addend: UnsafePointer<Float>? = nil,
    scratch: UnsafeMutablePointer<Float>
  ) {
    let addend = addend.map { $0 + range.lowerBound * target.rowStep }
    var start = UnsafePointer(sample)
    var (rowStep, step) = (source.rowStep, source.pixelStep)
    if isDirect {
      start += (range.lowerBound * rows.stride - rows.before) * rowStep - columns.before * step
    } else {
      PaddedRows.fill(
        scratch, from: sample, channels: input.channels, pixelStep: source.pixelStep, height: input.height,
        width: input.width, firstRow: range.lowerBound * rows.stride - rows.before,
        rows: (range.count - 1) * rows.stride + rows.extent, left: columns.before, columns: bandColumns,
        stretch: (stretch.height, stretch.width))
      start = UnsafePointer(scratch)
      (rowStep, step) = (bandColumns * input.channels, input.channels)
    }
    if case .byTap = windowForm {
      let windows = Windows(
        input: start, output: result + range.lowerBound * target.rowStep, taps: taps.pointer,
        channels: input.channels / groups, outputs: output.channels, rows: range.count, columns: output.width,
        inputRowStep: rows.stride * rowStep, inputStep: columns.stride * step, outputRowStep: target.rowStep,
        outputStep: target.pixelStep, ending: ending, addend: addend)
      if case .depthwise = method {
        return windows.convolveDepthwise(
          weights: packed, bias: bias, border: border?.seen(from: range.lowerBound))
      }
      return windows.convolveGroups(of: output.channels / groups, weights: packed, bias: bias)
    }
    let own = groups == 1 ? made ?? 0..<output.channels : 0..<output.channels / groups
    let (channels, outputs, firstOutput) = (input.channels / groups, own.count, own.lowerBound)
    for group in 0..<groups {
      let windows = Windows(
        input: start + group * channels,
        output: result + range.lowerBound * target.rowStep + group * outputs + firstOutput, taps: taps.pointer,
        channels: mergesTaps ? channels * columns.kernel : channels, outputs: outputs, rows: range.count,
        columns: output.width, inputRowStep: rows.stride * rowStep, inputStep: columns.stride * step,
        outputRowStep: target.rowStep, outputStep: target.pixelStep, ending: ending,
        addend: addend.map { $0 + group * outputs + firstOutput })
      windows.convolve(
        weights: packed + group * packedStep + firstOutput * windowCount * channels,
        bias: bias.map { $0 + group * outputs + firstOutput })
    }
  }
}
