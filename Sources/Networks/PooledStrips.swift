import Arithmetic

extension ConvolutionDefinition {
  /// Whether a maximum that follows is better taken strip by strip, while what comes out is near: where it is a large map, made
  /// row by row.
  func takesMaximaInStrips(_ pooling: PoolingDefinition, input: MapShape) -> Bool {
    guard !isDeconvolution, pooling.statistic == .max, !pooling.isGlobal,
      let geometry = try? geometry(of: input, layer: "")
    else { return false }
    let made = MapShape(channels: outputChannels, height: geometry.rows.output, width: geometry.columns.output)
    let isMadeRowByRow = !(geometry.rows.isPlainThree && geometry.columns.isPlainThree)
    return isMadeRowByRow && made.count >= 1 << 17 && (try? pooling.geometry(of: made, layer: "")) != nil
  }
}

/// Runs a convolution and the maximum that follows it without ever storing the map between them: some rows of it are made, and
/// their maxima taken, before the next. Where nothing learns, for the way back wants the whole map.
final class PooledStripsRunner: LayerRunner {
  let place: LayerPlace
  private let parameters: ConvolutionParameters
  private let rectifies: Bool
  private let windows: WindowGeometry
  private let maxima: WindowGeometry
  private let made: MapShape
  private let output: MapShape
  private let correlation: Correlation
  private let packing = ConvolutionParameters.Packing(isBackwards: false, isWinograd: false)
  private var packed: UnsafePointer<Float>?
  /// Rows of maxima in a strip: a quarter of a megabyte of the map between.
  private let stripRows: Int

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
    let rows = (1 << 16) / (made.width * made.channels)
    stripRows = max(1, (rows - maxima.rows.kernel) / maxima.rows.stride + 1)
  }

  private var mapRow: Int { made.width * made.channels }
  /// Rows of the map between that a strip of maxima takes.
  private var mapRows: Int { (stripRows - 1) * maxima.rows.stride + maxima.rows.kernel }

  /// What lies between, a whole vector beyond its last, and what the convolution takes.
  var scratchCount: Int { mapRows * mapRow + 16 + correlation.scratchCount }

  func isStale(isTraining: Bool) -> Bool { packed == nil || !parameters.isCurrent(packing) }
  func prepare(isTraining: Bool) { packed = parameters.packed(packing) }

  var takesSamplesAlone: Bool { true }

  func forward(_ space: Workspace) {
    // One thread makes no row twice; of several each has some strips, and makes the rows between two pieces again.
    let perPiece = space.workers == nil ? output.height : 4 * stripRows
    let pieces = (output.height + perPiece - 1) / perPiece
    space.run(space.batch * pieces, work: space.batch * correlation.work) { piece, worker in
      let first = piece % pieces * perPiece
      run(
        first..<min(first + perPiece, output.height), from: input(0, space), to: self.output(0, space),
        sample: piece / pieces, scratch: space.scratch(worker))
    }
  }

  /// Makes rows of maxima, strip by strip. The rows of the map that two strips share are moved up.
  private func run(
    _ rows: Range<Int>, from source: Map, to target: Map, sample: Int, scratch: UnsafeMutablePointer<Float>
  ) {
    var ready = 0..<0
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: stripRows) {
      let strip = first..<min(first + stripRows, rows.upperBound)
      let needed = maxima.rows.places(of: first).lowerBound..<maxima.rows.places(of: strip.upperBound - 1).upperBound
      let kept = max(0, ready.upperBound - needed.lowerBound)
      if kept > 0 {
        scratch.update(from: scratch + (needed.lowerBound - ready.lowerBound) * mapRow, count: kept * mapRow)
      }
      make(needed.lowerBound + kept..<needed.upperBound, of: source, sample, into: scratch + kept * mapRow, scratch)
      for row in strip {
        let start = scratch + (maxima.rows.places(of: row).lowerBound - needed.lowerBound) * mapRow
        take(row, of: start, into: target.sample(sample) + row * target.rowStep, pixelStep: target.pixelStep)
      }
      ready = needed
    }
  }

  private func make(
    _ rows: Range<Int>, of source: Map, _ sample: Int, into strip: UnsafeMutablePointer<Float>,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    guard let packed else { preconditionFailure("\(place.name) was not prepared") }
    let map = Map(pointer: strip, shape: made, pixelStep: made.channels, sampleStep: 0)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: correlation.rowsPerPiece) {
      let piece = first..<min(first + correlation.rowsPerPiece, rows.upperBound)
      correlation.sum(
        rows: piece, of: source.sample(sample), map: source, into: strip - rows.lowerBound * mapRow, map: map,
        packed: packed, bias: parameters.bias.map { UnsafePointer($0.values.pointer) }, ending: .store,
        scratch: scratch + mapRows * mapRow + 16)
    }
  }

  private func take(
    _ row: Int, of map: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, pixelStep: Int
  ) {
    let columns = maxima.columns
    PoolingRow(
      rowStep: mapRow, pixelStep: made.channels, rows: maxima.rows.places(of: row).count, width: columns.input,
      kernel: columns.kernel, stride: columns.stride, before: columns.before, count: columns.output,
      channels: made.channels
    ).pool(.maximum, of: map, into: target, outputStep: pixelStep)
    guard rectifies else { return }
    for x in 0..<output.width {
      Elementwise.rectify(target + x * pixelStep, into: target + x * pixelStep, count: made.channels)
    }
  }

  func backward(_ space: Workspace) { preconditionFailure("\(place.name) was made to predict") }
}
