import Experiments

/// A line written in another notebook's language: Python, a shell, IPython's magics, SQL. What is meant can often be said here.
enum ForeignSyntax: Equatable {
  /// `import numpy`, `from x import y`.
  case pythonImport
  /// `for …:`, `while …:`, `if …:`, `def …:`, `class …:`.
  case pythonBlock(String)
  /// `!ls`, or `ls`, `cd …`, `pip install …` without the mark.
  case shell(String)
  /// `%time`, `%%bash`.
  case magic(String)
  /// `train?`, `?`, `train --help`, `man train`.
  case help(String)
  /// `quit`, `exit()`.
  case leaving(String)
  /// `delete hand`, `rm hand`.
  case deletion(String)
  /// `models`, `ls()`, `list`.
  case listing(String)
  /// `hands` alone, and the line that shows it.
  case name(String, here: String)
  /// `SELECT * FROM flowers`, and the line that shows the table.
  case sql(here: String)
  /// `x += 1`, `1+1`.
  case arithmetic(variable: String?)
  /// `hands[0]`, and the line that shows it.
  case indexing(String, here: String)
  /// `print("hi")`, `dataset(hands, path="…")`, `hands.show()`, `hands = dataset("…")`, and the same in this language.
  case pythonCall(String, here: String)
  /// `len(hands)`, `df.head()`, `echo hi`: the line, what it calls, and a line of this language with the same intent.
  case otherCommand(String, named: String, here: String?)
  /// `hands = dataset path="…"`, and the same without its first words.
  case assignedCommand(here: String)
  /// `let x = 5`, `x = (1, 2)`, `// …`: the words that are not of this language, and the line without them.
  case mark(Mark, here: String)
  /// “…”, and the same in straight quotes.
  case curlyQuotes(here: String)
  /// `32,32`, and the line with brackets.
  case bareList(String, here: String)
  /// `0,001`, and the line with a point.
  case decimalComma(String, here: String)

  /// What is written in another way elsewhere.
  enum Mark: Equatable {
    /// `let`, `var`, `int` in front of a variable.
    case declaration(String)
    /// `//`, `--`, `/*` in front of a remark.
    case comment(String)
    /// Parentheses around a list.
    case tuple
    /// A prompt, `>>>` or `In [3]:`, that was copied along.
    case prompt(String)
    /// Characters of another width or form: `＝`, `，`, `–`.
    case typography
  }

  /// Recognises a line by its form, and by what is known in the session; nil where it is none of these.
  init?(_ line: String, _ known: LineKnowledge) {
    let line = line.trimmed
    guard
      let found = Self.quoted(line, known) ?? Self.marked(line, known) ?? Self.python(line)
        ?? Self.terminalLine(line, known) ?? Self.asking(line, known) ?? Self.call(line, known)
        ?? Self.expression(line, known)
    else {
      return nil
    }
    self = found
  }

  // MARK: Kinds of lines

  private static func quoted(_ line: String, _ known: LineKnowledge) -> ForeignSyntax? {
    let plain = Typography.plain(line)
    if line.contains(where: { "“”„‟".contains($0) }) { return .curlyQuotes(here: plain) }
    if plain != line, known.fits(plain) {
      return line.contains(where: Typography.isQuote) ? .curlyQuotes(here: plain) : .mark(.typography, here: plain)
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
    "mv", "ls",
    "git", "wget", "curl", "sudo", "touch", "chmod", "which", "whoami", "less", "head", "tail", "grep", "nano", "vim",
    "unzip",
    "tar", "clear", "cls", "jupyter", "whet", "docker",
  ]

  private static let printers: Set<Substring> = ["echo", "puts", "println", "printf"]

  private static func terminalLine(_ line: String, _ known: LineKnowledge) -> ForeignSyntax? {
    if line.hasPrefix("!") || line.hasPrefix("$ ") { return .shell(String(line.dropFirst()).trimmed) }
    if line.hasPrefix("%") { return .magic(String(line.drop { $0 == "%" }.prefix(while: isNameCharacter))) }
    guard let first = line.split(separator: " ").first else { return nil }
    if printers.contains(first), !line.contains("(") {
      let here = "print \(String(line.dropFirst(first.count)).trimmed)"
      return .otherCommand(line, named: String(first), here: known.fits(here) ? here : nil)
    }
    if line.hasPrefix("`"), line.hasSuffix("`"), line.count > 2 { return .shell(String(line.dropFirst().dropLast())) }
    guard programs.contains(first) else { return nil }
    return line == "ls" ? .listing(line) : .shell(line)
  }

  private static func asking(_ line: String, _ known: LineKnowledge) -> ForeignSyntax? {
    if let command = commandAskedAbout(line), known.isCommand(command) { return .help(command) }
    let name = line.drop { $0 == "?" }.prefix { $0 != "?" }
    if line.contains("?"), name.allSatisfy(isNameCharacter), line.filter({ $0 != "?" }) == String(name) {
      let name = String(name)
      if name.isEmpty || known.isTopic(name) { return .help(name) }
      return known.look(at: name).map { .name(name, here: $0) } ?? .help("")
    }
    switch line.replacing("()", with: "") {
    case "quit", "exit": return .leaving(line)
    case "models", "list", "who", "whos", "dir", "globals", "datasets": return .listing(line)
    default: break
    }
    let words = line.split { $0 == " " || $0 == "," }
    if let sql = sql(words, known) { return sql }
    if words.count == 1, let here = known.look(at: line) { return .name(line, here: here) }
    guard let first = words.first, ["delete", "del", "rm", "drop"].contains(first), words.count > 1,
      words.dropFirst().allSatisfy({ $0.allSatisfy(isNameCharacter) })
    else { return nil }
    let names = words.dropFirst().map(String.init)
    return .deletion(names.filter { known.look(at: $0) != nil && !known.variables.contains($0) }.joined(separator: " "))
  }

  /// The command of `train --help`, `train -h`, `train help` and `man train`; nil for other lines.
  static func commandAskedAbout(_ line: String) -> String? {
    let words = line.split(separator: " ")
    guard words.count == 2 else { return nil }
    if words[0] == "man" || words[0] == "info" { return String(words[1]) }
    return ["--help", "-help", "-h", "help", "/?"].contains(words[1]) ? String(words[0]) : nil
  }

  private static func sql(_ words: [Substring], _ known: LineKnowledge) -> ForeignSyntax? {
    let upper = words.map { $0.uppercased() }
    let markers = [
      "SELECT": "FROM", "INSERT": "INTO", "CREATE": "TABLE", "DELETE": "FROM", "DROP": "TABLE", "UPDATE": "SET",
    ]
    guard let first = upper.first, let marker = markers[first], let place = upper.firstIndex(of: marker) else {
      return nil
    }
    let table = words[(place + 1)...].first.map { $0.filter { isNameCharacter($0) } }
    return .sql(here: table.flatMap { known.isDataset($0) ? "show \($0)" : nil } ?? "status")
  }

  static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

extension String {
  /// The text without the blanks around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
