import Experiments

/// A line written in another notebook's language: Python, a shell, IPython's magics. What is meant can often be said here.
enum ForeignSyntax: Equatable {
  /// `import numpy`, `from x import y`.
  case pythonImport
  /// `for …:`, `while …:`, `if …:`, `def …:`, `class …:`.
  case pythonBlock(String)
  /// `!ls`, or `ls`, `cd …`, `pip install …` without the mark.
  case shell(String)
  /// `%time`, `%%bash`.
  case magic(String)
  /// `train?`, `?`.
  case help(String)
  /// `quit`, `exit()`.
  case leaving(String)
  /// `delete hand`, `rm hand`.
  case deletion(String)
  /// `models`, `ls()`, `list`.
  case listing(String)
  /// `print("hi")`, `dataset(hands, path="…")`, `hands.show()`, `hands = dataset("…")`, and the same in this language.
  case pythonCall(String, here: String)
  /// “…”, and the same in straight quotes.
  case curlyQuotes(here: String)
  /// `32,32`, and the line with brackets.
  case bareList(String, here: String)
  /// `0,001`, and the line with a point.
  case decimalComma(String, here: String)

  /// Recognises a line by its form, and by which words call commands of this language; nil where it is none of these.
  init?(_ line: String, isCommand: (String) -> Bool) {
    let line = line.trimmed
    guard
      let found = Self.quoted(line) ?? Self.python(line) ?? Self.terminalLine(line) ?? Self.asking(line)
        ?? Self.call(line, isCommand)
    else {
      return nil
    }
    self = found
  }

  // MARK: Kinds of lines

  private static func quoted(_ line: String) -> ForeignSyntax? {
    if line.contains(where: { "“”„‟".contains($0) }) {
      return .curlyQuotes(here: String(line.map { "“”„‟".contains($0) ? "\"" : $0 }))
    }
    let words = line.split(separator: " ")
    if let word = words.first(where: isBareList) {
      let (key, numbers) = (word.prefix { $0 != "=" }, word.drop { $0 != "=" }.dropFirst())
      let list = "\(key)=[\(numbers.replacing(",", with: ", "))]"
      return .bareList(String(numbers), here: words.map { $0 == word ? list : String($0) }.joined(separator: " "))
    }
    guard let word = words.first(where: isDecimalComma) else { return nil }
    let number = word.drop { $0 != "=" }.dropFirst()
    return .decimalComma(
      String(number),
      here: words.map { $0 == word ? String($0.replacing(",", with: ".")) : String($0) }.joined(separator: " "))
  }

  /// Whether a word reads `key=32,32` or `key=0.1,0.01`, which no decimals can be.
  private static func isBareList(_ word: Substring) -> Bool {
    let parts = word.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count > 1, numbers.allSatisfy({ Double($0) != nil }) else { return false }
    return numbers.count > 2 || parts[1].contains(".") || numbers[0].count > 1 && !numbers[1].hasPrefix("0")
  }

  /// Whether a word reads `key=0,001`.
  private static func isDecimalComma(_ word: Substring) -> Bool {
    let parts = word.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let digits = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    return digits.count == 2 && digits.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
  }

  private static let blocks: Set<Substring> = ["for", "while", "if", "elif", "else", "def", "class", "with", "try"]

  private static func python(_ line: String) -> ForeignSyntax? {
    let words = line.split(separator: " ")
    guard let first = words.first else { return nil }
    if first == "import" || first == "from" && words.contains("import") { return .pythonImport }
    let beforeText = line.prefix { $0 != "\"" }
    guard blocks.contains(first.prefix { $0 != ":" }), beforeText.contains(":") else { return nil }
    return .pythonBlock(String(first.prefix { $0 != ":" }))
  }

  private static let programs: Set<Substring> = [
    "pip", "pip3", "conda", "apt", "apt-get", "brew", "npm", "python", "python3", "cd", "pwd", "cat", "mkdir", "cp",
    "mv",
    "ls",
  ]

  private static func terminalLine(_ line: String) -> ForeignSyntax? {
    if line.hasPrefix("!") { return .shell(String(line.dropFirst()).trimmed) }
    if line.hasPrefix("%") { return .magic(String(line.drop { $0 == "%" }.prefix(while: isNameCharacter))) }
    guard let first = line.split(separator: " ").first, programs.contains(first) else { return nil }
    return line == "ls" ? .listing(line) : .shell(line)
  }

  private static func asking(_ line: String) -> ForeignSyntax? {
    let name = line.drop { $0 == "?" }.prefix { $0 != "?" }
    if line.contains("?"), name.allSatisfy(isNameCharacter), line.filter({ $0 != "?" }) == String(name) {
      return .help(String(name))
    }
    switch line.replacing("()", with: "") {
    case "quit", "exit": return .leaving(line)
    case "models", "list", "who", "whos", "dir", "globals", "datasets": return .listing(line)
    default: break
    }
    let words = line.split { $0 == " " || $0 == "," }
    guard let first = words.first, ["delete", "del", "rm", "drop"].contains(first), words.count > 1,
      words.dropFirst().allSatisfy({ $0.allSatisfy(isNameCharacter) })
    else { return nil }
    return .deletion(words.dropFirst().joined(separator: " "))
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  // MARK: Calls

  /// `hands = dataset("…")`, `hands.show()`, `dataset(hands, …)`, where what is called is a command.
  private static func call(_ line: String, _ isCommand: (String) -> Bool) -> ForeignSyntax? {
    guard line.hasSuffix(")"), let open = line.firstIndex(of: "(") else { return nil }
    var head = line[..<open]
    var subjects: [String] = []
    if let equals = head.firstIndex(of: "=") {
      subjects.append(String(head[..<equals]).trimmed)
      head = head[head.index(after: equals)...]
    }
    var names = String(head).trimmed.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let command = names.popLast(), names.count <= 1, isCommand(command) else { return nil }
    subjects += names
    guard subjects.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isNameCharacter) }) else { return nil }
    let inner = String(line[line.index(after: open)...].dropLast())
    return .pythonCall(line, here: ([command] + subjects + arguments(inner)).joined(separator: " "))
  }

  /// The arguments of a call, each as it is written here: without commas between them and blanks around `=`.
  private static func arguments(_ text: String) -> [String] {
    var (parts, part, depth, quote) = ([String](), "", 0, Character?.none)
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      } else if character == ",", depth == 0 {
        parts.append(part)
        part = ""
        continue
      }
      part.append(character)
    }
    return (parts + [part]).map(tightened).filter { !$0.isEmpty }
  }

  /// An argument without blanks around its `=`.
  private static func tightened(_ argument: String) -> String {
    let argument = argument.trimmed
    let key = argument.prefix(while: isNameCharacter)
    let rest = String(argument[key.endIndex...]).trimmed
    guard !key.isEmpty, rest.hasPrefix("=") else { return argument }
    return "\(key)=\(String(rest.dropFirst()).trimmed)"
  }
}

extension String {
  /// The text without the blanks around it.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
