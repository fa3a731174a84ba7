import Arithmetic

/// The gradient of a convolution's weights in blocks of output channels, each of which sums over the whole mini-batch in the order of
/// its samples: nothing is reduced afterwards, and the bits do not depend on the threads.
struct ChannelBlockGradient {
  private let large: MapShape
  private let small: MapShape
  private let rows: WindowAxis
  private let columns: WindowAxis
  private let groups: Int
  /// Whether windows can be read from the map as it lies.
  private let isDirect: Bool
  private let mergesTaps: Bool
  /// The size of the padded copy of one sample, where one is needed.
  private let paddedRows: Int
  private let paddedColumns: Int

  /// Lays out the blocks. The windows lie on the large map, whose pixels are `pixelStep` apart; the small map has a number for each.
  init(large: MapShape, small: MapShape, rows: WindowAxis, columns: WindowAxis, groups: Int, pixelStep: Int) {
    self.large = large
    self.small = small
    self.rows = rows
    self.columns = columns
    self.groups = groups
    paddedRows = (small.height - 1) * rows.stride + rows.extent
    paddedColumns = (small.width - 1) * columns.stride + columns.extent
    isDirect = rows.lies && columns.lies
    let step = isDirect ? pixelStep : large.channels
    mergesTaps = groups == 1 && columns.dilation == 1 && step == large.channels
  }

  /// Room for the padded copy of one sample.
  var savedFloatsPerSample: Int { isDirect ? 0 : paddedRows * paddedColumns * large.channels }

  /// How many multiplications a sample takes.
  var workPerSample: Int { small.count * (large.channels / groups) * rows.kernel * columns.kernel }

  /// One tile of channels × one row of a kernel.
  var scratchCount: Int { tile * columnCount }

  /// Which of the two maps' channels lie side by side in a vector: those of the large one, or where these are few, as in a
  /// network's first layer, those of the small one.
  private var isTransposed: Bool {
    let vector = 16
    let perGroup = small.channels / groups
    return (perGroup + vector - 1) / vector * columnCount < (columnCount + vector - 1) / vector * perGroup
  }

  /// Channels of the small map per block: two tiles, or two vectors, of the widest kernel.
  private var tile: Int { isTransposed ? 32 : 28 }

  private var columnCount: Int { large.channels / groups * (mergesTaps ? columns.kernel : 1) }

  /// How many rows can be computed apart from each other: the small map's channels; nil where groups divide them.
  var rowCount: Int? { groups == 1 ? small.channels : nil }

  /// Writes the gradient, laid out [small channels][large channels / groups][kernel rows][kernel columns]: all of it, or some rows.
  func run(
    _ space: Workspace, large: Map, small: Map, padded: FloatBuffer?, rows own: Range<Int>? = nil,
    into gradient: UnsafeMutablePointer<Float>
  ) {
    if !isDirect, let padded { pad(space, large, into: padded) }
    let own = own ?? 0..<self.small.channels / groups
    let tiles = (own.count + tile - 1) / tile
    let taps = rows.kernel * (mergesTaps ? 1 : columns.kernel)
    space.threads.run(groups * tiles * taps, work: space.batch * workPerSample) { index, worker in
      let (tap, block) = (index % taps, index / taps)
      let first = own.lowerBound + block % tiles * tile
      sum(
        space, group: block / tiles, channels: first..<min(first + tile, own.upperBound), tap: tap,
        large: large, small: small, padded: padded, scratch: space.threads.scratch(worker), into: gradient)
    }
  }

  private func pad(_ space: Workspace, _ map: Map, into padded: FloatBuffer) {
    space.forEachSample(work: savedFloatsPerSample) { sample in
      PaddedRows.fill(
        padded.pointer + sample * savedFloatsPerSample, from: map.sample(sample), channels: large.channels,
        pixelStep: map.pixelStep, height: large.height, width: large.width, firstRow: -rows.before, rows: paddedRows,
        left: columns.before, columns: paddedColumns)
    }
  }

  private func sum(
    _ space: Workspace, group: Int, channels: Range<Int>, tap: Int, large: Map, small: Map, padded: FloatBuffer?,
    scratch: UnsafeMutablePointer<Float>, into gradient: UnsafeMutablePointer<Float>
  ) {
    let step = isDirect ? large.pixelStep : self.large.channels
    let rowStep = isDirect ? large.rowStep : paddedColumns * self.large.channels
    let (down, across) = mergesTaps ? (tap, 0) : (tap / columns.kernel, tap % columns.kernel)
    let perGroup = (large: self.large.channels / groups, small: self.small.channels / groups)
    let window = down * rows.dilation * rowStep + across * columns.dilation * step + group * perGroup.large
    for sample in 0..<space.batch {
      let base = isDirect ? large.sample(sample) : padded.map { $0.pointer + sample * savedFloatsPerSample }
      guard let base else { return }
      let gradient = small.sample(sample) + group * perGroup.small + channels.lowerBound
      let (gradients, places) = (
        ProductSide(gradient, small.pixelStep, small.rowStep),
        ProductSide(
          base + window, columns.stride * step, rows.stride * rowStep)
      )
      let (left, right) = isTransposed ? (places, gradients) : (gradients, places)
      let (height, width) = isTransposed ? (columnCount, channels.count) : (channels.count, columnCount)
      MatrixProduct(
        a: left.start, b: right.start, c: scratch, rows: height, columns: width, depth: self.small.width,
        blocks: self.small.height, aRow: 1, aColumn: left.step, aBlock: left.rowStep, bRow: right.step,
        bBlock: right.rowStep, cRow: width, accumulates: sample > 0
      ).multiply()
    }
    // From [channel][kernel column][input channel], or the other way round, to the order of the format.
    let kernel = rows.kernel * columns.kernel
    let (channelStep, columnStep) = isTransposed ? (1, channels.count) : (columnCount, 1)
    for channel in channels {
      let from = scratch + (channel - channels.lowerBound) * channelStep
      let to = gradient + (group * perGroup.small + channel) * perGroup.large * kernel + down * columns.kernel + across
      let merged = mergesTaps ? columns.kernel : 1
      for x in 0..<merged {
        for c in 0..<perGroup.large { to[c * kernel + x] = from[(x * perGroup.large + c) * columnStep] }
      }
    }
  }
}
