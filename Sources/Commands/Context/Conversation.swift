import CommandLanguage
import Experiments
import Language

/// What the cells of a notebook have said so far, beside what they have made.
///
/// Used by whoever is in the workspace.
final class Conversation {
  /// What was made.
  let workspace: Workspace
  /// What can be said.
  let commands: CommandList
  /// The variables by name.
  var variables: [String: Value] = [:]
  /// Aliases that were explained already.
  var explainedAliases: Set<String> = []
  /// Whether the reader was told that nothing can be kept.
  var hasToldOfTrouble = false
  /// How many models `check` has found refused.
  var refusals = 0
  /// The models that were drawn for, which can be asked about drawings also while a cell is running.
  var drawnFor: Set<String> = []

  /// A conversation about a workspace.
  init(_ workspace: Workspace, commands: CommandList) {
    self.workspace = workspace
    self.commands = commands
  }
}
