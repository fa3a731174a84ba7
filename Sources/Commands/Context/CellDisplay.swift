import Experiments
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

  /// Whether the user has asked to stop. Looked at between pieces of work: photos, mini-batches, epochs.
  var isInterrupted: Bool { get }

  /// The same, looked at many times within a piece of work that may be dropped.
  var isInterruptedWithinStep: Bool { get }
}

extension CellDisplay {
  /// As between pieces of work.
  public var isInterruptedWithinStep: Bool { isInterrupted }
}
