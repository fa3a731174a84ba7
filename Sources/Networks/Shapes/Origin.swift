/// Where each number of a layer's output comes from, when the layer only moves numbers.
///
/// For output place (channel, row, column) gives the input's, or nil for a number of the layer's own.
typealias Origin = (_ channel: Int, _ row: Int, _ column: Int) -> (channel: Int, row: Int, column: Int)?
