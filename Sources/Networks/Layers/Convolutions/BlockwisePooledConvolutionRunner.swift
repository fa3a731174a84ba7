import Arithmetic

/// Runs a convolution and the maximum that follows it without ever storing the map between them: some rows of it are made, and
/// their maxima taken, before the next. In the backward pass, too, some rows of the map's gradient are made, and the weights' summed of
/// them, before the next; but not the input's, so that in training it has to be the first layer.
final class BlockwisePooledConvolutionRunner: ChunkwiseRunner, PackingRunner {
  let place: LayerPlace
  private let parameters: ConvolutionParameters
  private let rectifies: Bool
  private let windows: WindowGeometry
  private let maxima: WindowGeometry
  private let made: MapShape
  private let output: MapShape
  private let correlation: Correlation
  private let packing = ConvolutionParameters.Packing(isBackwards: false, form: .windows)
  private var packed: UnsafePointer<Float>?
  /// Rows of maxima in a block: a quarter of a megabyte of the map between; and in the backward pass, where the rows between two blocks
  /// are made twice, half a megabyte.
  private let rowsPerBlock: Int, backwardRows: Int
  /// How the weights' gradient is summed, where they learn.
  private let gradients: RowBlockGradient?
  private var sums = ChunkSums()
  private var biasSums = ChunkSums()

  init(
    _ context: RunnerContext, _ parameters: ConvolutionParameters, _ pooling: PoolingDefinition
  ) throws(NetworkError) {
    place = context.place
    self.parameters = parameters
    rectifies = context.rectifies
    let definition = parameters.definition
    windows = try definition.geometry(of: context.input, layer: place.name)
    made = MapShape(
      channels: definition.outputChannels, height: windows.rows.output, width: windows.columns.output)
    maxima = try pooling.geometry(of: made, layer: place.name)
    output = context.output
    correlation = Correlation(
      input: context.input, output: made, rows: windows.rows, columns: windows.columns, groups: definition.groups,
      pixelStep: context.inputs[0].pixelStep)
    let (row, rows) = (made.width * made.channels, maxima.rows)
    rowsPerBlock = max(1, ((1 << 16) / row - rows.kernel) / rows.stride + 1)
    backwardRows = max(1, ((1 << 17) / row - rows.kernel) / rows.stride + 1)
    gradients =
      context.outputGradients[0] != nil && parameters.weights.isTrainable
      ? RowBlockGradient(
        large: context.input, small: made, rows: windows.rows, columns: windows.columns,
        pixelStep: context.input.channels) : nil
  }

  private var mapRow: Int { made.width * made.channels }
  /// Rows of the map between that a block of maxima takes.
  private var mapRows: Int { (rowsPerBlock - 1) * maxima.rows.stride + maxima.rows.kernel }

  /// The same in the backward pass, a whole vector beyond its last.
  private var gradientCount: Int {
    (((backwardRows - 1) * maxima.rows.stride + maxima.rows.kernel) * mapRow + 31) / 16 * 16
  }

  /// What lies between, a whole vector beyond its last, and what the convolution takes; or its gradient, and what that takes. Saved
  /// is the place of every maximum.
  var memory: LayerMemory {
    LayerMemory(
      scratch: max(
        mapRows * mapRow + 16 + correlation.scratchCount, gradients.map { gradientCount + $0.scratchCount } ?? 0),
      savedIndices: gradients == nil ? 0 : output.count)
  }

  func isStale(for pass: Pass) -> Bool { packed == nil || !parameters.isCurrent(packing) }
  func prepare(for pass: Pass) { packed = parameters.packed(packing) }

  func forward(_ space: Workspace) {
    // One thread makes no row twice; of several each has some blocks, and makes the rows between two blocks again.
    let perBlock = space.workers == nil ? output.height : 4 * rowsPerBlock
    let indices = space.savedIndices[place.index]
    let blocks = (output.height + perBlock - 1) / perBlock
    space.run(space.batch * blocks, work: space.batch * correlation.work) { block, worker in
      let first = block % blocks * perBlock
      run(
        first..<min(first + perBlock, output.height), from: input(0, space), to: self.output(0, space),
        sample: block / blocks, indices: indices, scratch: space.scratch(worker))
    }
  }

