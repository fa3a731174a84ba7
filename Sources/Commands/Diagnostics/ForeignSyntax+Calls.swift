/// Calls of functions and methods, and the command of the same intent.
extension ForeignSyntax {
  /// `hands = dataset("…")`, `hands.show()`, `len(hands)`, `hands = dataset path="…"`.
  static func call(_ line: String, _ known: LineKnowledge) -> ForeignSyntax? {
    guard line.hasSuffix(")"), let open = line.firstIndex(of: "(") else { return assignedCommand(line, known) }
    var head = line[..<open]
    var target: String?
    if let equals = head.firstIndex(of: "=") {
      target = String(head[..<equals]).trimmed
      head = head[head.index(after: equals)...]
    }
    var owners = String(head).trimmed.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let function = owners.popLast(),
      ([function] + owners + [target].compactMap(\.self)).allSatisfy({ !$0.isEmpty && $0.allSatisfy(isNameCharacter) })
    else { return nil }
    let call = Call(
      function: function, target: target, owners: owners.filter { !modules.contains($0) },
      arguments: arguments(String(line[line.index(after: open)...].dropLast())))
    guard known.isCommand(function) else {
      // A value may be a call, such as a schedule.
      guard target == nil || !owners.isEmpty || call.readsData || call.readsModel else { return nil }
      return .otherCommand(line, named: (owners + [function]).joined(separator: "."), here: call.intent(known))
    }
    return .pythonCall(line, here: call.command(known) ?? "help \(function)")
  }

  /// Names that stand for libraries, not for things of a session.
  private static let modules: Set<String> = [
    "plt", "np", "pd", "sns", "tf", "torch", "keras", "sklearn", "os", "sys", "nn", "F", "optim", "whet", "console",
    "System", "out",
  ]

  /// `hands = dataset path="…"`: a command gives its result the name itself.
  private static func assignedCommand(_ line: String, _ known: LineKnowledge) -> ForeignSyntax? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    let (target, rest) = (String(line[..<equals]).trimmed, String(line[line.index(after: equals)...]).trimmed)
    let command = rest.prefix(while: isNameCharacter)
    guard !target.isEmpty, target.allSatisfy(isNameCharacter), known.isCommand(String(command)),
      command.count < rest.count
    else {
      return nil
    }
    let behind = String(rest[command.endIndex...]).trimmed
    return ["\(command) \(target) \(behind)", "\(command) \(behind)"].first(where: known.fits).map {
      .assignedCommand(here: $0)
    }
  }

  /// The arguments of a call, each as it is written here: without commas between them and blanks around `=`.
  static func arguments(_ text: String) -> [String] {
    parts(text, at: { $0 == "," }).map(tightened).filter { !$0.isEmpty }
  }

  /// The parts of a text between separators that stand neither in quotes nor in brackets.
  static func parts(_ text: String, at isSeparator: (Character) -> Bool) -> [String] {
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
      } else if isSeparator(character), depth == 0 {
        parts.append(part)
        part = ""
        continue
      }
      part.append(character)
    }
    return parts + [part]
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

/// A call as other languages write it: `target = owner.function(arguments)`.
private struct Call {
  let function: String
  let target: String?
  let owners: [String]
  let arguments: [String]

  /// The command of the same name with the same things: the first line that fits of those that come into question; nil where none
  /// does.
  func command(_ known: LineKnowledge) -> String? {
    if function == "help" {
      let topic = (arguments.first ?? owners.first ?? "").filter(ForeignSyntax.isNameCharacter)
      return known.isTopic(topic) ? "help \(topic)" : "help"
    }
    var subjects = [target].compactMap(\.self) + owners
    if function == "dataset", subjects.isEmpty, let first = arguments.first, isText(first) { subjects = [stem(first)] }
    var lines = [[function] + subjects]
    // A text that names a file is not what a command is about.
    for argument in arguments.prefix(8) {
      let isFirst = subjects.isEmpty && argument == arguments.first
      let forms = forms(of: argument, isFirst: isFirst, known)
      lines = lines.flatMap { line in forms.map { line + [$0] } }.prefix(200).map(\.self)
    }
    return lines.map { $0.joined(separator: " ") }.first(where: known.fits)
  }

