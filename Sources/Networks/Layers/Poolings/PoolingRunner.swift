import Arithmetic

/// Runs a pooling layer. In the backward pass a maximum's gradient goes to the place it came from, the first of equals.
final class PoolingRunner: SamplewiseRunner {
  let place: LayerPlace
  private let definition: PoolingDefinition
  private let geometry: WindowGeometry
  /// Whether negative maxima become 0: a rectifier before the layer was moved behind it.
  private let rectifies: Bool
  private let shape: MapShape
  private let outputShape: MapShape

  init(_ context: RunnerContext, _ definition: PoolingDefinition) throws(NetworkError) {
    place = context.place
    self.definition = definition
    rectifies = context.rectifies
    shape = context.input
    outputShape = context.output
    geometry = try definition.geometry(of: context.input, layer: place.name)
  }

  var memory: LayerMemory {
    let savesIndices = definition.statistic == .max && place.gradientModes[0] != .unneeded
    return LayerMemory(savedIndices: savesIndices ? outputShape.count : 0)
  }

  func goesBackwardSamplewise(_ samples: Int) -> Bool { true }

  func sharing(_ samples: Int) -> BatchDistribution { .samples }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    let indices = space.savedIndices[place.index]
    let work = outputShape.count * geometry.rows.kernel * geometry.columns.kernel / 4
    let divisors = definition.statistic == .average ? (0..<outputShape.height).map(factors) : []
    if outputShape.pixels == 1, definition.statistic == .average, shape.pixels > 1 {
      // The channels of a single window, a cache line's at least, are shared among the threads.
      let perBlock = max(Blocks.size * 4 / shape.pixels / 64, 1) * 64
      return Blocks.forEach(space, of: shape.channels, atMost: perBlock, work: work) { sample, channels in
        let from = source.sample(sample) + geometry.rows.places(of: 0).lowerBound * source.rowStep
        row(0, of: source, channels: channels.count).pool(
          .sum, of: from + channels.lowerBound, factors: divisors[0],
          into: target.sample(sample) + channels.lowerBound, outputStep: target.pixelStep)
      }
    }
    space.threads.run(space.batch * outputShape.height, work: space.batch * work) { block, _ in
      let (sample, y) = (block / outputShape.height, block % outputShape.height)
      let to = target.sample(sample) + y * target.rowStep
      let from = source.sample(sample) + geometry.rows.places(of: y).lowerBound * source.rowStep
      let row = row(y, of: source)
      switch definition.statistic {
      case .max:
        let positions = indices.map { $0 + (sample * outputShape.height + y) * outputShape.width * shape.channels }
        row.pool(.maximum, of: from, into: to, outputStep: target.pixelStep, positions: positions)
        if rectifies { rectify(to, target) }
      case .average: row.pool(.sum, of: from, factors: divisors[y], into: to, outputStep: target.pixelStep)
      case .l2: row.pool(.rootOfSquares, of: from, into: to, outputStep: target.pixelStep)
      }
    }
  }

  private func rectify(_ row: UnsafeMutablePointer<Float>, _ target: Map) {
    if target.isDense { return Elementwise.rectify(row, into: row, count: outputShape.width * shape.channels) }
    for x in 0..<outputShape.width {
      let pixel = row + x * target.pixelStep
      Elementwise.rectify(pixel, into: pixel, count: shape.channels)
    }
  }

  private func row(_ y: Int, of map: Map, channels: Int? = nil) -> PoolingRow {
    let columns = geometry.columns
    return PoolingRow(
      rowStep: map.rowStep, pixelStep: map.pixelStep, rows: geometry.rows.places(of: y).count, width: columns.input,
      kernel: columns.kernel, stride: columns.stride, before: columns.before, count: columns.output,
      channels: channels ?? shape.channels)
  }

  /// What an average's sums in a row of windows are multiplied by: one over the real places, or over those on the padded map.
  private func factors(_ y: Int) -> [Float] {
    let (rows, columns) = (geometry.rows, geometry.columns)
    return (0..<columns.output).map { x in
      definition.excludesPadding
        ? 1 / Float(rows.places(of: y).count * columns.places(of: x).count)
        : 1 / Float(rows.paddedLength(of: y) * columns.paddedLength(of: x))
    }
  }

  func backward(_ space: Workspace) {
    let gradient = outputGradient(0, space)
    if rectifies { Rectifier.maskGradient(space, gradient, output: output(0, space)) }
    let isFresh = coversOnce && place.gradientModes[0] == .first
    guard let below = inputGradient(0, space) else { return }
    let clears = !isFresh && place.gradientModes[0] == .first
    let work = outputShape.count * geometry.rows.kernel * geometry.columns.kernel
    space.forEachSample(work: work) { sample in
      var cleared = 0
      for y in 0..<outputShape.height {
        // Just before they are added to, so that they are near.
        let end = y + 1 < outputShape.height ? geometry.rows.places(of: y).upperBound : shape.height
        if clears, cleared < end {
          below.clear(sample, rows: cleared..<end)
          cleared = end
        }
        let from = gradient.sample(sample) + y * gradient.rowStep
        let first = below.sample(sample) + geometry.rows.places(of: y).lowerBound * below.rowStep
        switch definition.statistic {
        case .max:
          guard let indices = space.savedIndices[place.index] else { return }
          row(y, of: below).addToMaxima(
            from, gradientStep: gradient.pixelStep,
            positions: indices + (sample * outputShape.height + y) * outputShape.width * shape.channels, of: first,
            isFresh: isFresh)
        case .average: spread(sample, y, from, gradient.pixelStep, below)
        case .l2: spreadByValue(space, sample, y, from, gradient.pixelStep, below)
        }
      }
    }
  }

  /// Whether every place lies in one window: then a maximum's gradient can be written without zeroing the map first.
  private var coversOnce: Bool {
    definition.statistic == .max
      && [geometry.rows, geometry.columns].allSatisfy {
        $0.before == 0 && $0.stride == $0.kernel && $0.output * $0.stride == $0.input
      }
  }

  private func spread(_ sample: Int, _ y: Int, _ from: UnsafePointer<Float>, _ step: Int, _ below: Map) {
    for (x, share) in factors(y).enumerated() {
      for row in geometry.rows.places(of: y) {
        for column in geometry.columns.places(of: x) {
          let to = below.sample(sample) + row * below.rowStep + column * below.pixelStep
          Elementwise.addScaled(from + x * step, by: share, to: to, count: shape.channels)
        }
      }
    }
  }

  /// d sqrt(Σ x²) / dx = x / sqrt(Σ x²); 0 where the root is 0.
  private func spreadByValue(
    _ space: Workspace, _ sample: Int, _ y: Int, _ from: UnsafePointer<Float>, _ step: Int, _ below: Map
  ) {
    let (source, target) = (input(0, space), output(0, space))
    for x in 0..<outputShape.width {
      let root = target.sample(sample) + y * target.rowStep + x * target.pixelStep
      for row in geometry.rows.places(of: y) {
        for column in geometry.columns.places(of: x) {
          let to = below.sample(sample) + row * below.rowStep + column * below.pixelStep
          let value = source.sample(sample) + row * source.rowStep + column * source.pixelStep
          for c in 0..<shape.channels where root[c] > 0 { to[c] += from[x * step + c] * value[c] / root[c] }
        }
      }
    }
  }
}
