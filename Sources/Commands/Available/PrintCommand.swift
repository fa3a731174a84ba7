import Figures

/// `print "epochs:" $epochs`
struct PrintCommand: Command {
  static let declaration = CommandDeclaration(
    "print", "Writes values to the standard output, one line per print.",
    positionals: [PositionalDeclaration("values", .any, "What to write.", isOptional: true, repeats: true)],
    examples: ["print \"learning rate:\" $learningRate"])

  private let words: [String]

  init(_ arguments: Arguments) throws(Fault) { words = arguments.positionals.map(\.word) }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    stage.print(words.joined(separator: " ") + "\n")
    return nil
  }
}