  /// How an argument may be written here, the likeliest first.
  private func forms(of argument: String, isFirst: Bool, _ known: LineKnowledge) -> [String] {
    let isNamed =
      argument.prefix(while: ForeignSyntax.isNameCharacter).endIndex < argument.endIndex && argument.contains("=")
    if isNamed && !isText(argument) { return [argument] }
    let plain = [argument]
    if isText(argument) {
      let keys = LineRepair.keys(forFile: argument)
      return function == "dataset" ? keys.map { "\($0)=\(argument)" } : plain + keys.map { "\($0)=\(argument)" }
    }
    if known.isDataset(argument), !isFirst { return ["on=\(argument)"] + plain }
    return isFirst ? plain : plain + ["on=\(argument)"]
  }

  // MARK: Functions of other names

  var readsData: Bool { Self.tableReaders.contains(function) || Self.folderReaders.contains(function) }
  var readsModel: Bool { function == "load_model" }

  private static let tableReaders: Set<String> = ["read_csv", "loadtxt", "genfromtxt", "read_table", "load_csv"]
  private static let folderReaders: Set<String> = [
    "load_dataset", "ImageFolder", "image_dataset_from_directory", "listdir", "load_data", "load_images",
  ]
  private static let looks: Set<String> = [
    "head", "tail", "sample", "imshow", "info", "shape", "len", "describe", "display", "value_counts", "summary",
    "type", "str",
    "count", "size", "repr", "vars", "view", "View",
  ]
  private static let printers: Set<String> = ["println", "printf", "puts", "log", "echo", "write"]
  private static let topics = [
    "KNeighborsClassifier": "knn", "KNeighborsRegressor": "knn", "LogisticRegression": "fit", "LinearRegression": "fit",
    "Ridge": "fit",
    "Sequential": "network", "Model": "network", "SVC": "help", "train_test_split": "dataset",
    "cross_val_score": "compare",
    "GridSearchCV": "sweep", "confusion_matrix": "confusion", "accuracy_score": "evaluate", "score": "evaluate",
    "classification_report": "evaluate", "predict_proba": "predict", "compile": "train", "backward": "train",
    "step": "train",
    "fit_transform": "fit", "load_state_dict": "load", "state_dict": "weights", "parameters": "weights",
    "imread": "predict",
  ]

  /// A line of the same intent as a function's that is no command; nil where none is known.
  func intent(_ known: LineKnowledge) -> String? {
    let file = arguments.first { isText($0) && !$0.contains("=") }
    if readsData, let file {
      let name = target ?? stem(file)
      let key = Self.tableReaders.contains(function) ? "csv" : "path"
      let here = "dataset \(name) \(key)=\(file)"
      return known.fits(here) ? here : "help dataset"
    }
    if readsModel, let file {
      let here = "load \(target ?? stem(file)) \(file)"
      return known.fits(here) ? here : "help load"
    }
    if Self.printers.contains(function) {
      let here = "print \(arguments.joined(separator: " "))"
      return known.fits(here) ? here : nil
    }
    if Self.looks.contains(function) {
      let names = owners + arguments
      return names.lazy.compactMap(known.look).first ?? "status"
    }
    return Self.topics[function].flatMap { known.isTopic($0) ? "help \($0)" : nil }
  }

  private func isText(_ argument: String) -> Bool { argument.hasPrefix("\"") || argument.hasPrefix("'") }

  /// A name for what a file holds: that of the file without its folder and ending.
  private func stem(_ text: String) -> String {
    let path = text.filter { $0 != "\"" && $0 != "'" }.split(separator: "/").last.map(String.init) ?? ""
    let name = path.prefix { $0 != "." }.filter(ForeignSyntax.isNameCharacter)
    return name.first?.isLetter == true ? name : "data"
  }
}
