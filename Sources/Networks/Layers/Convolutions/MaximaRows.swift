import Arithmetic

/// How rows of maxima lie over the rows of the map they are taken of, which a convolution makes.
struct MaximaRows {
  /// The map that the maxima are taken of.
  let map: MapShape
  /// The maxima.
  let output: MapShape
  private let windows: WindowGeometry

  init(of map: MapShape, output: MapShape, windows: WindowGeometry) {
    self.map = map
    self.output = output
    self.windows = windows
  }

  /// How many floats a row of the map takes.
  var mapRow: Int { map.width * map.channels }

  /// Rows of maxima in a block whose rows of the map take at most so many floats, or one.
  func rowsPerBlock(floats: Int) -> Int {
    max(1, (floats / mapRow - windows.rows.kernel) / windows.rows.stride + 1)
  }

  /// How many rows of the map a block of so many rows of maxima takes.
  func mapRows(_ count: Int) -> Int { (count - 1) * windows.rows.stride + windows.rows.kernel }

  /// The rows of the map that some rows of maxima are taken of.
  func mapRows(of rows: Range<Int>) -> Range<Int> {
    firstMapRow(of: rows.lowerBound)..<windows.rows.places(of: rows.upperBound - 1).upperBound
  }

  /// The first row of the map that a row of maxima is taken of.
  func firstMapRow(of row: Int) -> Int { windows.rows.places(of: row).lowerBound }

  /// The windows of a row of maxima.
  func windows(_ row: Int) -> PoolingRow {
    let columns = windows.columns
    return PoolingRow(
      rowStep: mapRow, pixelStep: map.channels, rows: windows.rows.places(of: row).count, width: columns.input,
      kernel: columns.kernel, stride: columns.stride, before: columns.before, count: columns.output,
      channels: map.channels)
  }

  /// Where the places of a row's maxima are saved.
  func savedPlace(_ sample: Int, _ row: Int) -> Int { (sample * output.height + row) * output.width * map.channels }
}
