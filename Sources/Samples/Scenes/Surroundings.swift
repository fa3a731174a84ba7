import CKernels

/// What is around each point of a relief, blurred. Only the part of the picture near the body is kept: beyond its edges the
/// numbers there go on.
struct Surroundings {
  let left: Int
  let top: Int
  private let plane: Plane

  /// Where something is, from 0 to 1, blurred over some pixels.
  static func mask(of relief: Relief, radius: Int, on canvas: Canvas) -> Surroundings {
    Surroundings(relief, radius, whet_relief_mask, in: canvas.shadow, spare: canvas.spare)
  }

  /// How far points stand out, blurred over some pixels.
  static func heights(of relief: Relief, radius: Int, on canvas: Canvas) -> Surroundings {
    Surroundings(relief, radius, whet_relief_heights, in: canvas.nearby, spare: canvas.spare)
  }

  private init(
    _ relief: Relief, _ radius: Int,
    _ write: (UnsafePointer<Double>, Int32, UnsafeMutablePointer<Double>) -> Void, in numbers: Doubles,
    spare: Doubles
  ) {
    // Three passes take in so many neighbours; one more, which nothing reaches, stands for all beyond.
    let reach = 3 * radius + 2
    left = max(relief.columns.lowerBound - reach, 0)
    top = max(relief.rows.lowerBound - reach, 0)
    let right = min(relief.columns.upperBound + reach, relief.side)
    let bottom = min(relief.rows.upperBound + reach, relief.side)
    plane = Plane(width: max(right - left, 1), height: max(bottom - top, 1), in: numbers)
    plane.fill(0)
    for y in relief.rows {
      write(
        relief.depth(relief.columns.lowerBound, y), Int32(relief.columns.count),
        plane.row(y - top) + relief.columns.lowerBound - left)
    }
    plane.blur(radius: radius, spare: spare)
  }

  /// The columns a row has.
  var columns: ClosedRange<Int> { left...left + plane.width - 1 }

  /// The numbers of a row of the picture, from the first column on.
  func row(_ y: Int) -> UnsafeMutablePointer<Double> { plane.row(min(max(y - top, 0), plane.height - 1)) }
}
