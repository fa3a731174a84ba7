import CommandLanguage
import Figures

/// `help train`
struct HelpCommand: Command {
  private static let topic = PositionalArgument(optional: "topic", .topic, "A command or a layer.")

  static let declaration = CommandDeclaration(
    "help", "Lists the commands, or explains one.",
    positionals: [topic],
    examples: ["help", "help train"])

  private let topic: CheckedValue?

  init(_ arguments: Arguments) throws(Fault) { topic = arguments[Self.topic] }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    guard let topic else { return HelpView.overview }
    guard let found = CommandTable.command(topic.word)?.declaration ?? LayerTable.declaration(topic.word) else {
      throw Fault(.unknownTopic(topic.word, known: CommandTable.names + LayerTable.names), at: topic.span)
    }
    return HelpView.command(found)
  }
}
