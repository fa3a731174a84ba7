import Commands
import Figures

/// A page that keeps what is printed, as the kernel gathers it, and nothing else. One thread writes to it.
final class Listener: CellDisplay, @unchecked Sendable {
  private var text = ""
  let isInterrupted = false

  func print(_ text: String) { self.text += text }
  func show(_ rendering: Rendering) {}
  func show(_ rendering: Rendering, as identity: String) {}
  func replace(_ identity: String, with rendering: Rendering) {}
  func result(_ rendering: Rendering) {}
}

/// What a cell was refused for, which should have run.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
