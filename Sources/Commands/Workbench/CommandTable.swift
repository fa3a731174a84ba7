import CommandLanguage
import Experiments

/// Every command there is. A new command is one line here.
enum CommandTable {
  /// The commands, in the order of a session: data, models, training, looking, files, the rest.
  static let all: [any Command.Type] = [
    DatasetCommand.self, ShowCommand.self, AddCommand.self, CameraCommand.self, RemoveCommand.self, RelabelCommand.self,
    RestoreCommand.self, ClassCommand.self, ArchiveCommand.self, FetchCommand.self, FeaturesCommand.self,
    NeighborsCommand.self, NetworkCommand.self,
    TrainCommand.self, ControlsCommand.self, FitCommand.self, HybridCommand.self, EvaluateCommand.self,
    PredictCommand.self, DrawCommand.self,
    GalleryCommand.self, ExplainCommand.self, ConfusionCommand.self, PlotCommand.self, HistoryCommand.self,
    DescribeCommand.self, WeightsCommand.self,
    FindCommand.self, SweepCommand.self, CompareCommand.self,
    LoadCommand.self, SaveCommand.self, DeltaCommand.self, FederateCommand.self, ResetCommand.self, ForgetCommand.self,
    CheckCommand.self, LayersCommand.self, UpdateCommand.self, GrowCommand.self, CorrectCommand.self,
    ClusterCommand.self, SetCommand.self, StatusCommand.self, JobsCommand.self, StopCommand.self,
    RunsCommand.self, DiffCommand.self, RerunCommand.self, LedgerCommand.self,
    UndoCommand.self, RedoCommand.self, PrintCommand.self, HelpCommand.self,
  ]

  /// What is said of them.
  static let list: CommandList = CommandList(
    all.map { $0.declaration }, aliases: ["export": SaveCommand.declaration.name])

  /// The names of the commands.
  static let names: [String] = list.names

  /// The command that has a key of this name, where it is a word of one; `train` before others.
  static func owner(ofKey key: String) -> String? {
    ([TrainCommand.self] + all).lazy.map { $0.declaration }.first { $0.argument(key) != nil }?.name
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.declaration.name, $0) })

  /// The command of a name, or of another word for it.
  static func command(_ word: String) -> (any Command.Type)? {
    byName[word] ?? list[word].flatMap { byName[$0.name] }
  }
}