  /// Makes rows of maxima, block by block. The rows of the map that two blocks share are moved up.
  private func run(
    _ rows: Range<Int>, from source: Map, to target: Map, sample: Int, indices: UnsafeMutablePointer<Int32>?,
    scratch: UnsafeMutablePointer<Float>
  ) {
    var ready = 0..<0
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsPerBlock) {
      let block = first..<min(first + rowsPerBlock, rows.upperBound)
      let needed = maxima.rows.places(of: first).lowerBound..<maxima.rows.places(of: block.upperBound - 1).upperBound
      let kept = max(0, ready.upperBound - needed.lowerBound)
      if kept > 0 {
        scratch.update(from: scratch + (needed.lowerBound - ready.lowerBound) * mapRow, count: kept * mapRow)
      }
      make(needed.lowerBound + kept..<needed.upperBound, of: source, sample, into: scratch + kept * mapRow, scratch)
      for row in block {
        let start = scratch + (maxima.rows.places(of: row).lowerBound - needed.lowerBound) * mapRow
        take(
          row, of: start, into: target.sample(sample) + row * target.rowStep, pixelStep: target.pixelStep,
          positions: indices.map { $0 + place(sample, row) })
      }
      ready = needed
    }
  }

  private func make(
    _ rows: Range<Int>, of source: Map, _ sample: Int, into target: UnsafeMutablePointer<Float>,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    guard let packed else { preconditionFailure("\(place.name) was not prepared") }
    let map = Map(pointer: target, shape: made, pixelStep: made.channels, sampleStep: 0)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: correlation.rowsPerBlock) {
      let block = first..<min(first + correlation.rowsPerBlock, rows.upperBound)
      correlation.sum(
        rows: block, of: source.sample(sample), map: source, into: target - rows.lowerBound * mapRow, map: map,
        packed: packed, bias: parameters.bias.map { UnsafePointer($0.values.pointer) }, ending: .store,
        scratch: scratch + mapRows * mapRow + 16)
    }
  }

  /// Where the places of a row's maxima are noted.
  private func place(_ sample: Int, _ row: Int) -> Int { (sample * output.height + row) * output.width * made.channels }

  private func windows(_ row: Int) -> PoolingRow {
    let columns = maxima.columns
    return PoolingRow(
      rowStep: mapRow, pixelStep: made.channels, rows: maxima.rows.places(of: row).count, width: columns.input,
      kernel: columns.kernel, stride: columns.stride, before: columns.before, count: columns.output,
      channels: made.channels)
  }

  private func take(
    _ row: Int, of map: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, pixelStep: Int,
    positions: UnsafeMutablePointer<Int32>?
  ) {
    windows(row).pool(.maximum, of: map, into: target, outputStep: pixelStep, positions: positions)
    guard rectifies else { return }
    for x in 0..<output.width {
      Elementwise.rectify(target + x * pixelStep, into: target + x * pixelStep, count: made.channels)
    }
  }

  // MARK: Backward pass

  func goesBackwardSamplewise(_ samples: Int) -> Bool { Chunk.isWorthwhile(samples) }

  func backward(_ space: Workspace) {
    guard let gradients else { return }
    if goesBackwardSamplewise(space.batch) { return backwardInChunks(space) }
    let gradient = outputGradient(0, space)
    if rectifies { Rectifier.maskGradient(space, gradient, output: output(0, space)) }
    if let bias = parameters.bias { WeightGradient.sumPlaces(space, gradient, into: bias.gradient.pointer) }
    let blocks = (output.height + backwardRows - 1) / backwardRows
    let count = space.batch * blocks
    let chunks = Chunks(count, into: min(8, count))
    sums.begin(chunks.count, of: gradients.sumsCount)
    guard let sums = sums[0] else { return }
    space.forEach(in: chunks, work: space.batch * correlation.work) { block, chunk, worker in
      let row = block % blocks * backwardRows
      add(
        row..<min(row + backwardRows, output.height), sample: block / blocks, begins: chunk.begins, space, gradients,
        scratch: space.scratch(worker), to: sums + chunk.number * gradients.sumsCount)
    }
    gradients.store(space, sums, chunks: chunks.count, into: parameters.weights.gradient.pointer)
  }

  var backwardWork: Int { correlation.work }

  func beginChunks(_ count: Int) {
    guard let gradients else { return }
    sums.begin(count, of: gradients.sumsCount)
    biasSums.begin(count, of: made.channels)
  }

  func backward(_ space: Workspace, _ sample: Int, chunk: Chunk, scratch: UnsafeMutablePointer<Float>) {
    guard let gradients, let sums = sums[chunk.number] else { return }
    let (gradient, maxima) = (outputGradient(0, space), self.output(0, space))
    Elementwise.rectifyAndSum(
      gradient.sample(sample), pixelStep: gradient.pixelStep,
      output: rectifies ? UnsafePointer(maxima.sample(sample)) : nil, outputStep: maxima.pixelStep,
      pixels: output.pixels, channels: made.channels, to: biasSums.sums(chunk))
    for first in stride(from: 0, to: output.height, by: backwardRows) {
      add(
        first..<min(first + backwardRows, output.height), sample: sample, begins: chunk.begins && first == 0, space,
        gradients, scratch: scratch, to: sums)
    }
  }

  func endChunks(_ space: Workspace, _ count: Int) {
    guard let gradients, let sums = sums[0] else { return }
    gradients.store(space, sums, chunks: count, into: parameters.weights.gradient.pointer)
    if let bias = parameters.bias { biasSums.add(count, into: bias.gradient.pointer) }
  }

  /// Leads the gradient of some rows of maxima back to the map between, and adds the weights' of it.
  private func add(
    _ rows: Range<Int>, sample: Int, begins: Bool, _ space: Workspace, _ gradients: RowBlockGradient,
    scratch: UnsafeMutablePointer<Float>, to sums: UnsafeMutablePointer<Float>
  ) {
    guard let indices = space.savedIndices[place.index] else { return }
    let gradient = outputGradient(0, space)
    let needed =
      maxima.rows.places(of: rows.lowerBound).lowerBound..<maxima.rows.places(of: rows.upperBound - 1).upperBound
    scratch.update(repeating: 0, count: needed.count * mapRow)
    for row in rows {
      windows(row).addToMaxima(
        gradient.sample(sample) + row * gradient.rowStep, gradientStep: gradient.pixelStep,
        positions: indices + place(sample, row),
        of: scratch + (maxima.rows.places(of: row).lowerBound - needed.lowerBound) * mapRow)
    }
    let map = Map(
      pointer: scratch - needed.lowerBound * mapRow, shape: made, pixelStep: made.channels, sampleStep: 0)
    for first in stride(from: needed.lowerBound, to: needed.upperBound, by: gradients.rowsPerBlock) {
      gradients.add(
        sample: sample, rows: first..<min(first + gradients.rowsPerBlock, needed.upperBound),
        begins: begins && first == needed.lowerBound, large: input(0, space), small: map,
        scratch: scratch + gradientCount, to: sums)
    }
  }
}
