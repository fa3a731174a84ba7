/// The steps that can be taken back, the last of them: as many as their number and the memory they hold together allow, and
/// one in any case.
struct HeldSteps {
  /// How many there may be.
  let stepLimit: Int
  /// How many bytes they may hold together, what several share counted once.
  let byteLimit: Int
  /// The steps, oldest first.
  private(set) var steps: [UndoStep] = []
  private var pieces: [[SharedBytes.Allocation]] = []
  private var bytes = SharedBytes()

  /// Holds none yet.
  init(stepLimit: Int, byteLimit: Int) { (self.stepLimit, self.byteLimit) = (stepLimit, byteLimit) }

  /// Adds the last step, and lets go of the oldest ones where they are too many or too large.
  mutating func append(_ step: UndoStep) {
    steps.append(step)
    pieces.append(step.pieces)
    bytes.add(step.pieces)
    while steps.count > 1, steps.count > stepLimit || bytes.total > byteLimit {
      steps.removeFirst()
      bytes.remove(pieces.removeFirst())
    }
  }

  /// Lets go of the last step, where there is one.
  mutating func removeLast() {
    guard steps.popLast() != nil else { return }
    bytes.remove(pieces.removeLast())
  }
}
