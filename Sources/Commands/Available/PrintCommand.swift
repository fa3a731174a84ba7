import CommandLanguage
import Figures

/// `print "epochs:" $epochs`
struct PrintCommand: Command {
  private static let values = PositionalArgument(repeating: "values", .any, "The values.", isOptional: true)

  static let declaration = CommandDeclaration(
    "print", "Writes values to the standard output, one line per print.",
    positionals: [values],
    examples: ["print \"learning rate:\" $learningRate"])

  static let isSelfContained = true

  private let line: String

  init(_ arguments: Arguments) throws(Fault) {
    var line = ""
    for (index, value) in arguments[Self.values].enumerated() {
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
