import Arithmetic

/// What a look takes of queries: the first numbers of their images, as bytes.
struct CoarseQuestions {
  /// [query][whole fours], and each one's side of a score.
  let bytes: [Int8], sides: [ByteTiles.Query]
  /// The squared lengths of what is taken.
  let squares: [Double]
  /// Its length, and the length of what the bytes miss of it.
  private let lengths: [Float], missed: [Float]
  private let dimension: Int

  /// Takes the first `dimension` numbers of images, [count, length], in an order. Nil where one is too large or too small for single
  /// precision.
  init?(_ images: FloatBuffer, length: Int, order: [Int], dimension: Int) {
    let (padded, most) = (ByteTiles.length(dimension: dimension), Double(ByteTiles.mostOfQuery))
    var bytes = [Int8](repeating: 0, count: order.count * padded)
    var (sides, squares, lengths, missed) = ([ByteTiles.Query](), [Double](), [Float](), [Float]())
    for (place, query) in order.enumerated() {
      let image = UnsafeBufferPointer(start: images.pointer + query * length, count: dimension)
      let largest = image.reduce(0) { max($0, abs($1)) }
      let step = largest > 0 ? Double(largest) / most : 1
      var (total, square, miss) = (0, 0.0, 0.0)
      for (position, value) in image.enumerated() {
        let value = Double(value), byte = (value / step).rounded()
        guard byte.magnitude <= most else { return nil }
        bytes[place * padded + position] = Int8(byte)
        total += Int(byte)
        square += value * value
        miss += (value - byte * step) * (value - byte * step)
      }
      guard square < 1e30, largest == 0 || largest > 1e-12 else { return nil }
      sides.append(ByteTiles.Query(total: Float(total), factor: -2 * Float(step)))
      squares.append(square)
      lengths.append(Float(square.squareRoot()))
      missed.append(Float(miss.squareRoot()))
    }
    (self.bytes, self.sides, self.squares, self.dimension) = (bytes, sides, squares, dimension)
    (self.lengths, self.missed) = (lengths, missed)
  }

  /// Up to which score an image may lie as near to a query's as `reach`.
  func bound(_ place: Int, reach: Double, _ errors: CoarseLook.Errors) -> Float {
    Float(reach * reach - squares[place]).nextUp + error(place, errors)
  }

  /// What its scores in a chunk may be wrong by.
  private func error(_ place: Int, _ chunk: CoarseLook.Errors) -> Float {
    let (length, missed) = (lengths[place], missed[place])
    let bytes = 2 * (missed * chunk.length + length * chunk.missed)
    let numbers = Float(dimension), square = chunk.length * chunk.length
    let sums = (numbers + 16) * 0x1p-24 * (square + 2 * length * chunk.length)
    let ending = 8 * 0x1p-24 * (square + 2 * chunk.reach * numbers.squareRoot() * (length + missed))
    return 1.01 * (bytes + sums + ending) + 1e-37
  }
}
