import Experiments
import Figures

/// What a running command has of the outside: a place to show things, and word of an interrupt.
final class CommandContext: StopSignal {
  let display: any CellDisplay
  let makeIdentity: () -> String
  /// The conversation its command belongs to; nil for work that goes on beside it.
  let conversation: Conversation?
  /// The pace that its live figures share with others.
  let pace: LivePace
  /// The name whose model of an earlier session the command replaces.
  var replaced: String?

  /// A context before a display; identities of live figures come from `makeIdentity`.
  init(
    display: any CellDisplay, conversation: Conversation? = nil, pace: LivePace = LivePace(),
    makeIdentity: @escaping () -> String
  ) {
    self.display = display
    self.conversation = conversation
    self.pace = pace
    self.makeIdentity = makeIdentity
  }

  /// Whether the user has asked to stop.
  var isInterrupted: Bool { display.isInterrupted }

  /// Whether to go on, for threads that work on the command's behalf.
  var goesOn: @Sendable () -> Bool {
    let display = display
    return { !display.isInterrupted }
  }

  /// The same within a piece of work that may be dropped.
  var goesOnWithinStep: @Sendable () -> Bool {
    let display = display
    return { !display.isInterruptedWithinStep }
  }

  /// Writes text to the standard output.
  func print(_ text: String) { display.print(text) }

  /// Shows something besides the statement's result.
  func show(_ rendering: Rendering) { display.show(rendering) }

  /// A figure to be updated in place while some work goes on.
  func live(of work: Rendering.Unfinished = Rendering.Unfinished()) -> LiveDisplay {
    LiveDisplay(on: display, identity: makeIdentity(), of: work, pace: pace)
  }
}
