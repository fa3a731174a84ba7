/// What part of a time is shared by threads, from the times of one and of two.
struct AmdahlsLaw {
  private let one: Double
  /// The part that every thread more divides, 0…1.
  let shared: Double

  init(one: Double, two: Double) { (self.one, shared) = (one, min(1, max(0, 2 * (1 - two / one)))) }

  func seconds(threads: Int) -> Double { one * (1 - shared + shared / Double(threads)) }
}
