import CommandLanguage
import Language

extension Sentences {
  /// What is said of a statement that does not fit the command it calls.
  static func usage(_ problem: UsageError.Problem) -> Telling {
    switch problem {
    case .unknownCommand(let word, let known):
      Telling(
        "There is no command \"\(word)\".\(nearest(word, known))", setting(word) ?? "", "All commands: help")
    case .unknownKey(let key, let command, let known):
      Telling(
        "\(command) has no \"\(key)\".\(nearest(key, known, elseAll: true))",
        known.isEmpty
          ? CommandTable.command(command).map { "It is called like this: \($0.declaration.usage)" } ?? "" : "")
    case .keyGivenTwice(let key, let alias):
      Telling("\(alias) is another word for \(key), and \(key) is given already.", "Leave one of the two out.")
    case .oneWordTooMany(let word, let command):
      Telling(
        "\(command.name) does not know what to do with \(word).",
        nearestKey(word, command), "It is called like this: \(command.usage)")
    case .partTooMany(let word, let form):
      Telling("\(word) is one value too many here.", "For example: \(form)")
    case .missingWord(let positional, let command):
      Telling(
        "\(command.name) needs \(article(positional.name))"
          + (positional.summary == "The \(positional.name)." ? "." : ": \(lowercased(positional.summary))"),
        example(command))
    case .missingKey(let argument, let command):
      Telling(
        "\(command.name) needs \(argument.key)=\(argument.kind.placeholder): \(lowercased(argument.summary))",
        example(command))
    case .wrongKind(let argument, let expected, let given):
      Telling("\(argument) takes \(expected.phrase), not \(given).")
    case .unknownChoice(let argument, let given, let allowed):
      // Numbers that are spelt alike mean other things.
      Telling(
        "\(argument) cannot be \(given)."
          + (Double(given) == nil
            ? nearest(given, allowed, elseAll: true) : " It can be \(Numbers.alternatives(allowed))."))
    case .keyOfOther(let key, let given, let owner, let remedy):
      Telling("\(key)=\(given) belongs to \(owner).", remedy)
    case .unknownVariable(let name, let known):
      Telling(
        "$\(name) has no value yet.\(nearest(name, known))", "To give it one: \(name) = 1")
    case .variableTooLarge(let name):
      Telling("$\(name) holds more than can be filled in here.")
    case .unknownPart(let word, let command, let known):
      Telling(
        "There is no layer \"\(word)\".\(nearest(word, known))",
        nearest(word, known).isEmpty
          ? "What may stand in the block of \(command): \(known.joined(separator: ", "))"
          : "All layers: help \(command)")
    case .blockHasCommand(let word, let command):
      Telling(
        "\"\(word)\" does not belong here: the block of \(command) holds key = value lines only.")
    case .defaultNotAllowed(let name, let value):
      Telling("The default \(value) of \(name) is not among what it allows.")
    case .nothingAllowed(let name):
      Telling("An empty list allows nothing for \(name).", "For example: \(name)=\(Allowance.examples[0])")
    case .allowedTwice(let name, let value): Telling("\(value) is in the list of \(name) twice.")
    case .emptyRange(let name, let text):
      Telling(
        "\(text) is no range for \(name): it begins where it ends, or later.",
        "For example: \(name)=\(Allowance.examples[2])")
    }
  }

  /// How a word that is no command is said to the one it belongs to: `train … epochs=…`.
  private static func setting(_ word: String) -> String? {
    let owner = [TrainCommand.self] + CommandTable.all
    return owner.lazy.map { $0.declaration }.first { $0.argument(word) != nil }.map { command in
      "It is a word of \(command.name): \(command.name) … \(word)=…"
    }
  }

  private static func nearestKey(_ word: String, _ command: CommandDeclaration) -> String {
    guard let near = Suggestions(for: word, among: command.arguments.map(\.key)) else { return "" }
    return "Did you mean \(near.best)=…?"
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
