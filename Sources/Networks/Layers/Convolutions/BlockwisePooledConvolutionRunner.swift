import Arithmetic

/// Runs a convolution and the maximum that follows it without ever storing the map between them: some rows of it are made, and
/// their maxima taken, before the next. In the backward pass, too, some rows of the map's gradient are made, and the weights' summed of
/// them, before the next; but not the input's, so that in training it has to be the first layer.
final class BlockwisePooledConvolutionRunner: ChunkwiseRunner, PackingRunner {
  let place: LayerPlace
  private let parameters: ConvolutionParameters
  private let rectifies: Bool
  private let maxima: MaximaRows
  private let correlation: Correlation
  private var weights: PassWeights
  /// Rows of maxima in a block, a quarter of a megabyte of the map between.
  private let rowsPerBlock: Int
  /// The gradient of the weights and biases, where they learn.
  private let weightGradient: MaximaWeightGradient?

  init(
    _ context: RunnerContext, _ parameters: ConvolutionParameters, _ pooling: PoolingDefinition
  ) throws(NetworkError) {
    place = context.place
    self.parameters = parameters
    rectifies = context.rectifies
    let definition = parameters.definition
    let windows = try definition.geometry(of: context.input, layer: place.name)
    let map = MapShape(
      channels: definition.outputChannels, height: windows.rows.output, width: windows.columns.output)
    maxima = MaximaRows(
      of: map, output: context.output, windows: try pooling.geometry(of: map, layer: place.name))
    correlation = Correlation(
      input: context.input, output: map, rows: windows.rows, columns: windows.columns, groups: definition.groups,
      pixelStep: context.inputs[0].pixelStep)
    weights = PassWeights(parameters, forward: .init(isBackwards: false, form: correlation.windowForm))
    rowsPerBlock = maxima.rowsPerBlock(floats: 1 << 16)
    let blocks =
      context.outputGradients[0] != nil && parameters.isTrainable
      ? RowBlockGradient(
        large: context.input, small: map, rows: windows.rows, columns: windows.columns,
        pixelStep: context.input.channels) : nil
    weightGradient = blocks.map { [maxima] in MaximaWeightGradient(parameters, maxima, $0) }
  }

  /// The rows of the map that a block of maxima takes, a whole vector beyond their last.
  private var mapCount: Int { maxima.mapRows(rowsPerBlock) * maxima.mapRow + 16 }

  /// What lies between, and what the convolution takes; or its gradient, and what that takes. Saved is the place of every maximum.
  var memory: LayerMemory {
    LayerMemory(
      scratch: max(mapCount + correlation.scratchCount, weightGradient?.scratchCount ?? 0),
      savedIndices: weightGradient == nil ? 0 : maxima.output.count)
  }

  func isStale(for pass: Pass) -> Bool { weights.isStale(backward: nil) }
  func prepare(for pass: Pass) { weights.prepare(backward: nil) }

  // MARK: Forward pass

  func forward(_ space: Workspace) {
    // One thread makes no row twice; of several each has some blocks, and makes the rows between two blocks again.
    let height = maxima.output.height
    let perBlock = space.threads.areShared ? 4 * rowsPerBlock : height
    let indices = space.savedIndices[place.index]
    let blocks = (height + perBlock - 1) / perBlock
    space.threads.run(space.batch * blocks, work: space.batch * correlation.work) { block, worker in
      let first = block % blocks * perBlock
      run(
        first..<min(first + perBlock, height), from: input(0, space), to: output(0, space), sample: block / blocks,
        indices: indices, scratch: space.threads.scratch(worker))
    }
  }

  /// Makes rows of maxima, block by block. The rows of the map that two blocks share are moved up.
  private func run(
    _ rows: Range<Int>, from source: Map, to target: Map, sample: Int, indices: UnsafeMutablePointer<Int32>?,
    scratch: UnsafeMutablePointer<Float>
  ) {
    var ready = 0..<0
    let mapRow = maxima.mapRow
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsPerBlock) {
      let block = first..<min(first + rowsPerBlock, rows.upperBound)
      let needed = maxima.mapRows(of: block)
      let kept = max(0, ready.upperBound - needed.lowerBound)
      if kept > 0 {
        scratch.update(from: scratch + (needed.lowerBound - ready.lowerBound) * mapRow, count: kept * mapRow)
      }
      make(needed.lowerBound + kept..<needed.upperBound, of: source, sample, into: scratch + kept * mapRow, scratch)
      for row in block {
        let start = scratch + (maxima.firstMapRow(of: row) - needed.lowerBound) * mapRow
        take(
          row, of: start, into: target.sample(sample) + row * target.rowStep, pixelStep: target.pixelStep,
          positions: indices.map { $0 + maxima.savedPlace(sample, row) })
      }
      ready = needed
    }
  }

  /// Makes rows of the map.
  private func make(
    _ rows: Range<Int>, of source: Map, _ sample: Int, into target: UnsafeMutablePointer<Float>,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    let (packed, shape) = (weights.forward, maxima.map)
    let map = Map(pointer: target, shape: shape, pixelStep: shape.channels, sampleStep: 0)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: correlation.rowsPerBlock) {
      let block = first..<min(first + correlation.rowsPerBlock, rows.upperBound)
      correlation.sum(
        rows: block, of: source.sample(sample), map: source, into: target - rows.lowerBound * maxima.mapRow, map: map,
        packed: packed, bias: parameters.biases, ending: .store, scratch: scratch + mapCount)
    }
  }

  /// Takes a row of maxima.
  private func take(
    _ row: Int, of map: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, pixelStep: Int,
    positions: UnsafeMutablePointer<Int32>?
  ) {
    maxima.windows(row).pool(.maximum, of: map, into: target, outputStep: pixelStep, positions: positions)
    guard rectifies else { return }
    for x in 0..<maxima.output.width {
      Elementwise.rectify(target + x * pixelStep, into: target + x * pixelStep, count: maxima.map.channels)
    }
  }

  // MARK: Backward pass

  func goesBackwardSamplewise(_ samples: Int) -> Bool { Chunk.isWorthwhile(samples) }

  func sharing(_ samples: Int) -> BatchDistribution {
    if weightGradient == nil { return .samples }
    return goesBackwardSamplewise(samples) ? .chunks(Chunks(samples: samples)) : .whole
  }

  var backwardWork: Int { correlation.work }

  func backward(_ space: Workspace) {
    guard let weightGradient, let maps = maps(space) else { return }
    if goesBackwardSamplewise(space.batch) { return backwardInChunks(space) }
    if rectifies { Rectifier.maskGradient(space, maps.gradient, output: output(0, space)) }
    weightGradient.run(space, maps, work: space.batch * correlation.work)
  }

  func beginChunks(_ count: Int) { weightGradient?.begin(count) }

  func backward(_ space: Workspace, _ sample: Int, chunk: Chunk, scratch: UnsafeMutablePointer<Float>) {
    guard let weightGradient, let maps = maps(space) else { return }
    weightGradient.add(
      sample: sample, chunk: chunk, maps, rectified: rectifies ? output(0, space) : nil, scratch: scratch)
  }

  func endChunks(_ space: Workspace, _ count: Int) { weightGradient?.end(space, count) }

  private func maps(_ space: Workspace) -> MaximaWeightGradient.Maps? {
    space.savedIndices[place.index].map {
      MaximaWeightGradient.Maps(input: input(0, space), gradient: outputGradient(0, space), indices: $0)
    }
  }
}
