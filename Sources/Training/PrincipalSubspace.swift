import Arithmetic
import Tensors

/// Few orthonormal directions that hold most of what distinguishes some vectors: nearly those of the largest variance.
///
/// Found by subspace iteration (Rutishauser, 1969) on some of the vectors. Whoever uses it needs no more than that its
/// directions are orthonormal up to `skew`, whatever they hold.
struct PrincipalSubspace {
  /// The directions, [rank, dimension], row-major.
  let directions: FloatBuffer
  let rank: Int, dimension: Int
  /// How far the directions are from being orthonormal: the Frobenius norm of P Pᵀ − I.
  let skew: Double

  /// Vectors that are looked at, how often, and the numbers of directions to choose from.
  private static let sampleLimit = 2048, rounds = 3, ranks = [31, 63, 127]
  /// How much of the variance is enough.
  private static let share = 0.85

  /// The smallest of some numbers of directions that hold 85 % of the variance of vectors, [count, dimension], around 0.
  /// Nil where that takes more than half of all directions.
  init?(of vectors: FloatBuffer, dimension: Int, workers: WorkerPool) {
    let count = vectors.count / dimension
    guard let most = Self.ranks.last(where: { 2 * ($0 + 1) <= dimension && 8 * $0 <= count }) else { return nil }
    let products = FloatBuffer(count: count * most), directions = FloatBuffer(count: most * dimension)
    var generator = SeededGenerator(seed: 1)
    for index in 0..<most * dimension { directions.pointer[index] = generator.uniform(-1, 1) }
    Self.orthonormalize(directions.pointer, rank: most, dimension: dimension)
    for round in 0...Self.rounds {
      workers.run((count + 63) / 64) { piece, _ in
        let (first, rows) = (piece * 64, min(64, count - piece * 64))
        MatrixProduct.multiplyRows(
          a: vectors.pointer + first * dimension, aRow: dimension, b: directions.pointer, bRow: dimension, bias: nil,
          c: products.pointer + first * most, cRow: most, rows: rows, columns: most, depth: dimension)
      }
      guard round < Self.rounds else { break }
      workers.run((most + 15) / 16) { piece, _ in
        let first = piece * 16
        MatrixProduct(
          a: products.pointer + first, b: vectors.pointer, c: directions.pointer + first * dimension,
          rows: min(16, most - first), columns: dimension, depth: count, aRow: 1, aColumn: most, bRow: dimension,
          cRow: dimension
        ).multiply()
      }
      Self.orthonormalize(directions.pointer, rank: most, dimension: dimension)
    }
    let held = Self.variances(products.pointer, count: count, rank: most)
    let whole = Distance.dot(vectors.pointer, vectors.pointer, count: count * dimension)
    let enough = Self.ranks.first { $0 <= most && held[..<$0].reduce(0, +) >= Self.share * whole }
    guard let rank = enough, whole.isFinite, whole > 0 else { return nil }
    self.directions = directions
    self.rank = rank
    self.dimension = dimension
    skew = Self.skew(directions.pointer, rank: rank, dimension: dimension)
    guard skew < 1e-3 else { return nil }
  }

  /// Some of the vectors that it is found with: evenly spread.
  static func places(among count: Int) -> [Int] {
    let few = min(count, sampleLimit)
    return (0..<few).map { $0 * count / few }
  }

  private static func variances(_ products: UnsafePointer<Float>, count: Int, rank: Int) -> [Double] {
    var sums = [Double](repeating: 0, count: rank)
    for row in 0..<count {
      for column in 0..<rank {
        let product = Double(products[row * rank + column])
        sums[column] += product * product
      }
    }
    return sums
  }

  /// Gram and Schmidt's way, twice over, which is enough (Giraud and others, 2005). Directions of length 0 stay so.
  private static func orthonormalize(_ rows: UnsafeMutablePointer<Float>, rank: Int, dimension: Int) {
    for row in 0..<rank {
      let own = rows + row * dimension
      for _ in 0..<2 {
        for other in 0..<row {
          let along = Float(Distance.dot(own, rows + other * dimension, count: dimension))
          Elementwise.addScaled(rows + other * dimension, by: -along, to: own, count: dimension)
        }
        let length = Distance.dot(own, own, count: dimension).squareRoot()
        let scale = length > 1e-30 ? Float(1 / length) : 0
        for position in 0..<dimension { own[position] *= scale }
      }
    }
  }

  private static func skew(_ rows: UnsafePointer<Float>, rank: Int, dimension: Int) -> Double {
    var sum = 0.0
    for row in 0..<rank {
      for other in 0...row {
        let product = Distance.dot(rows + row * dimension, rows + other * dimension, count: dimension)
        // A direction that is 0 only leaves something out.
        let miss = row == other ? max(0, product - 1) : product
        sum += miss * miss * (row == other ? 1 : 2)
      }
    }
    return sum.squareRoot()
  }
}
