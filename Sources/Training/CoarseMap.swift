import Arithmetic

/// How the coarse search looks at vectors: less a centre, and where a few directions hold most of what distinguishes them,
/// by their parts along these and the length of all the rest.
///
/// With directions P and M = √(I − PᵀP), a vector z becomes (P z, |M z|). No two images lie farther apart than their
/// vectors, for ||M x| − |M q|| ≤ |M (x − q)| and |P z|² + |M z|² = |z|². For cosines, vectors are brought to length 1
/// first: then their squared distance is twice the cosine distance.
struct CoarseMap {
  let metric: DistanceMetric
  /// How many numbers a vector has, and its image.
  let dimension: Int, imageDimension: Int
  /// Whether images are of fewer numbers.
  var reduces: Bool { subspace != nil }
  private let centre: FloatBuffer
  private let subspace: PrincipalSubspace?

  /// Rows that are mapped at once.
  static let block = ByteTiles.width

  /// One thread's room.
  struct Room {
    fileprivate let rows: FloatBuffer

    init(_ map: CoarseMap) { rows = FloatBuffer(count: CoarseMap.block * map.dimension) }
  }

  /// Finds how to look at samples; with fewer directions where asked and worth while.
  init(_ linear: LinearSearch, reduces: Bool, workers: WorkerPool) {
    (metric, dimension) = (linear.metric, linear.dimension)
    let dimension = dimension
    let places = PrincipalSubspace.places(among: linear.samples.count / dimension)
    let some = FloatBuffer(count: places.count * dimension), centre = FloatBuffer(count: dimension)
    linear.samples.withUnsafeBufferPointer { samples in
      guard let samples = samples.baseAddress else { return }
      var sums = [Double](repeating: 0, count: dimension)
      for (row, place) in places.enumerated() {
        let own = some.pointer + row * dimension
        Self.shift(samples + place * dimension, centre.pointer, dimension, linear.metric, into: own)
        for position in 0..<dimension { sums[position] += Double(own[position]) }
      }
      for position in 0..<dimension { centre.pointer[position] = Float(sums[position] / Double(places.count)) }
      for row in places.indices {
        for position in 0..<dimension { some.pointer[row * dimension + position] -= centre.pointer[position] }
      }
    }
    self.centre = centre
    subspace = reduces ? PrincipalSubspace(of: some, dimension: dimension, workers: workers) : nil
    imageDimension = subspace.map { $0.rank + 1 } ?? dimension
  }

  /// The squared distance that no two images exceed whose vectors are so far apart, but for the images' `slack`.
  func reach(_ distance: Double) -> Double {
    let squared = metric == .euclidean ? distance : 2 * distance + 1e-12
    return squared * (1 + 2 * (subspace?.skew ?? 0))
  }

  /// Maps those of vectors, [vector, dimension], that lie at up to `block` places to their images, [place, imageDimension], and
  /// says how far each image may lie from where it would lie without rounding.
  func map(
    _ vectors: UnsafePointer<Float>, at places: ArraySlice<Int>, into images: UnsafeMutablePointer<Float>,
    slack: UnsafeMutablePointer<Float>, in room: Room
  ) {
    let rows = subspace == nil ? images : room.rows.pointer, count = places.count
    for (row, place) in places.enumerated() {
      let own = rows + row * dimension
      Self.shift(vectors + place * dimension, centre.pointer, dimension, metric, into: own)
      slack[row] = Float(shiftSlack(Distance.dot(own, own, count: dimension).squareRoot())).nextUp
    }
    guard let subspace else { return }
    MatrixProduct.multiplyRows(
      a: rows, aRow: dimension, b: subspace.directions.pointer, bRow: dimension, bias: nil, c: images,
      cRow: imageDimension, rows: count, columns: subspace.rank, depth: dimension)
    let unit = Double(dimension + 16) * 0x1p-24 * Double(subspace.rank).squareRoot()
    for row in 0..<count {
      let (own, image) = (rows + row * dimension, images + row * imageDimension)
      let square = Distance.dot(own, own, count: dimension)
      let part = Distance.dot(image, image, count: subspace.rank)
      let rest = max(0, (1 + subspace.skew) * square - part).squareRoot()
      image[subspace.rank] = Float(rest)
      // What the products may be wrong by, and what that makes of the rest's square and of its root.
      let products = unit * square.squareRoot() * 1.01
      let missed = (2 * part.squareRoot() + products) * products
      let root = rest > 0 ? min(missed.squareRoot(), missed / rest) : missed.squareRoot()
      slack[row] = Float(products + root + rest * 0x1p-24 + shiftSlack(square.squareRoot())).nextUp
    }
  }

  private func shiftSlack(_ length: Double) -> Double {
    metric == .euclidean ? length * 0x1p-23 : (length + 2) * 0x1p-22
  }

  /// A vector, or its direction, less the centre.
  private static func shift(
    _ vector: UnsafePointer<Float>, _ centre: UnsafePointer<Float>, _ dimension: Int, _ metric: DistanceMetric,
    into result: UnsafeMutablePointer<Float>
  ) {
    switch metric {
    case .euclidean: for position in 0..<dimension { result[position] = vector[position] - centre[position] }
    case .cosine:
      let square = Distance.dot(vector, vector, count: dimension)
      let scale = square > 0 ? 1 / square.squareRoot() : 0
      for position in 0..<dimension {
        result[position] = Float(Double(vector[position]) * scale) - centre[position]
      }
    }
  }
}
