import Arithmetic

/// The gradient of a convolution's weights: for every kernel element, the sum over all windows of gradient × input.
///
/// Summed in blocks of channels over the whole mini-batch. But large maps with few weights are cut into blocks of rows, each of which
/// is read once, summed in chunks of blocks, and the chunks' sums are added up in a binary tree. Chunks may also be made of samples,
/// by who has more to do with a sample while it is near.
final class WeightGradient {
  /// The sum in blocks of channels.
  private let channelwise: ChannelBlockGradient
  /// The sum in blocks of rows, where that is how it is taken.
  private let blockwise: (any BlockwiseGradient)?
  /// The same where kernels go through fewer products.
  /// How all that is made of the small map's gradient can be made together, where kernels go through fewer products.
  let winograd: WinogradGradient?
  /// What each chunk sums up.
  private var sums = ChunkSums()

  /// Prepares the sum. The windows lie on the large map, whose pixels are `pixelStep` apart; the small map has a number for each.
  init(large: MapShape, small: MapShape, rows: WindowAxis, columns: WindowAxis, groups: Int, pixelStep: Int) {
    channelwise = ChannelBlockGradient(
      large: large, small: small, rows: rows, columns: columns, groups: groups, pixelStep: pixelStep)
    winograd = groups == 1 ? WinogradGradient(large: large, small: small, rows: rows, columns: columns) : nil
    blockwise =
      winograd
      ?? (groups == 1
        ? RowBlockGradient(large: large, small: small, rows: rows, columns: columns, pixelStep: pixelStep) : nil)
  }

  /// Floats that are saved of each sample.
  var savedFloatsPerSample: Int { blockwise == nil ? channelwise.savedFloatsPerSample : 0 }

  /// How many floats of scratch memory a thread needs.
  var scratchCount: Int { blockwise?.scratchCount ?? channelwise.scratchCount }

  /// How many rows can be computed apart from each other; nil where they cannot.
  var rowCount: Int? { blockwise == nil ? channelwise.rowCount : nil }

  /// Writes the gradient, laid out [small channels][large channels / groups][kernel rows][kernel columns]: all of it, or some rows
  /// where they can be computed apart.
  func run(
    _ space: Workspace, large: Map, small: Map, padded: FloatBuffer?, rows: Range<Int>? = nil,
    into gradient: UnsafeMutablePointer<Float>
  ) {
    guard let blockwise else {
      return channelwise.run(space, large: large, small: small, padded: padded, rows: rows, into: gradient)
    }
    let count = space.batch * blockwise.blocksPerSample
    let chunks = Chunks(count, into: min(blockwise.sumsCount > 1 << 17 ? 4 : 8, count))
    let sums = chunkSums(chunks.count)
    space.threads.forEach(in: chunks, work: space.batch * channelwise.workPerSample) { rowBlock, chunk, worker in
      blockwise.add(
        sample: rowBlock / blockwise.blocksPerSample, rowBlock: rowBlock % blockwise.blocksPerSample,
        begins: chunk.begins,
        large: large, small: small, scratch: space.threads.scratch(worker),
        to: sums + chunk.number * blockwise.sumsCount)
    }
    blockwise.store(space, sums, chunks: chunks.count, into: gradient)
  }

  // MARK: Sample by sample

  /// Whether a sample's part can be added by itself.
  var isSamplewise: Bool { blockwise != nil }

  /// Room for the sums of so many chunks.
  func chunkSums(_ chunks: Int) -> UnsafeMutablePointer<Float> {
    sums.begin(chunks, of: blockwise?.sumsCount ?? 0)
    guard let start = sums[0] else { preconditionFailure("no room was made") }
    return start
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

  /// Adds up the chunks, in place; where a mini-batch is shared, those of all ranks.
  func store(
    _ space: Workspace, _ sums: UnsafeMutablePointer<Float>, chunks: Int, into gradient: UnsafeMutablePointer<Float>
  ) {
    guard let blockwise else { return }
    let shared = space.miniBatch.shared
    shared?.addTree(sums, of: blockwise.sumsCount, space.threads)
    blockwise.store(space, sums, chunks: shared == nil ? chunks : 1, into: gradient)
  }

  /// Sums a gradient over all samples and places: the gradient of a bias. Blocks of channels, each summed in order.
  static func sumPlaces(_ space: Workspace, _ map: Map, into gradient: UnsafeMutablePointer<Float>) {
    let (channels, block) = (map.shape.channels, 64)
    space.threads.run((channels + block - 1) / block, work: space.batch * map.shape.count / 4) { index, _ in
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
