import CommandLanguage
import Experiments
import Figures

/// `help train`
struct HelpCommand: Command {
  private static let topic = PositionalArgument(optional: "topic", .topic, "A command or a layer.")

  static let declaration = CommandDeclaration(
    "help", "Lists the commands, or explains one.",
    positionals: [topic],
    examples: ["help", "help train"])

  private let topic: CheckedValue?

  init(_ arguments: Arguments) throws { topic = arguments[Self.topic] }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    guard let commands = context.conversation?.commands else { return nil }
    guard let topic else { return HelpView.overview(commands.declarations) }
    guard let found = commands[topic.word] ?? LayerTable.declaration(topic.word) else {
      let owners = commands.declarations.filter { $0.argument(topic.word) != nil }.map(\.name)
      throw Diagnostic(
        .unknownTopic(
          topic.word, known: commands.names + LayerTable.names,
          owners: owners.filter { $0 == "train" } + owners.filter { $0 != "train" }),
        at: topic.span)
    }
    return HelpView.command(found)
  }
}
