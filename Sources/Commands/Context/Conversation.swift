import CommandLanguage
import Experiments
import Language

/// What the cells of a notebook have said so far, beside what they have made.
///
/// Used by whoever is in the workspace.
final class Conversation {
  /// What was made.
  let workspace: Workspace
  /// What can be said: the declarations are made when they are first asked for, which takes longer than all else at the start.
  var commands: CommandList { declare() }
  private let declare: () -> CommandList
  /// The variables by name.
  var variables: [String: Value] = [:]
  /// Aliases that were explained already.
  var explainedAliases: Set<String> = []
  /// Why models and runs cannot be kept beyond the kernel at present; nil where they can. What the reader was not told yet.
  var keepingTrouble: String?, untoldTrouble: String?
  /// Whether what is to be said of the store before any output was said.
  var hasSpoken = false
  /// How many models `check` has found refused.
  var refusals = 0
  /// The models that were drawn for, which can be asked about drawings also while a cell is running.
  var drawnFor: Set<String> = []
  /// The views on pages that are touched.
  let touch = TouchBoard()
  /// The pace of the figures that live.
  let pace = LivePace()

  /// A conversation about a workspace.
  init(_ workspace: Workspace, commands: @escaping @autoclosure () -> CommandList) {
    self.workspace = workspace
    declare = commands
  }
}
