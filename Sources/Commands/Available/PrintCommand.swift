import Figures

/// `print "epochs:" $epochs`
struct PrintCommand: Command {
  static let declaration = CommandDeclaration(
    "print", "Writes values to the standard output, one line per print.",
    positionals: [PositionalDeclaration("values", .any, "What to write.", isOptional: true, repeats: true)],
    examples: ["print \"learning rate:\" $learningRate"])

  static let isSelfContained = true

  private let line: String

  init(_ arguments: Arguments) throws(Fault) {
    var line = ""
    for (index, value) in arguments.positionals.enumerated() {
      if index > 0 { line += " " }
      line += value.word
    }
    self.line = line + "\n"
  }

  func run(in session: Session, on stage: Stage) throws -> Rendering? {
    stage.print(line)
    return nil
  }
}
