import Arithmetic

/// The first numbers of all images as bytes, or all of them: what the coarse search looks at at once.
///
/// Two images lie no nearer than their first numbers do, so that whom these rule out need not be looked at again.
struct CoarseLook: Sendable {
  /// The largest numbers of a chunk's images that errors come from: length, what bytes miss of it, and what bytes reach.
  struct Errors {
    var length: Float = 0, missed: Float = 0, reach: Float = 0
  }

  /// How many numbers of an image it takes.
  let dimension: Int
  let tiles: ByteTiles
  /// Those of each chunk.
  private(set) var errors: [Errors] = []

  /// Room for so many images.
  init(count: Int, dimension: Int) {
    self.dimension = dimension
    tiles = ByteTiles(count: count, dimension: dimension)
  }

  /// Takes a chunk's images, [count, length], from a tile on. Different threads may take different chunks.
  ///
  /// - Returns: Where their errors come from; nil where numbers are too large or too small.
  func take(_ images: FloatBuffer, length: Int, tile: Int) -> Errors? {
    let (count, zeros) = (images.count / length, FloatBuffer(count: dimension))
    let rows = FloatBuffer(count: ByteTiles.width * dimension)
    var errors = Errors()
    for first in stride(from: 0, to: count, by: ByteTiles.width) {
      for row in 0..<min(ByteTiles.width, count - first) {
        (rows.pointer + row * dimension).update(
          from: images.pointer + (first + row) * length, count: dimension)
      }
      for vector in tiles.fill(tile: tile + first / ByteTiles.width, rows.pointer, centre: zeros.pointer) {
        let own = vector.squaredLength.squareRoot()
        guard vector.squaredLength < 1e30, own == 0 || own > 1e-12 else { return nil }
        // What rounding to single precision adds to what the bytes miss.
        let miss = vector.missed * 1.001 + own * 1e-6
        errors.length = max(errors.length, own + miss)
        errors.missed = max(errors.missed, miss)
        errors.reach = max(errors.reach, abs(vector.low) + 255 * vector.step)
      }
    }
    return errors
  }

  /// The same with what is known of all chunks.
  func knowing(_ errors: [Errors]) -> CoarseLook {
    var look = self
    look.errors = errors
    return look
  }
}
