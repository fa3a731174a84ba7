import CommandLanguage
import Experiments
import Figures
import Language
import Wording

/// `print "epochs:" $epochs`
struct PrintCommand: Command {
  private static let values = PositionalArgument(anything: "values", "The values.")

  static let declaration = CommandDeclaration(
    "print", "Prints values to standard output, in one line.",
    positionals: [values],
    examples: ["print \"learning rate:\" $learningRate"])

  static let isSelfContained = true

  private let line: String
  /// The words that are neither quoted nor values.
  private let words: [String]

  init(_ arguments: Arguments) throws {
    var line = ""
    for (index, value) in arguments[Self.values].enumerated() {
      if index > 0 { line += " " }
      line += value.printed
    }
    self.line = line + "\n"
    words = arguments.call.arguments.compactMap { $0.value.word?.text }
  }

  func run(in workspace: Workspace, on context: CommandContext) throws -> Rendering? {
    context.print(line)
    guard let variables = context.conversation?.variables, !variables.isEmpty,
      let name = words.first(where: { variables[$0] != nil })
    else { return nil }
    return Rendering.text("\(name) was printed as a word. To see its value: print $\(name)")
  }
}

extension CheckedValue {
  /// The value as text: a fraction and a percentage as the number they are.
  fileprivate var printed: String {
    guard text == word, text.contains("/") || text.hasSuffix("%"), let number = Word(text).decimal else { return word }
    return Numbers.short(number)
  }
}
