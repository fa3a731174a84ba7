import Experiments
import Figures

/// A display that shows nothing, for work nobody looks at.
final class NullOutput: CellDisplay {
  func print(_ text: String) {}
  func show(_ rendering: Rendering) {}
  func show(_ rendering: Rendering, as identity: String) {}
  func replace(_ identity: String, with rendering: Rendering) {}
  func result(_ rendering: Rendering) {}
  var isInterrupted: Bool { false }
}
