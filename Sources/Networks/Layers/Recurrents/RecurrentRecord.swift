/// What one sample's walk along a sequence in one direction writes down of every step, for the backward pass.
///
/// A step's part holds, `size` numbers each: every gate's sum (later, in the backward pass, the sum's gradient), every gate's
/// value, the cell before it was held within its bounds, the cell, the output; for a gated unit, r ⊙ y₋₁ in the cell's place.
/// Before the first step there is a part for the states it begins with.
struct RecurrentRecord {
  private let gates: Int
  private let size: Int
  private let start: UnsafeMutablePointer<Float>

  /// A record in memory for `count` numbers.
  init(_ definition: RecurrentDefinition, at start: UnsafeMutablePointer<Float>) {
    gates = definition.gates
    size = definition.outputSize
    self.start = start
  }

  /// How many numbers a walk of so many steps writes down.
  static func count(_ definition: RecurrentDefinition, steps: Int) -> Int {
    (steps + 1) * (2 * definition.gates + 3) * definition.outputSize
  }

  private func part(_ step: Int) -> UnsafeMutablePointer<Float> { start + (step + 1) * (2 * gates + 3) * size }

  /// The gates' sums, or their gradients after the backward pass.
  func sums(_ step: Int) -> UnsafeMutablePointer<Float> { part(step) }

  /// The gates' values.
  func values(_ step: Int) -> UnsafeMutablePointer<Float> { part(step) + gates * size }

  /// The cell before it was held within its bounds.
  func unbounded(_ step: Int) -> UnsafeMutablePointer<Float> { part(step) + 2 * gates * size }

  /// The cell after a step.
  func cell(_ step: Int) -> UnsafeMutablePointer<Float> { part(step) + (2 * gates + 1) * size }

  /// The output of a step.
  func output(_ step: Int) -> UnsafeMutablePointer<Float> { part(step) + (2 * gates + 2) * size }

  /// Writes down the states before the first step: zeros unless they are given.
  func begin(_ states: [UnsafeMutablePointer<Float>]) {
    start.update(repeating: 0, count: (2 * gates + 3) * size)
    if states.count > 0 { output(-1).update(from: states[0], count: size) }
    if states.count > 1 { cell(-1).update(from: states[1], count: size) }
  }
}
