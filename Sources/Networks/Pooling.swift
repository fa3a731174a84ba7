import Arithmetic

extension PoolingDefinition {
  /// The shape of what comes out; checks settings.
  func outputShape(of input: MapShape, layer: String) throws(NetworkError) -> MapShape {
    let geometry = try geometry(of: input, layer: layer)
    for axis in [geometry.rows, geometry.columns] {
      // A window wholly outside the map has no maximum and no mean.
      for window in [0, axis.output - 1] where axis.places(of: window).isEmpty {
        throw .emptyOutput(layer: layer, input: input.lengths)
      }
    }
    return MapShape(channels: input.channels, height: geometry.rows.output, width: geometry.columns.output)
  }

  /// The windows over an input.
  func geometry(of input: MapShape, layer: String) throws(NetworkError) -> WindowGeometry {
    let whole = Extent(input.height, input.width)
    return try isGlobal
      ? WindowGeometry(
        layer: layer, input: input, kernel: whole, stride: Extent(1, 1), padding: .valid(Margins()))
      : WindowGeometry(layer: layer, input: input, kernel: kernelSize, stride: stride, padding: padding)
  }
}

/// Runs a pooling layer. On the way back a maximum's gradient goes to the place it came from, the first of equals.
final class PoolingRunner: LayerRunner {
  let place: LayerPlace
  private let definition: PoolingDefinition
  private let geometry: WindowGeometry
  private let shape: MapShape
  private let outputShape: MapShape

  init(_ context: RunnerContext, _ definition: PoolingDefinition) throws(NetworkError) {
    place = context.place
    self.definition = definition
    shape = context.input
    outputShape = context.output
    geometry = try definition.geometry(of: context.input, layer: place.name)
  }

  var notesPerSample: Int {
    definition.statistic == .max && place.gradientModes[0] != .unneeded ? outputShape.count : 0
  }

  func forward(_ space: Workspace) {
    let (source, target) = (input(0, space), output(0, space))
    let notes = space.notes[place.index]
    let work = outputShape.count * geometry.rows.kernel * geometry.columns.kernel / 4
    space.run(space.batch * outputShape.height, work: space.batch * work) { piece, _ in
      let (sample, y) = (piece / outputShape.height, piece % outputShape.height)
      for x in 0..<outputShape.width {
        let window = window(y, x, of: source, sample: sample)
        let to = target.sample(sample) + y * target.rowStep + x * target.pixelStep
        switch definition.statistic {
        case .max: window.pool(.maximum, into: to)
        case .average: window.pool(.sum, factor: 1 / divisor(y, x), into: to)
        case .l2: window.pool(.rootOfSquares, into: to)
        }
        if let notes {
          let index = (sample * outputShape.pixels + y * outputShape.width + x) * shape.channels
          window.positionsOfMaximum(into: notes + index)
        }
      }
    }
  }

  private func window(_ y: Int, _ x: Int, of map: Map, sample: Int) -> PoolingWindow {
    PoolingWindow(
      map: map.sample(sample), rowStep: map.rowStep, pixelStep: map.pixelStep, rows: geometry.rows.places(of: y),
      columns: geometry.columns.places(of: x), channels: shape.channels)
  }

  /// By what an average divides: the real places, or those on the padded map.
  private func divisor(_ y: Int, _ x: Int) -> Float {
    let (rows, columns) = (geometry.rows, geometry.columns)
    if definition.excludesPadding { return Float(rows.places(of: y).count * columns.places(of: x).count) }
    return Float(rows.paddedLength(of: y) * columns.paddedLength(of: x))
  }

  func backward(_ space: Workspace) {
    guard let below = inputGradientToAddTo(0, space) else { return }
    let gradient = outputGradient(0, space)
    let work = outputShape.count * geometry.rows.kernel * geometry.columns.kernel
    space.forEachSample(work: work) { sample in
      for y in 0..<outputShape.height {
        for x in 0..<outputShape.width {
          let from = gradient.sample(sample) + y * gradient.rowStep + x * gradient.pixelStep
          switch definition.statistic {
          case .max: addToMaxima(space, sample, y, x, from, below)
          case .average: spread(sample, y, x, from, below)
          case .l2: spreadByValue(space, sample, y, x, from, below)
          }
        }
      }
    }
  }

  private func addToMaxima(
    _ space: Workspace, _ sample: Int, _ y: Int, _ x: Int, _ from: UnsafePointer<Float>, _ below: Map
  ) {
    guard let notes = space.notes[place.index] else { return }
    let positions = notes + (sample * outputShape.pixels + y * outputShape.width + x) * shape.channels
    let (rows, columns) = (geometry.rows.places(of: y), geometry.columns.places(of: x))
    Elementwise.scatterAdd(
      from, to: below.sample(sample) + rows.lowerBound * below.rowStep + columns.lowerBound * below.pixelStep,
      positions: positions, width: columns.count, rowStep: below.rowStep, pixelStep: below.pixelStep,
      count: shape.channels)
  }

  private func spread(_ sample: Int, _ y: Int, _ x: Int, _ from: UnsafePointer<Float>, _ below: Map) {
    let share = 1 / divisor(y, x)
    for row in geometry.rows.places(of: y) {
      for column in geometry.columns.places(of: x) {
        let to = below.sample(sample) + row * below.rowStep + column * below.pixelStep
        Elementwise.addScaled(from, by: share, to: to, count: shape.channels)
      }
    }
  }

  /// d sqrt(Σ x²) / dx = x / sqrt(Σ x²); 0 where the root is 0.
  private func spreadByValue(
    _ space: Workspace, _ sample: Int, _ y: Int, _ x: Int, _ from: UnsafePointer<Float>, _ below: Map
  ) {
    let (source, target) = (input(0, space), output(0, space))
    let root = target.sample(sample) + y * target.rowStep + x * target.pixelStep
    for row in geometry.rows.places(of: y) {
      for column in geometry.columns.places(of: x) {
        let to = below.sample(sample) + row * below.rowStep + column * below.pixelStep
        let value = source.sample(sample) + row * source.rowStep + column * source.pixelStep
        for c in 0..<shape.channels where root[c] > 0 { to[c] += from[c] * value[c] / root[c] }
      }
    }
  }
}
