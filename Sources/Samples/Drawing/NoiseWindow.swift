import CKernels

/// Noise of several sizes at any places of a part of the plane, whose values on the grid are worked out beforehand.
struct NoiseWindow {
  private struct Layer {
    let scale: Double
    let weight: Double
    let window: whet_noise_window
    let values: Doubles
  }

  private let layers: [Layer]

  /// Noise for places within some bounds.
  ///
  /// - Parameters:
  ///   - noise: The values on the grid.
  ///   - x: Between what the places lie from left to right.
  ///   - y: Between what they lie from top to bottom.
  ///   - weights: How strong the noise of each size is, the largest first.
  init(_ noise: Noise, x: ClosedRange<Double>, y: ClosedRange<Double>, weights: ArraySlice<Double>) {
    layers = weights.enumerated().map { place, weight in
      let scale = Double(1 << place)
      // One more on each side: the places themselves are rounded.
      let (left, top) = (wholeBelow(x.lowerBound * scale) - 1, wholeBelow(y.lowerBound * scale) - 1)
      let columns = Int(wholeBelow(x.upperBound * scale) - left) + 3
      let rows = Int(wholeBelow(y.upperBound * scale) - top) + 3
      let values = Doubles(columns * rows)
      for row in 0..<rows {
        noise.write(row: top + Int64(row), from: left, count: columns, to: values.start + row * columns)
      }
      return Layer(
        scale: scale, weight: weight,
        window: whet_noise_window(
          values: values.start, column: Int32(left), row: Int32(top), columns: Int32(columns)), values: values)
    }
  }

  /// Writes the noise at some places.
  func write(x: UnsafePointer<Double>, y: UnsafePointer<Double>, count: Int, to sum: UnsafeMutablePointer<Double>) {
    for (place, layer) in layers.enumerated() {
      withUnsafePointer(to: layer.window) { window in
        whet_noise_anywhere(window, x, y, layer.scale, layer.weight, Int32(count), place == 0 ? 0 : 1, sum)
      }
    }
  }
}
