import CommandLanguage
import Experiments
import Language
import Views
import Wording

extension DiagnosticTexts {
  /// What is said of a statement that does not fit the command it calls.
  static func usage(_ problem: UsageError.Problem) -> DiagnosticText {
    switch problem {
    case .unknownCommand(let word, let known, let owner):
      DiagnosticText(
        "There is no command \"\(word)\".\(nearest(word, known))",
        owner.map { "It is an argument of \($0): \($0) … \(word)=…" } ?? "", "All commands: help")
    case .unknownKey(let key, let command, let known, let usage):
      DiagnosticText(
        "\(command) has no \"\(key)\".\(nearest(key, known, elseAll: true))",
        known.isEmpty ? usage.map { "Usage: \($0)" } ?? "" : "")
    case .keyGivenTwice(let key, let alias):
      DiagnosticText("\(alias) is another word for \(key), and \(key) is given already.", "Leave one of the two out.")
    case .oneWordTooMany(let word, let command):
      DiagnosticText(
        "\(command.name) cannot use \(word).",
        nearestKey(word, command), called(command))
    case .partTooMany(let word, let form):
      DiagnosticText("\(word) is one value too many here.", "For example: \(form)")
    case .missingWord(let positional, let command):
      DiagnosticText(
        "\(command.name) needs \(article(positional.name))"
          + (positional.summary == "The \(positional.name)." ? "." : ": \(lowercased(positional.summary))"),
        example(command))
    case .missingKey(let argument, let command):
      DiagnosticText(
        "\(command.name) needs \(argument.key)=\(argument.kind.placeholder): \(lowercased(argument.summary))",
        example(command))
    case .wrongKind(let argument, let expected, let given):
      DiagnosticText("\(argument) takes \(expected.phrase), not \(given).")
    case .listWanted(let argument, let expected, let given, let list):
      DiagnosticText(
        "\(argument) takes a list of \(expected.plural), not \(given).", "For example: \(argument)=\(list)")
    case .unknownChoice(let argument, let given, let allowed):
      // Numbers that are spelt alike mean other things.
      DiagnosticText(
        "\(argument) cannot be \(given)."
          + (Double(given) == nil
            ? nearest(given, allowed, elseAll: true) : " It can be \(Numbers.alternatives(allowed))."))
    case .keyOfOther(let key, let given, let owner, let remedy):
      DiagnosticText("\(key)=\(given) belongs to \(owner).", remedy)
    case .unknownVariable(let name, let known):
      DiagnosticText(
        "$\(name) has no value yet.\(nearest(name, known))", "To give it one: \(name) = 1")
    case .variableTooLarge(let name):
      DiagnosticText("$\(name) holds too much to be filled in here.")
    case .unknownPart(let word, let command, let known):
      DiagnosticText(
        "There is no layer \"\(word)\".\(nearest(word, known))",
        nearest(word, known).isEmpty
          ? "Layers for the block of \(command): \(known.joined(separator: ", "))"
          : "All layers: help \(command)")
    case .blockHasCommand(let word, let command):
      DiagnosticText(
        "\"\(word)\" does not belong here: the block of \(command) holds key = value lines only.")
    case .defaultNotAllowed(let name, let value):
      DiagnosticText("The default \(value) of \(name) is not among the allowed values.")
    case .nothingAllowed(let name):
      DiagnosticText("An empty list allows no value of \(name).", "For example: \(name)=\(Allowance.examples[0])")
    case .allowedTwice(let name, let value): DiagnosticText("\(value) is in the list of \(name) twice.")
    case .emptyRange(let name, let text):
      DiagnosticText(
        "\(text) is not a range for \(name): its start must be below its end.",
        "For example: \(name)=\(Allowance.examples[2])")
    }
  }

  private static func nearestKey(_ word: String, _ command: CommandDeclaration) -> String {
    guard let near = Suggestions(for: word, among: command.arguments.map(\.key)) else { return "" }
    return "Did you mean \(near.best)=…?"
  }

  /// How a command is called; of one that takes many arguments, where that is told.
  private static func called(_ command: CommandDeclaration) -> String {
    let usage = command.usage
    return usage.count <= 200 ? "Usage: \(usage)" : "Usage: help \(command.name)"
  }

  private static func example(_ command: CommandDeclaration) -> String {
    command.examples.first.map { "For example: \($0)" } ?? ""
  }

  private static func article(_ noun: String) -> String {
    ("aeiou".contains(noun.first ?? "x") ? "an " : "a ") + noun
  }

  private static func lowercased(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
