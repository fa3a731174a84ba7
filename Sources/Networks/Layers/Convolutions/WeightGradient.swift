import Arithmetic

/// The gradient of a convolution's weights: for every kernel element, the sum over all windows of gradient × input.
///
/// Cut into blocks by output channels, not by samples: each block sums over the whole mini-batch in the order of its samples,
/// so nothing is reduced afterwards and the bits do not depend on the threads. But large maps with few weights are cut into
/// blocks, each of which is read once, summed in chunks of blocks, and the chunks' sums are added up in a binary tree.
/// Chunks may also be made of samples, by who has more to do with a sample while it is near.
final class WeightGradient {
  /// The map the windows lie on, and the map with one number per window.
  private let large: MapShape
  private let small: MapShape
  private let rows: WindowAxis
  private let columns: WindowAxis
  private let groups: Int
  /// Whether windows can be read from the map as it lies.
  private let isDirect: Bool
  private let mergesTaps: Bool
  /// How blocks are summed, where they are.
  private let blockwise: (any BlockwiseGradient)?
  /// The same where kernels go through fewer products.
  private let winograd: WinogradGradient?
  /// What each chunk of blocks sums up.
  private var sums: FloatBuffer?
  /// The size of the padded copy of one sample, where one is needed.
  private let paddedRows: Int
  private let paddedColumns: Int

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
    winograd = groups == 1 ? WinogradGradient(large: large, small: small, rows: rows, columns: columns) : nil
    blockwise =
      winograd
      ?? (groups == 1
        ? RowBlockGradient(large: large, small: small, rows: rows, columns: columns, pixelStep: pixelStep) : nil)
  }

  /// Room for the padded copy of one sample.
  var savedFloatsPerSample: Int { isDirect || blockwise != nil ? 0 : paddedRows * paddedColumns * large.channels }

  /// One tile of channels × one row of a kernel; or what a block of rows takes.
  var scratchCount: Int { blockwise?.scratchCount ?? tile * columnCount }

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

  /// Writes the gradient, laid out [small channels][large channels / groups][kernel rows][kernel columns].
  func run(_ space: Workspace, large: Map, small: Map, padded: FloatBuffer?, into gradient: UnsafeMutablePointer<Float>)
  {
    if let blockwise { return run(space, blockwise, large: large, small: small, into: gradient) }
    if !isDirect, let padded { pad(space, large, into: padded) }
    let perGroup = self.small.channels / groups
    let tiles = (perGroup + tile - 1) / tile
    let taps = rows.kernel * (mergesTaps ? 1 : columns.kernel)
    let work = space.batch * self.small.count * (self.large.channels / groups) * rows.kernel * columns.kernel
    space.run(groups * tiles * taps, work: work) { index, worker in
      let (tap, block) = (index % taps, index / taps)
      let first = block % tiles * tile
      sum(
        space, group: block / tiles, channels: first..<min(first + tile, perGroup), tap: tap,
        large: large, small: small, padded: padded, scratch: space.scratch(worker), into: gradient)
    }
  }

  private func pad(_ space: Workspace, _ map: Map, into padded: FloatBuffer) {
    space.forEachSample(work: savedFloatsPerSample) { sample in
      Band.fill(
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

  // MARK: Blocks of rows

  /// Whether a sample's part can be added by itself.
  var isSamplewise: Bool { blockwise != nil }
  /// Whether all else that is made of the small map's gradient can be made with it.
  var makesCompanions: Bool { winograd != nil }

  /// Into how many chunks a mini-batch's blocks go at most, whatever the number of threads.
  private var mostChunks: Int { (blockwise?.sumsCount ?? 0) > 1 << 17 ? 4 : 8 }

  private func run(
    _ space: Workspace, _ blockwise: any BlockwiseGradient, large: Map, small: Map,
    into gradient: UnsafeMutablePointer<Float>
  ) {
    let count = space.batch * blockwise.blocksPerSample
    let chunks = Chunks(count, into: min(mostChunks, count))
    let sums = chunkSums(chunks.count)
    let work = space.batch * self.small.count * columnCount * rows.kernel
    space.forEach(in: chunks, work: work) { rowBlock, chunk, worker in
      blockwise.add(
        sample: rowBlock / blockwise.blocksPerSample, rowBlock: rowBlock % blockwise.blocksPerSample,
        begins: chunk.begins,
        large: large, small: small, scratch: space.scratch(worker), to: sums + chunk.number * blockwise.sumsCount)
    }
    blockwise.store(space, sums, chunks: chunks.count, into: gradient)
  }

  /// Room for the sums of so many chunks.
  func chunkSums(_ chunks: Int) -> UnsafeMutablePointer<Float> {
    let needed = chunks * (blockwise?.sumsCount ?? 0)
    if let sums, sums.count >= needed { return sums.pointer }
    let made = FloatBuffer(count: needed)
    sums = made
    return made.pointer
  }

  /// Adds a sample's part to its chunk's sums, or begins them, on this thread alone; where kernels go through fewer products, with
  /// all else that is to be made of the small map's gradient.
  func add(
    sample: Int, chunk: Chunk, large: Map, small: Map, companions: WinogradGradient.Companions? = nil,
    scratch: UnsafeMutablePointer<Float>, to sums: UnsafeMutablePointer<Float>
  ) {
    guard let blockwise else { return }
    let own = sums + chunk.number * blockwise.sumsCount
    for rowBlock in 0..<blockwise.blocksPerSample {
      let begins = chunk.begins && rowBlock == 0
      if let winograd {
        winograd.add(
          sample: sample, rowBlock: rowBlock, begins: begins, large: large, small: small, companions: companions,
          scratch: scratch, to: own)
      } else {
        blockwise.add(
          sample: sample, rowBlock: rowBlock, begins: begins, large: large, small: small, scratch: scratch, to: own)
      }
    }
  }

  /// Adds up the chunks, in place.
  func store(
    _ space: Workspace, _ sums: UnsafeMutablePointer<Float>, chunks: Int, into gradient: UnsafeMutablePointer<Float>
  ) {
    blockwise?.store(space, sums, chunks: chunks, into: gradient)
  }

  /// Sums a gradient over all samples and places: the gradient of a bias. Blocks of channels, each summed in order.
  static func sumPlaces(_ space: Workspace, _ map: Map, into gradient: UnsafeMutablePointer<Float>) {
    let (channels, block) = (map.shape.channels, 64)
    space.run((channels + block - 1) / block, work: space.batch * map.shape.count / 4) { index, _ in
      let first = index * block
      let count = min(block, channels - first)
      (gradient + first).update(repeating: 0, count: count)
      for sample in 0..<space.batch {
        Elementwise.sumPixels(
          map.sample(sample) + first, pixelStep: map.pixelStep, pixels: map.shape.pixels, channels: count,
          to: gradient + first)
      }
    }
  }
}
