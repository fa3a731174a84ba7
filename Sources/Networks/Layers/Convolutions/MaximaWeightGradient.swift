import Arithmetic

/// The gradient of the weights and biases of a convolution whose maxima alone are stored: some rows of the map's gradient are made of
/// the maxima's, and the weights' summed of them, before the next.
final class MaximaWeightGradient {
  /// What the gradient is made of.
  struct Maps {
    /// What the convolution reads.
    let input: Map
    /// The gradient of the maxima.
    let gradient: Map
    /// The place of every maximum.
    let indices: UnsafeMutablePointer<Int32>
  }

  private let parameters: ConvolutionParameters
  private let maxima: MaximaRows
  private let blocks: RowBlockGradient
  /// Rows of maxima in a block, half a megabyte of the map: the rows between two blocks are made twice.
  private let rowsPerBlock: Int
  private var sums = ChunkSums()
  private var biasSums = ChunkSums()

  init(_ parameters: ConvolutionParameters, _ maxima: MaximaRows, _ blocks: RowBlockGradient) {
    self.parameters = parameters
    self.maxima = maxima
    self.blocks = blocks
    rowsPerBlock = maxima.rowsPerBlock(floats: 1 << 17)
  }

  /// The gradient of a block's rows of the map, a whole vector beyond its last.
  private var mapCount: Int { (maxima.mapRows(rowsPerBlock) * maxima.mapRow + 31) / 16 * 16 }

  /// How many floats of scratch memory a thread needs.
  var scratchCount: Int { mapCount + blocks.scratchCount }

  /// The whole gradient of few samples, whose rectifier has been passed: the threads share blocks of rows.
  func run(_ space: Workspace, _ maps: Maps, work: Int) {
    if let bias = parameters.bias { WeightGradient.sumPlaces(space, maps.gradient, into: bias.gradient.pointer) }
    let height = maxima.output.height
    let blocksPerSample = (height + rowsPerBlock - 1) / rowsPerBlock
    let count = space.batch * blocksPerSample
    let chunks = Chunks(count, into: min(8, count))
    sums.begin(chunks.count, of: blocks.sumsCount)
    space.threads.forEach(in: chunks, work: work) { block, chunk, worker in
      guard let sums = sums[chunk.number] else { return }
      let row = block % blocksPerSample * rowsPerBlock
      add(
        row..<min(row + rowsPerBlock, height), sample: block / blocksPerSample, begins: chunk.begins, maps,
        scratch: space.threads.scratch(worker), to: sums)
    }
    store(space, chunks.count)
  }

  /// Makes room for what so many chunks of samples contribute.
  func begin(_ chunks: Int) {
    sums.begin(chunks, of: blocks.sumsCount)
    biasSums.begin(chunks, of: maxima.map.channels)
  }

  /// Adds what a sample contributes to its chunk, on this thread alone. The gradient passes the rectifier where `output`, the maxima,
  /// is given.
  func add(sample: Int, chunk: Chunk, _ maps: Maps, rectified output: Map?, scratch: UnsafeMutablePointer<Float>) {
    guard let sums = sums[chunk.number] else { return }
    let (gradient, shape) = (maps.gradient, maxima.output)
    Elementwise.rectifyAndSum(
      gradient.sample(sample), pixelStep: gradient.pixelStep, output: output.map { UnsafePointer($0.sample(sample)) },
      outputStep: output?.pixelStep ?? 0, pixels: shape.pixels, channels: maxima.map.channels,
      to: biasSums.sums(chunk))
    for first in stride(from: 0, to: shape.height, by: rowsPerBlock) {
      add(
        first..<min(first + rowsPerBlock, shape.height), sample: sample, begins: chunk.begins && first == 0, maps,
        scratch: scratch, to: sums)
    }
  }

  /// Adds up the chunks' sums in a binary tree.
  func end(_ space: Workspace, _ chunks: Int) {
    store(space, chunks)
    if let bias = parameters.bias { biasSums.add(chunks, into: bias.gradient.pointer, space) }
  }

  private func store(_ space: Workspace, _ chunks: Int) {
    guard let sums = sums[0] else { return }
    let shared = space.miniBatch.shared
    shared?.addTree(sums, of: blocks.sumsCount, space.threads)
    blocks.store(space, sums, chunks: shared == nil ? chunks : 1, into: parameters.weights.gradient.pointer)
  }

  /// Makes the gradient of the rows of the map that some rows of maxima were taken of, and adds the weights' of it.
  private func add(
    _ rows: Range<Int>, sample: Int, begins: Bool, _ maps: Maps, scratch: UnsafeMutablePointer<Float>,
    to sums: UnsafeMutablePointer<Float>
  ) {
    let (gradient, row, shape) = (maps.gradient, maxima.mapRow, maxima.map)
    let needed = maxima.mapRows(of: rows)
    scratch.update(repeating: 0, count: needed.count * row)
    for number in rows {
      maxima.windows(number).addToMaxima(
        gradient.sample(sample) + number * gradient.rowStep, gradientStep: gradient.pixelStep,
        positions: maps.indices + maxima.savedPlace(sample, number),
        of: scratch + (maxima.firstMapRow(of: number) - needed.lowerBound) * row)
    }
    let map = Map(pointer: scratch - needed.lowerBound * row, shape: shape, pixelStep: shape.channels, sampleStep: 0)
    for first in stride(from: needed.lowerBound, to: needed.upperBound, by: blocks.rowsPerBlock) {
      blocks.add(
        sample: sample, rows: first..<min(first + blocks.rowsPerBlock, needed.upperBound),
        begins: begins && first == needed.lowerBound, large: maps.input, small: map, scratch: scratch + mapCount,
        to: sums)
    }
  }
}
