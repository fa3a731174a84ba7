/// Between which two numbers of an axis a place lies, and how near to the second.
struct AxisSample {
  let first: Int
  let second: Int
  let share: Float

  /// The place between the numbers around it, on an axis of this length.
  init(_ place: Double, length: Int) {
    let within = min(max(place, 0), Double(length - 1))
    first = Int(within)
    second = min(first + 1, length - 1)
    share = Float(within - Double(first))
  }
}
