import CKernels

/// A plane of numbers, row by row from the top.
struct Plane {
  let width: Int
  let height: Int
  private let numbers: Doubles

  /// A plane of one number.
  init(width: Int, height: Int, _ value: Double = 0) {
    self.init(width: width, height: height, in: Doubles(width * height))
    fill(value)
  }

  /// A plane in memory that is there already; what it holds stays.
  init(width: Int, height: Int, in numbers: Doubles) {
    precondition(numbers.count >= width * height, "a plane of \(width)×\(height) needs more memory")
    (self.width, self.height, self.numbers) = (width, height, numbers)
  }

  subscript(x: Int, y: Int) -> Double {
    get { row(y)[x] }
    nonmutating set { row(y)[x] = newValue }
  }

  /// A row's first number.
  func row(_ y: Int) -> UnsafeMutablePointer<Double> { numbers.start + y * width }

  /// Makes all numbers one.
  func fill(_ value: Double) { numbers.start.update(repeating: value, count: width * height) }

  /// Blurs it by three passes of a moving mean, which together come close to a bell curve; each takes in `radius`
  /// neighbours on each side, beyond the edges the last numbers go on, and 0 changes nothing. What `spare` holds, as many
  /// numbers or more, is lost.
  func blur(radius: Int, spare: Doubles) {
    precondition(spare.count >= width * height, "a blur needs as much memory again")
    guard radius > 0, width > 0, height > 0 else { return }
    whet_blur(numbers.start, spare.start, Int32(width), Int32(height), Int32(radius))
  }
}
