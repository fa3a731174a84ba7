public import Figures
public import Tensors

/// A layer's weights as a table: a row for each, with its place.
public struct WeightNumbers {
  /// The weights, of any shape.
  let weights: Tensor

  /// Lists weights.
  public init(weights: Tensor) { self.weights = weights }

  /// The names of the places: of a convolution's weights filter, channel, row and column.
  private var names: [String] {
    switch weights.shape.count {
    case 4: ["filter", "channel", "row", "column"]
    case 2: ["output", "input"]
    case let count: (0..<count).map { "axis \($0)" }
    }
  }

  /// The table.
  public var table: CSVText {
    var table = CSVText(header: names + ["weight"])
    var place = [Int](repeating: 0, count: weights.shape.count)
    for value in weights.values {
      // A float's own digits: as a double it would have nine more.
      table.append(place.map { .integer($0) } + [.text("\(value)")])
      for axis in weights.shape.indices.reversed() {
        place[axis] += 1
        guard place[axis] == weights.shape[axis] else { break }
        place[axis] = 0
      }
    }
    return table
  }
}
