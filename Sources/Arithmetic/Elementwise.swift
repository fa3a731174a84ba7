import CKernels

/// Work on rows of numbers, one by one.
public enum Elementwise {
  /// y = max(x, 0); what is not a number stays so.
  public static func rectify(_ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>, count: Int) {
    whet_rectify(x, y, count)
  }

  /// Zeroes the gradient where the rectifier's output y is not above 0.
  public static func rectifyGradient(
    _ gradient: UnsafeMutablePointer<Float>, output y: UnsafePointer<Float>, count: Int
  ) {
    whet_rectify_gradient(y, gradient, count)
  }

  /// The same for the channels of pixels, where y is given, and sums(c) += Σ over pixels of gradient(pixel, c).
  public static func rectifyAndSum(
    _ gradient: UnsafeMutablePointer<Float>, pixelStep: Int, output y: UnsafePointer<Float>?, outputStep: Int,
    pixels: Int, channels: Int, to sums: UnsafeMutablePointer<Float>
  ) {
    whet_rectify_and_sum(y, outputStep, gradient, pixelStep, Int32(pixels), Int32(channels), sums)
  }

  /// y += a · x.
  public static func addScaled(
    _ x: UnsafePointer<Float>, by a: Float = 1, to y: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_add_scaled(x, a, y, count)
  }

  /// z = a + b.
  public static func add(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into z: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_add(a, b, z, count)
  }

  /// Adds `terms` rows of so many numbers, `step` apart, in a binary tree over their numbers: 0 and 1, 2 and 3, then 0 and 2, and
  /// so on. Who sums a whole subtree by itself gets the same bits. The sum is left in the first; the others are overwritten.
  public static func addTree(_ rows: UnsafeMutablePointer<Float>, step: Int, terms: Int, count: Int) {
    whet_add_tree(rows, step, Int32(terms), count)
  }

  /// z = a · b.
  public static func multiply(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into z: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_multiply_each(a, b, z, count)
  }

  /// z = max(a, b).
  public static func maximum(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into z: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_maximum(a, b, z, count)
  }

  /// z = min(a, b).
  public static func minimum(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into z: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_minimum(a, b, z, count)
  }

  /// z += a · b.
  public static func multiplyAdd(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, to z: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_multiply_add(a, b, z, count)
  }

  /// y = (x − center) · factor + offset, each step rounded; what is nil changes nothing. x and y may be the same.
  public static func shiftScaleShift(
    _ x: UnsafePointer<Float>, center: UnsafePointer<Float>?, factor: UnsafePointer<Float>?,
    offset: UnsafePointer<Float>?, into y: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_shift_scale_shift(x, center, factor, offset, y, count)
  }

  /// y = a · x + b.
  public static func scaleShift(
    _ x: UnsafePointer<Float>, by a: Float, plus b: Float, into y: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_scale_shift(x, a, b, y, count)
  }

  /// y = a · x + b, each rounded, held within the bounds; where it `gates`, x times that. What is not a number stays so.
  public static func clip(
    _ x: UnsafePointer<Float>, by a: Float, plus b: Float, to bounds: ClosedRange<Float>, gates: Bool = false,
    into y: UnsafeMutablePointer<Float>, count: Int
  ) {
    if gates {
      whet_clip_gate(x, y, count, a, b, bounds.lowerBound, bounds.upperBound)
    } else {
      whet_clip(x, y, count, a, b, bounds.lowerBound, bounds.upperBound)
    }
  }

  /// y = x from a on, below it 0; what is not a number stays so.
  public static func threshold(
    _ x: UnsafePointer<Float>, from a: Float, into y: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_threshold(x, y, count, a)
  }

  /// y = a · x below 0, else x.
  public static func leak(_ x: UnsafePointer<Float>, by a: Float, into y: UnsafeMutablePointer<Float>, count: Int) {
    whet_leak(x, y, count, a)
  }

  /// Brings the numbers of each of some rows to mean 0 and variance 1, then times `gamma` and plus `beta`, where these are given;
  /// without centring x / √(Σx² + ε). Statistics are taken in double precision. Steps count numbers from row to row.
  public static func normalize(
    _ x: UnsafePointer<Float>, step xStep: Int, into y: UnsafeMutablePointer<Float>, step yStep: Int, rows: Int,
    count: Int, gamma: UnsafePointer<Float>?, beta: UnsafePointer<Float>?, epsilon: Double, centers: Bool
  ) {
    var normalized = whet_normalized(
      x: x, y: y, x_step: xStep, y_step: yStep, rows: Int32(rows), count: count, gamma: gamma, beta: beta,
      epsilon: epsilon, centers: centers ? 1 : 0)
    whet_normalize(&normalized)
  }

  /// sums(c) += Σ over pixels of map(pixel, c).
  public static func sumPixels(
    _ map: UnsafePointer<Float>, pixelStep: Int, pixels: Int, channels: Int, to sums: UnsafeMutablePointer<Float>
  ) {
    whet_sum_pixels(map, pixelStep, Int32(pixels), Int32(channels), sums)
  }

  /// Rows become columns: to[j * toStep + i] = from[i * fromStep + j].
  public static func transpose(
    _ from: UnsafePointer<Float>, step fromStep: Int, into to: UnsafeMutablePointer<Float>, step toStep: Int,
    rows: Int, columns: Int
  ) {
    whet_transpose(from, fromStep, to, toStep, Int32(rows), Int32(columns))
  }

  /// Σ x · y.
  public static func dot(_ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, count: Int) -> Float {
    whet_dot(x, y, count)
  }

  /// y = e^(x − origin).
  public static func exponentials(
    of x: UnsafePointer<Float>, from origin: Float, into y: UnsafeMutablePointer<Float>, count: Int
  ) {
    whet_exponentials(x, origin, y, count)
  }

  /// The exponentials of x − max x, divided by their sum.
  ///
  /// Precondition: there is at least one number.
  public static func softmax(_ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>, count: Int) {
    whet_softmax(x, y, count)
  }

  /// The same of several rows, so many numbers apart.
  ///
  /// Precondition: there is at least one number in a row.
  public static func softmax(
    _ x: UnsafePointer<Float>, step xStep: Int, into y: UnsafeMutablePointer<Float>, step yStep: Int, rows: Int,
    count: Int
  ) {
    whet_softmax_rows(x, xStep, y, yStep, Int32(rows), count)
  }

  /// One row of 8-bit pixels to numbers: y(x, c) = scale · pixel(x, order[c]) + biases[c].
  public static func convertPixels(
    _ pixels: UnsafePointer<UInt8>, channels: Int, into y: UnsafeMutablePointer<Float>, pixelStep: Int, count: Int,
    order: [Int32], scale: Float, biases: [Float]
  ) {
    whet_convert_pixels(pixels, Int32(channels), y, pixelStep, Int32(order.count), Int32(count), order, scale, biases)
  }
}
