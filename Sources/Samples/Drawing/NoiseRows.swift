import CKernels

/// Noise along the rows of a picture, whose columns always lie at the same places: a row of the grid's values is blended once
/// for all rows of pixels beside it.
struct NoiseRows {
  /// Noise of one size.
  private struct Layer {
    /// How many times smaller its features are, and how strong it is.
    let scale: Double
    let weight: Double
    /// For each column the cell it lies in, and how far across.
    let cells: [Int32]
    let across: [Double]
    let firstColumn: Int64
    let values: Doubles
    var row: Int64?
    var above: Doubles
    var below: Doubles
  }

  private let noise: Noise
  private let count: Int
  private var layers: [Layer]

  /// The weights of noise of several sizes in one, each half as large and half as strong as the one before.
  static let layered = [0.5, 0.25, 0.125, 0.0625]

  /// Noise for rows of pixels.
  ///
  /// - Parameters:
  ///   - noise: The values on the grid.
  ///   - columns: Where each column of pixels lies, from left to right.
  ///   - weights: How strong the noise of each size is, the largest first.
  init(_ noise: Noise, columns: [Double], weights: [Double] = [1]) {
    self.noise = noise
    count = columns.count
    layers = weights.enumerated().map { place, weight in
      let scale = Double(1 << place)
      let wholes = columns.map { wholeBelow($0 * scale) }
      let first = wholes.first ?? 0
      return Layer(
        scale: scale, weight: weight, cells: wholes.map { Int32($0 - first) },
        across: zip(columns, wholes).map { Noise.ease($0 * scale - Double($1)) }, firstColumn: first,
        values: Doubles(Int((wholes.last ?? 0) - first) + 2), above: Doubles(columns.count),
        below: Doubles(columns.count))
    }
  }

  /// Writes the noise of a row of pixels, which lies at `y`, in some columns.
  mutating func write(_ y: Double, in columns: Range<Int>, to row: UnsafeMutablePointer<Double>) {
    for place in layers.indices {
      let scaled = y * layers[place].scale
      let whole = wholeBelow(scaled)
      enter(whole, place)
      let layer = layers[place]
      whet_noise_blend(
        layer.above.start + columns.lowerBound, layer.below.start + columns.lowerBound,
        Noise.ease(scaled - Double(whole)), layer.weight, Int32(columns.count), place == 0 ? 0 : 1,
        row + columns.lowerBound)
    }
  }

  /// Goes to a row of the grid; what was blended for it already is kept.
  private mutating func enter(_ row: Int64, _ place: Int) {
    let known = layers[place].row
    guard row != known else { return }
    layers[place].row = row
    let layer = layers[place]
    (layers[place].above, layers[place].below) = (layer.below, layer.above)
    if known.map({ $0 + 1 }) != row { blend(row, layer, to: layer.below) }
    blend(row + 1, layer, to: layer.above)
  }

  private func blend(_ row: Int64, _ layer: Layer, to line: Doubles) {
    noise.write(row: row, from: layer.firstColumn, count: layer.values.count, to: layer.values.start)
    whet_noise_line(layer.values.start, layer.cells, layer.across, Int32(count), line.start)
  }
}
