public import Figures

/// Where the outputs of a cell go. The notebook, `whet run` and the tests each bring their own.
public protocol CellDisplay: AnyObject, Sendable {
  /// Writes text to the standard output.
  func print(_ text: String)

  /// Shows a finished figure or table.
  func show(_ rendering: Rendering)

  /// Shows a figure that will be updated in place, for which `replace` names it again.
  func show(_ rendering: Rendering, as identity: String)

  /// Replaces a figure that was shown under this identity.
  func replace(_ identity: String, with rendering: Rendering)

  /// Shows the cell's result: what its last statement came to.
  func result(_ rendering: Rendering)

  /// Whether the user has asked to stop.
  var isInterrupted: Bool { get }
}
